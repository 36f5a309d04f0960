package apiserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// catalogMediaType is the media type of a catalog file.
const catalogMediaType = "application/yaml"

// minOperatorToken is the minimum length of an operator token, in bytes: 32 random bytes can't be guessed.
const minOperatorToken = 32

// adminRoutes lists every call of the operators' API. The API is served only on the private listener and is
// in no public document.
var adminRoutes = []route{
	call(get, "/v1/admin/catalogs", tokenOperator, "listCatalogs", "List the applied catalogs, newest first", (*server).listCatalogs),
	call(post, "/v1/admin/catalogs", tokenOperator, "applyCatalog", "Make a catalog file the current version", (*server).applyCatalog),
	call(post, "/v1/admin/catalogs/validation", tokenOperator, "checkCatalog", "Check a catalog file without changing anything", (*server).checkCatalog).silent(),
	call(get, "/v1/admin/catalogs/{version}", tokenOperator, "readCatalog", "Read a catalog's file; 0 is the current one", (*server).readCatalog).gives(catalogMediaType),

	call(get, "/v1/admin/payments/{attemptId}", tokenOperator, "findPayment", "Read a payment with its history, refunds and disputes", (*server).findPayment),
	call(post, "/v1/admin/payments/{attemptId}/refunds", tokenOperator, "refundPayment", "Refund a payment, or a part of it", (*server).refundPayment),
	call(post, "/v1/admin/payments/settle", tokenOperator, "settlePayments", "Fetch settlements, disputes and refunds of captured payments from the provider now", (*server).settlePayments),
	call(get, "/v1/admin/disputes", tokenOperator, "listDisputes", "List disputes, open ones first, by their last day for evidence", (*server).listDisputes),

	call(get, "/v1/admin/professionals", tokenOperator, "listProfessionals", "List professionals, newest first", (*server).listProfessionals),
	call(post, "/v1/admin/professionals", tokenOperator, "addProfessional", "Add a professional and send the welcome mail", (*server).addProfessional).creates(),
	call(post, "/v1/admin/professionals/{professionalId}/verify", tokenOperator, "verifyProfessional", "Record that a professional's identity was checked", (*server).verifyProfessional).silent(),
	call(post, "/v1/admin/professionals/{professionalId}/suspend", tokenOperator, "suspendProfessional", "Stop a professional from buying and issuing codes and from inviting; issued codes remain valid", (*server).suspendProfessional).silent(),
	call(post, "/v1/admin/professionals/{professionalId}/restore", tokenOperator, "restoreProfessional", "End a professional's suspension", (*server).restoreProfessional).silent(),

	call(get, "/v1/admin/invitations", tokenOperator, "listInvitations", "List invitations, newest first", (*server).listInvitations),
	call(get, "/v1/admin/invitations/{invitationId}", tokenOperator, "findInvitation", "Read an invitation", (*server).findInvitation),
	call(post, "/v1/admin/invitations/{invitationId}/resend", tokenOperator, "resendInvitation", "Mail a new link and revoke the old one", (*server).resendInvitation),
	call(post, "/v1/admin/invitations/{invitationId}/revoke", tokenOperator, "revokeInvitation", "Revoke an open invitation", (*server).revokeInvitation),

	call(get, "/v1/admin/host/endpoints", tokenOperator, "listHostEndpoints", "List endpoints with their numbers of undelivered events", (*server).listHostEndpoints),
	call(post, "/v1/admin/host/endpoints", tokenOperator, "addHostEndpoint", "Add an endpoint and return its secret, once", (*server).addHostEndpoint).creates(),
	call(put, "/v1/admin/host/endpoints/{endpointId}", tokenOperator, "changeHostEndpoint", "Change an endpoint; omitted fields keep their values", (*server).changeHostEndpoint),
	call(del, "/v1/admin/host/endpoints/{endpointId}", tokenOperator, "removeHostEndpoint", "Remove an endpoint and its undelivered events", (*server).removeHostEndpoint).silent(),
	call(get, "/v1/admin/host/endpoints/{endpointId}/dead", tokenOperator, "listDeadEvents", "List the events of an endpoint whose delivery was given up, newest first", (*server).listDeadEvents),
	call(post, "/v1/admin/host/endpoints/{endpointId}/replay", tokenOperator, "replayHostEvents", "Send events to an endpoint again", (*server).replayHostEvents),
	call(post, "/v1/admin/host/endpoints/{endpointId}/test", tokenOperator, "testHostEndpoint", "Send an event of type test to an endpoint now", (*server).testHostEndpoint).waits(),
	call(get, "/v1/admin/host/tokens", tokenOperator, "listHostTokens", "List the tokens of the customer's servers", (*server).listHostTokens),
	call(post, "/v1/admin/host/tokens", tokenOperator, "createHostToken", "Create a token for one of the customer's servers and return it, once", (*server).createHostToken).creates(),
	call(del, "/v1/admin/host/tokens/{tokenId}", tokenOperator, "revokeHostToken", "Revoke a token immediately", (*server).revokeHostToken).silent(),

	call(get, "/v1/admin/readings", tokenOperator, "listReadings", "List operators' accesses to personal data, newest first", (*server).listReadings),

	call(get, "/v1/admin/signups", tokenOperator, "listSignups", "List sign-ups, newest first, without the entered data", (*server).listSignups),
	call(get, "/v1/admin/signups/{signupId}", tokenOperator, "inspectSignup", "Read a sign-up with its history", (*server).inspectSignup),
	call(post, "/v1/admin/signups/expire", tokenOperator, "expireSignups", "Expire sign-ups that are due, now", (*server).expireSignups),
	call(post, "/v1/admin/signups/purge", tokenOperator, "purgeSignups", "Purge personal data that is due, now", (*server).purgeSignups),
}

