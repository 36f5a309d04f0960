package apiserver

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// invited invites a parent on behalf of a professional and returns user and token of the mailed link.
func (b *bundle) invited(email string) (userID, token string) {
	b.t.Helper()
	pro, err := b.env.Client.Professional.Add(b.t.Context(), form.Professional{FirstName: "Pat", LastName: "Lee", Email: "pro." + email}, caller.Meta{})
	if err != nil {
		b.t.Fatal(err)
	}
	_, err = b.env.Client.Invite.Create(b.t.Context(), pro.ProfessionalID, invite.Input{
		Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Roy", Email: email},
	}, caller.Meta{})
	if err != nil {
		b.t.Fatal(err)
	}
	b.env.RunJobs(b.t)
	for _, m := range b.env.Mailbox.Mails() {
		if m.To == email {
			_, fragment, _ := strings.Cut(m.Link.Reveal(), "#")
			values, err := url.ParseQuery(fragment)
			if err != nil {
				b.t.Fatal(err)
			}
			return values.Get("userId"), values.Get("token")
		}
	}
	b.t.Fatalf("nothing was mailed to %s", email)
	return "", ""
}

// A link opens its own invitation. An invalid link gets 112, another user's ID gets 403. No log contains
// the link.
func TestInvitationOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Links = caller.Limit{Count: 1, Per: 1 << 40} }))
	userID, token := b.invited("ben@example.com")
	otherID, _ := b.invited("ida@example.com")
	bearer := []string{"Authorization", "Bearer " + token}

	var invitation invite.Context
	res := b.call(http.MethodGet, "/v1/invite?userId="+userID, nil, bearer...)
	res.into(t, &invitation)
	if invitation.UserID != userID || invitation.Next != "/invite/step1" || invitation.UserCreatedByPro == nil || res.header.Get("Cache-Control") != "no-store" {
		t.Errorf("context %+v with Cache-Control %q", invitation, res.header.Get("Cache-Control"))
	}
	var answer invite.Answer
	b.call(http.MethodPut, "/v1/invite/registration?userId="+userID, map[string]any{
		"sections": []string{"PARENT"}, "parent": map[string]string{
			"userId": userID, "firstName": "Ben", "lastName": "Roy", "email": "ben@example.com", "phoneCountryCode": "+1", "phoneNumber": "4125550133",
		},
	}, append(bearer, "Idempotency-Key", "invite-step-1")...).into(t, &answer)
	if answer.Invitation.Registration.Parent.PhoneNumber != "4125550133" {
		t.Errorf("saved %+v", answer.Invitation.Registration.Parent)
	}
	var coupons CouponList
	b.call(http.MethodGet, "/v1/invite/coupons?userId="+userID, nil, bearer...).into(t, &coupons)

	type refusal struct {
		Status, StatusCode int
		Code, Message      string
	}
	for name, tc := range map[string]struct {
		method, path string
		body         any
		token        string
		want         refusal
	}{
		"another user's id":       {http.MethodGet, "/v1/invite?userId=" + otherID, nil, token, refusal{403, 0, "account_forbidden", ""}},
		"another user's id, body": {http.MethodPut, "/v1/invite/registration", map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{"userId": otherID}}, token, refusal{403, 0, "account_forbidden", ""}},
		"an unknown token":        {http.MethodGet, "/v1/invite?userId=" + userID, nil, "made-up", refusal{401, 112, "token_invalid", "auth.fail.message"}},
		"at the parent's calls":   {http.MethodGet, "/v1/parents/" + userID, nil, "made-up", refusal{401, 112, "token_invalid", "auth.fail.message"}},
		"no package is chosen":    {http.MethodGet, "/v1/payment/client-token?country=US&userId=" + userID, nil, token, refusal{409, 0, "step_out_of_order", ""}},
		"client token, unknown":   {http.MethodGet, "/v1/payment/client-token?country=US", nil, "made-up", refusal{401, 112, "token_invalid", "auth.fail.message"}},
	} {
		p := b.call(tc.method, tc.path, tc.body, "Authorization", "Bearer "+tc.token).problem(t)
		if diff := cmp.Diff(tc.want, refusal{p.Status, p.StatusCode, string(p.Code), p.Message}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}

	var sent Sent
	b.call(http.MethodPost, "/v1/invite/renewal", nil, bearer...).into(t, &sent)
	second := b.call(http.MethodPost, "/v1/invite/renewal", nil, bearer...)
	if p := second.problem(t); p.Status != 409 || p.StatusCode != 111 || !sent.Sent || second.header.Get("Retry-After") == "" {
		t.Errorf("a second request within the limit's window: %+v", p)
	}
	b.env.RunJobs(t)
	if p := b.call(http.MethodGet, "/v1/invite?userId="+userID, nil, bearer...).problem(t); p.StatusCode != 112 {
		t.Errorf("the old link after the new one was mailed: %+v", p)
	}
	log := b.log.String()
	for what, secret := range map[string]string{"token": token, "e-mail": "ben@example.com", "phone": "4125550133", "user id": userID} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds the %s", what)
		}
	}
}
