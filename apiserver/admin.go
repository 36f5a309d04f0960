package apiserver

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/text"
)

// catalogMediaType is what a catalogue file is sent as.
const catalogMediaType = "application/yaml"

// minOperatorToken is the least length of an operator token, in bytes: nobody guesses 32 random ones.
const minOperatorToken = 32

// adminRoutes is every call of the operator's interface. It is served on the private listener only, and
// stands in no public document.
var adminRoutes = []route{
	call(get, "/v1/admin/catalogs", tokenOperator, "listCatalogs", "Catalogues that were applied, newest first", (*server).listCatalogs),
	call(post, "/v1/admin/catalogs", tokenOperator, "applyCatalog", "Put a catalogue file in force", (*server).applyCatalog),
	call(post, "/v1/admin/catalogs/validation", tokenOperator, "checkCatalog", "Check a catalogue file, changing nothing", (*server).checkCatalog).silent(),
	call(get, "/v1/admin/catalogs/{version}", tokenOperator, "readCatalog", "File of a catalogue; 0 is the one in force", (*server).readCatalog).gives(catalogMediaType),

	call(get, "/v1/admin/professionals", tokenOperator, "listProfessionals", "Professionals, newest first", (*server).listProfessionals),
	call(post, "/v1/admin/professionals", tokenOperator, "addProfessional", "Add a professional and mail the welcome", (*server).addProfessional).creates(),
	call(post, "/v1/admin/professionals/{professionalId}/verify", tokenOperator, "verifyProfessional", "Record that a professional was checked", (*server).verifyProfessional).silent(),
	call(post, "/v1/admin/professionals/{professionalId}/suspend", tokenOperator, "suspendProfessional", "Keep a professional from buying codes and inviting; codes that are out stay good", (*server).suspendProfessional).silent(),
	call(post, "/v1/admin/professionals/{professionalId}/restore", tokenOperator, "restoreProfessional", "End a professional's suspension", (*server).restoreProfessional).silent(),

	call(get, "/v1/admin/invitations", tokenOperator, "listInvitations", "Invitations, newest first", (*server).listInvitations),
	call(get, "/v1/admin/invitations/{invitationId}", tokenOperator, "findInvitation", "One invitation", (*server).findInvitation),
	call(post, "/v1/admin/invitations/{invitationId}/resend", tokenOperator, "resendInvitation", "Mail a new link; the old one ends", (*server).resendInvitation),
	call(post, "/v1/admin/invitations/{invitationId}/revoke", tokenOperator, "revokeInvitation", "End an open invitation", (*server).revokeInvitation),

	call(get, "/v1/admin/signups", tokenOperator, "listSignups", "Sign-ups, newest first; without what people entered", (*server).listSignups),
	call(get, "/v1/admin/signups/{signupId}", tokenOperator, "inspectSignup", "One sign-up with its life so far", (*server).inspectSignup),
	call(post, "/v1/admin/signups/expire", tokenOperator, "expireSignups", "Expire what has had its time, now", (*server).expireSignups),
	call(post, "/v1/admin/signups/purge", tokenOperator, "purgeSignups", "Purge personal data that has had its time, now", (*server).purgeSignups),
}

// NewAdmin makes the operator's handler for /v1/admin/…, for a listener that isn't public. Every call needs
// the token, at least 32 bytes, as Authorization: Bearer; a caller without it learns nothing else. Of the
// configuration it takes Client, Log, Metrics and the time-outs.
func NewAdmin(cfg Config, token sdk.Secret) (http.Handler, error) {
	if len(token.Reveal()) < minOperatorToken {
		return nil, fmt.Errorf("apiserver: the operator token has fewer than %d bytes: make one with openssl rand -base64 32", minOperatorToken)
	}
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &server{cfg: cfg, tracer: cfg.Tracing.Tracer(tracerName), turns: make(chan struct{}, cfg.InFlight)}
	if s.metrics, err = newCallMetrics(nil, nil); err != nil {
		return nil, err
	}
	_, calls := newAPI(s, adminRoutes, s.routed)
	return s.outermost(onlyOperators(token, problemMux{ServeMux: calls})), nil
}