// operatorHeader names the operator behind a shared token.
const operatorHeader = "Operator"

// NewAdmin returns the operators' handler for /v1/admin/…, for a private listener. Every call needs one of the tokens as
// Authorization: Bearer; any other call gets 401, whether its path exists or not. A token has at least 32 bytes.
//
// The map's keys are the operators' names, which are recorded when they read personal data. The empty name is a shared token; its users
// name themselves in the Operator header. The handler serves no pages and registers no metrics.
func NewAdmin(cfg Config, tokens map[string]secret.Secret) (http.Handler, error) {
	if len(tokens) == 0 {
		return nil, errors.New("apiserver: there is no operator token")
	}
	for _, token := range tokens {
		if len(token.Reveal()) < minOperatorToken {
			return nil, fmt.Errorf("apiserver: an operator token has fewer than %d bytes: generate one with openssl rand -base64 32", minOperatorToken)
		}
	}
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	s := newServer(cfg)
	if s.metrics, err = newCallMetrics(nil, nil); err != nil {
		return nil, err
	}
	_, calls := newAPI(s, adminRoutes, s.routed)
	return s.outermost(onlyOperators(tokens, problemMux{ServeMux: calls})), nil
}

// onlyOperators accepts only the operators' tokens, compared in constant time, and adds the operator's name to the context.
func onlyOperators(tokens map[string]secret.Secret, next http.Handler) http.Handler {
	digests := map[string][sha256.Size]byte{}
	for name, token := range tokens {
		digests[name] = sha256.Sum256([]byte(token.Reveal()))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := request.Of(r.Context())
		got := sha256.Sum256([]byte(c.Bearer.Reveal()))
		for name, want := range digests {
			if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
				if name == "" {
					name = r.Header.Get(operatorHeader)
				}
				next.ServeHTTP(w, r.WithContext(caller.WithOperator(r.Context(), name)))
				return
			}
		}
		code := fault.TokenInvalid.Code
		if c.Bearer == "" {
			code = problem.NoToken
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		problem.Write(w, r, problem.New(c, http.StatusUnauthorized, code))
	})
}

type catalogList struct {
	Body struct {
		Catalogs []price.CatalogVersion `json:"catalogs"`
	}
}

