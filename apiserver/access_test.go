package apiserver

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// access is what a route answers to each kind of caller: status and code of the problem.
type access struct{ none, wrong, others string }

// refusedInvite is what an invitation's calls answer to a token that is no good.
const refusedInvite = "401 token_invalid"

// whoMayWhat is every route that needs a token. A route that is missing here fails the test.
var whoMayWhat = map[string]access{
	"readSignup":        {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"updateSignup":      {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"listCoupons":       {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"createQuote":       {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"createClientToken": {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"paySignup":         {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"readPayment":       {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"suggestAddresses":  {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"findAddress":       {"403 registration_key_wrong", "403 registration_key_wrong", "403 registration_key_wrong"},
	"createChatToken":   {"401 support_chat_nobody", "401 token_invalid", "401 token_invalid"},
	"checkUsername":     {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"setCredentials":    {"401 token_missing", "401 token_invalid", "401 token_invalid"},

	"readInvitation":            {refusedInvite, refusedInvite, refusedInvite},
	"updateInvitation":          {refusedInvite, refusedInvite, refusedInvite},
	"listInvitationCoupons":     {refusedInvite, refusedInvite, refusedInvite},
	"createInvitationQuote":     {refusedInvite, refusedInvite, refusedInvite},
	"validateInvitationCountry": {refusedInvite, refusedInvite, refusedInvite},
	"payInvitation":             {refusedInvite, refusedInvite, refusedInvite},
	"readInvitationPayment":     {refusedInvite, refusedInvite, refusedInvite},
	// Who asks for a new link isn't told whether there was an old one.
	"renewInvitation": {"409 invitation_not_renewed", "admitted", "admitted"},

	"readParent":                    {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"agreeToTerms":                  {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"optInToMarketing":              {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"listSubscriptions":             {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"cancelSubscription":            {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"createSubscriptionClientToken": {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"replacePaymentMethod":          {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"readAccessToken":               {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"revokeAccessToken":             {"401 token_missing", "401 token_invalid", "401 token_invalid"},

	"buyCodes":              {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"listCodeBatches":       {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"readCodeBatch":         {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"revokeCodeBatch":       {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"listCodes":             {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"listCodeBatchEvents":   {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"issueCode":             {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"revokeCode":            {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"createCodeClientToken": {"401 token_missing", "401 token_invalid", "401 token_invalid"},
	"inviteFamily":          {"401 token_missing", "401 token_invalid", "401 token_invalid"},
}

// A request of each such route that would be good with the right token.
var goodRequests = map[string]any{
	"updateSignup": map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{
		"firstName": "Ana", "lastName": "Diaz", "email": "ana.diaz.1@example.com", "phoneCountryCode": "+1", "phoneNumber": "2155500001",
	}},
	"createQuote":      map[string]any{"limboId": "{id}", "orderDetail": map[string]any{"packageId": 2001}},
	"paySignup":        map[string]any{"order": map[string]any{"packageId": 2001}, "payment": map[string]any{"taxId": "x", "amountDisplayed": "1.00", "taxAmountDisplayed": "0.00", "nonce": "fake-valid-nonce"}},
	"checkUsername":    map[string]any{"username": "ana_diaz"},
	"agreeToTerms":     map[string]any{"data": true},
	"optInToMarketing": map[string]any{"data": true},
	"updateInvitation": map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{
		"firstName": "Ana", "lastName": "Diaz", "email": "ana.diaz.1@example.com", "phoneCountryCode": "+1", "phoneNumber": "2155500001",
	}},
	"createInvitationQuote":     map[string]any{"orderDetail": map[string]any{"packageId": 2001}},
	"validateInvitationCountry": map[string]any{"packageId": 2001, "countryCriteria": map[string]string{"country": "US"}},
	"payInvitation":             map[string]any{"order": map[string]any{"packageId": 2001}, "payment": map[string]any{"taxId": "x", "amountDisplayed": "1.00", "taxAmountDisplayed": "0.00", "nonce": "fake-valid-nonce"}},
	"renewInvitation":           map[string]any{},
	"setCredentials":            map[string]any{"username": "ana_diaz", "password": "Not-Ana's-1-password"},
	"buyCodes":                  map[string]any{"packageId": 2001, "size": 1, "nonce": "fake-valid-nonce"},
	"revokeCodeBatch":           map[string]any{},
	"revokeCode":                map[string]any{},
	"createChatToken":           map[string]any{},
	"cancelSubscription":        map[string]any{},
	"replacePaymentMethod":      map[string]any{"nonce": "fake-valid-nonce"},
	"issueCode":                 map[string]any{"issuedTo": "Client 7"},
	"createCodeClientToken":     map[string]any{"packageId": 2001},
	"inviteFamily":              map[string]any{"parent": map[string]string{"firstName": "Ben", "lastName": "Lee", "email": "ben.lee@example.com"}},
}

func TestWhoMayWhat(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, withAddressesAndChat)
	id, key := b.signup(1)
	_, otherKey := b.signup(2)
	for _, r := range routes {
		if r.token == tokenNone || r.token == tokenSignature {
			continue
		}
		t.Run(r.id, func(t *testing.T) {
			want, ok := whoMayWhat[r.id]
			if !ok {
				t.Fatal("the route needs a token, but no test says what it answers without")
			}
			header, others := "Registration-Key", otherKey
			if r.token != tokenRegistration {
				header, others = "Authorization", "Bearer "+key // a key is no bearer token
			}
			got := access{
				none:   b.ask(t, r, id),
				wrong:  b.ask(t, r, id, header, "Bearer made-up"),
				others: b.ask(t, r, id, header, others),
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(access{})); diff != "" {
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
	// The owner still may, after all these tries.
	var reg signup.Registration
	b.call(http.MethodGet, "/v1/signups/"+id, nil, "Registration-Key", key).into(t, &reg)
	if reg.SignupID != id {
		t.Errorf("the owner reads sign-up %s, want %s", reg.SignupID, id)
	}
}

// ask makes the route's good request and gives "status code".
func (b *bundle) ask(t *testing.T, r route, id string, headers ...string) string {
	t.Helper()
	path := strings.NewReplacer("{signupId}", id, "{userId}", id, "{batchId}", id, "{codeId}", id, "{subscriptionId}", id).Replace(r.path)
	switch r.id {
	case "createClientToken":
		path += "?country=US&signupId=" + id
	case "suggestAddresses":
		path += "?query=1600+market&country=US&signupId=" + id
	case "findAddress":
		path = strings.Replace(path, "{id}", "sandbox-US-0-0-1600", 1) + "?signupId=" + id
	}
	body := goodRequests[r.id]
	if m, ok := body.(map[string]any); ok && m["limboId"] != nil {
		body = map[string]any{"limboId": id, "orderDetail": m["orderDetail"]}
	}
	if r.method != get && r.method != del && body == nil {
		t.Fatalf("no request of %s is known to the test", r.id)
	}
	res := b.call(r.method, path, body, append(headers, "Idempotency-Key", "test-"+r.id)...)
	if res.status < 400 {
		return "admitted"
	}
	p := res.problem(t)
	return statusText(res.status) + " " + string(p.Code)
}

// Public routes answer without any token; what is personal isn't kept by anyone on the way.
func TestPersonalAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	for _, path := range []string{"/v1/signups/" + id, "/v1/signups/" + id + "/coupons", "/v1/bootstrap", "/v1/pricing-groups?country=US"} {
		res := b.call(http.MethodGet, path, nil, "Registration-Key", key)
		if got := res.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s has Cache-Control %q, want no-store", path, got)
		}
	}
}

// The log of a whole sign-up names routes and statuses, and nobody.
func TestLogHoldsNoPersonalData(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	b.call(http.MethodGet, "/v1/signups/"+id, nil, "Registration-Key", key)
	b.call(http.MethodGet, "/v1/pricing-groups?country=US&phoneNumber=2155500001", nil)
	b.call(http.MethodPost, "/v1/credentials/renewal", map[string]string{"email": "ana.diaz.1@example.com"})
	b.call(http.MethodPost, "/login", "username=ana_diaz&password=hunter2hunter2", "Content-Type", "application/x-www-form-urlencoded")
	log := b.log.String()
	in := sdktest.ReadyToPay(1)
	for what, secret := range map[string]string{
		"key": key, "first name": in.Parent.FirstName, "e-mail": in.Parent.Email, "phone": in.Parent.PhoneNumber,
		"co-parent": in.CoParent.Email, "child": in.Children[0].FirstName, "street": in.Address.Line1,
		"answer": in.SecurityAnswer.Reveal(), "password": "hunter2", "username": "ana_diaz", "address": "127.0.0.1",
	} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds the %s:\n%s", what, log)
		}
	}
	for _, line := range []string{`"route":"POST /v1/signups","status":201`, `"route":"GET /v1/signups/{signupId}","status":200`, `"route":"POST /login","status":200`} {
		if !strings.Contains(log, line) {
			t.Errorf("the log lacks %s:\n%s", line, log)
		}
	}
}