// onlyOperators lets the token's holder through, and takes the same time to refuse any other token.
func onlyOperators(token sdk.Secret, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(token.Reveal()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := callOf(r.Context())
		got := sha256.Sum256([]byte(c.Bearer.Reveal()))
		if subtle.ConstantTimeCompare(want[:], got[:]) == 1 {
			next.ServeHTTP(w, r)
			return
		}
		code := sdk.TokenInvalid.Code
		if c.Bearer == "" {
			code = codeNoToken
		}
		w.Header().Set("WWW-Authenticate", "Bearer")
		writeProblem(w, r, newProblem(c, http.StatusUnauthorized, code))
	})
}

type catalogList struct {
	Body struct {
		Catalogs []sdk.CatalogVersion `json:"catalogs"`
	}
}

func (s *server) listCatalogs(ctx context.Context, _ *struct{}) (*catalogList, error) {
	versions, err := s.cfg.Client.CatalogVersions(ctx)
	if err != nil {
		return nil, err
	}
	out := &catalogList{}
	out.Body.Catalogs = versions
	return out, nil
}

type catalogFile struct {
	Note    string `query:"note" maxLength:"500" doc:"Why, for the list of versions"`
	RawBody []byte `contentType:"application/yaml"`
}

type catalogApplied struct{ Body sdk.CatalogVersion }

func (s *server) applyCatalog(ctx context.Context, in *catalogFile) (*catalogApplied, error) {
	version, err := s.cfg.Client.ApplyCatalog(ctx, in.RawBody, in.Note)
	if err != nil {
		return nil, catalogMistakes(ctx, err)
	}
	return &catalogApplied{version}, nil
}

func (s *server) checkCatalog(ctx context.Context, in *catalogFile) (*struct{}, error) {
	_, err := sdk.ParseCatalog(in.RawBody)
	return nil, catalogMistakes(ctx, err)
}

// catalogMistakes turns what is wrong with a file into what a person can put right: each with its path
// and line. A catalogue holds no secret, so its reasons may quote it.
func catalogMistakes(ctx context.Context, err error) error {
	var broken *sdk.CatalogError
	if !errors.As(err, &broken) {
		return err
	}
	found := make(sdk.Violations, len(broken.Faults))
	for i, f := range broken.Faults {
		args := map[string]any{"line": f.Line, "reason": f.Reason}
		found[i] = sdk.Violation{Field: f.Path, Text: text.In(callOf(ctx).Lang, codeCatalogBroken, args), Code: codeCatalogBroken, Args: args}
	}
	return &sdk.ValidationError{Violations: found}
}

type catalogBody struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (s *server) readCatalog(ctx context.Context, in *struct {
	Version int `path:"version" minimum:"0" maximum:"1000000"`
}) (*catalogBody, error) {
	_, raw, err := s.cfg.Client.Catalog(ctx, in.Version)
	if err != nil {
		return nil, err
	}
	return &catalogBody{ContentType: catalogMediaType, Body: raw}, nil
}

type addProfessionalInput struct {
	Body sdk.Professional
}

type professionalAccount struct{ Body *sdk.ProfessionalAccount }

func (s *server) addProfessional(ctx context.Context, in *addProfessionalInput) (*professionalAccount, error) {
	added, err := s.cfg.Client.AddProfessional(ctx, in.Body, s.meta(ctx, nil))
	if err != nil {
		return nil, err
	}
	return &professionalAccount{added}, nil
}

type invitationFilter struct {
	State          string `query:"state" enum:"open,accepted,revoked" doc:"Open ones include those whose link has ended"`
	ProfessionalID string `query:"professionalId" maxLength:"64"`
	AdminPage
}

type invitationList struct {
	Body struct {
		Invitations []sdk.InvitationInfo `json:"invitations"`
	}
}

func (s *server) listInvitations(ctx context.Context, in *invitationFilter) (*invitationList, error) {
	found, err := s.cfg.Client.Invitations(ctx, sdk.InvitationFilter{
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

type invitationInfo struct{ Body *sdk.InvitationInfo }

func (s *server) findInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.FindInvitation(ctx, in.InvitationID))
}

func (s *server) resendInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.ResendInvitation(ctx, in.InvitationID))
}

func (s *server) revokeInvitation(ctx context.Context, in *invitationPath) (*invitationInfo, error) {
	return oneInvitation(s.cfg.Client.RevokeInvitation(ctx, in.InvitationID))
}

func oneInvitation(info *sdk.InvitationInfo, err error) (*invitationInfo, error) {
	if err != nil {
		return nil, err
	}
	return &invitationInfo{info}, nil
}