func (s *server) listCatalogs(ctx context.Context, _ *struct{}) (*catalogList, error) {
	versions, err := s.cfg.Client.Operate.CatalogVersions(ctx)
	if err != nil {
		return nil, err
	}
	out := &catalogList{}
	out.Body.Catalogs = versions
	return out, nil
}

type catalogFile struct {
	Note    string `query:"note" maxLength:"500" doc:"Reason for the change, shown in the list of versions"`
	RawBody []byte `contentType:"application/yaml"`
}

type catalogApplied struct{ Body price.CatalogVersion }

func (s *server) applyCatalog(ctx context.Context, in *catalogFile) (*catalogApplied, error) {
	version, err := s.cfg.Client.Operate.ApplyCatalog(ctx, in.RawBody, in.Note)
	if err != nil {
		return nil, catalogMistakes(ctx, err)
	}
	return &catalogApplied{version}, nil
}

func (s *server) checkCatalog(ctx context.Context, in *catalogFile) (*struct{}, error) {
	_, err := price.ParseCatalog(in.RawBody)
	return nil, catalogMistakes(ctx, err)
}

// catalogMistakes converts a file's mistakes to validation errors, each with its path and line. A catalog contains no
// secrets, so the errors may quote it.
func catalogMistakes(ctx context.Context, err error) error {
	var broken *price.CatalogError
	if !errors.As(err, &broken) {
		return err
	}
	found := make(fault.Violations, len(broken.Faults))
	for i, f := range broken.Faults {
		args := map[string]any{"line": f.Line, "reason": f.Reason}
		found[i] = fault.Violation{Field: f.Path, Text: text.In(request.Of(ctx).Lang, problem.CatalogBroken, args), Code: problem.CatalogBroken, Args: args}
	}
	return &fault.ValidationError{Violations: found}
}

type catalogBody struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (s *server) readCatalog(ctx context.Context, in *struct {
	Version int `path:"version" minimum:"0" maximum:"1000000"`
}) (*catalogBody, error) {
	_, raw, err := s.cfg.Client.Operate.Catalog(ctx, in.Version)
	if err != nil {
		return nil, err
	}
	return &catalogBody{ContentType: catalogMediaType, Body: raw}, nil
}

type addProfessionalInput struct {
	Body form.Professional
}

type professionalAccount struct{ Body *professional.Account }

func (s *server) addProfessional(ctx context.Context, in *addProfessionalInput) (*professionalAccount, error) {
	added, err := s.cfg.Client.Professional.Add(ctx, in.Body, s.meta(ctx, nil))
	if err != nil {
		return nil, err
	}
	return &professionalAccount{added}, nil
}

type invitationFilter struct {
	State          string `query:"state" enum:"open,accepted,revoked" doc:"open includes those whose link has expired"`
	ProfessionalID string `query:"professionalId" maxLength:"64"`
	AdminPage
}

type invitationList struct {
	Body struct {
		Invitations []invite.Info `json:"invitations"`
	}
}

func (s *server) listInvitations(ctx context.Context, in *invitationFilter) (*invitationList, error) {
	found, err := s.cfg.Client.Invite.List(ctx, invite.Filter{
		State: in.State, ProfessionalID: in.ProfessionalID, Before: in.Before, Limit: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	out := &invitationList{}
	out.Body.Invitations = found
	return out, nil
}

type invitationPath struct {
	InvitationID string `path:"invitationId" maxLength:"64"`
}

type invitationInfo struct{ Body *invite.Info }

func (s *server) findInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.Invite.Find(ctx, in.InvitationID))
}

func (s *server) resendInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.Invite.Resend(ctx, in.InvitationID))
}

func (s *server) revokeInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.Invite.Revoke(ctx, in.InvitationID))
}

func oneInvitation(info *invite.Info, err error) (*invitationInfo, error) {
	if err != nil {
		return nil, err
	}
	return &invitationInfo{info}, nil
}
