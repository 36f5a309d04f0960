package apiserver

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

// OwnETag is the ETag of an earlier response to the customer's server. It is exported because huma ignores the fields of an unexported embedded
// struct.
type OwnETag struct {
	IfNoneMatch string `header:"If-None-Match" maxLength:"200" doc:"ETag of the answer that you have; 304 if it is still right"`
}

// entitlementAnswer is an entitlement with its ETag. Status is 304 if the caller has the current one.
type entitlementAnswer struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *integration.Entitlement
}

type hostAccountInput struct {
	OwnETag
	AccountID string `path:"accountId" maxLength:"64"`
}

func (s *server) readEntitlement(ctx context.Context, in *hostAccountInput) (*entitlementAnswer, error) {
	found, err := s.cfg.Client.Integration.Entitlement(ctx, request.Of(ctx).Bearer, in.AccountID)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(found)
	if err != nil {
		return nil, fmt.Errorf("entitlement: %w", err)
	}
	sum := sha256.Sum256(raw)
	out := &entitlementAnswer{Status: http.StatusOK, ETag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, Body: found}
	if request.Matches(in.IfNoneMatch, out.ETag) {
		out.Status, out.Body = http.StatusNotModified, nil
	}
	return out, nil
}

type hostLookupInput struct {
	Body struct {
		Email string `json:"email" maxLength:"254" doc:"In any case; spaces around it don't count"`
	}
}

func (s *server) lookUpAccount(ctx context.Context, in *hostLookupInput) (*answer[*integration.Entitlement], error) {
	return answered(s.cfg.Client.Integration.Lookup(ctx, request.Of(ctx).Bearer, in.Body.Email))
}

type hostFeedInput struct {
	After int64 `query:"after" minimum:"0" doc:"Position of the last event that you have; 0: from the oldest that is kept"`
	Limit int   `query:"limit" minimum:"0" maximum:"500" doc:"Default 50"`
	Wait  int   `query:"wait" minimum:"0" maximum:"10" doc:"Seconds to wait for an event if there is none yet"`
}

func (s *server) readHostFeed(ctx context.Context, in *hostFeedInput) (*answer[*integration.FeedPage], error) {
	return answered(s.cfg.Client.Integration.Feed(ctx, request.Of(ctx).Bearer, in.After, in.Limit, time.Duration(in.Wait)*time.Second))
}

type hostCodeInput struct {
	Body struct {
		Code      string `json:"code" maxLength:"100" doc:"The parameter code with which the visitor came"`
		ReturnURL string `json:"returnUrl" maxLength:"2000" doc:"Where they came to, as the configuration writes it: without code and state"`
	}
}

func (s *server) useLoginCode(ctx context.Context, in *hostCodeInput) (*answer[*integration.Entitlement], error) {
	return answered(s.cfg.Client.Integration.UseLoginCode(ctx, request.Of(ctx).Bearer, secret.Secret(in.Body.Code), in.Body.ReturnURL))
}

type leadHomeInput struct {
	Visitor
	Body struct {
		State string `json:"state,omitempty" maxLength:"500" doc:"Comes back to the host as it is"`
	}
}

func (s *server) leadHome(ctx context.Context, in *leadHomeInput) (*answer[*account.HandOver], error) {
	return answered(s.cfg.Client.Account.LeadHome(ctx, request.Of(ctx).Bearer, in.Body.State, s.meta(ctx, nil)))
}

// takeOver has no body, because the code is the bearer token.
func (s *server) takeOver(ctx context.Context, _ *tokenOnlyInput) (*answer[*account.LoginAnswer], error) {
	return answered(s.cfg.Client.Account.TakeOver(ctx, request.Of(ctx).Bearer))
}
