package apiserver

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// castMember is a caller, with the objects of its calls and its credentials.
type castMember struct {
	name     string
	about    party                  // owner of the IDs in path, query and body
	key      string                 // Registration-Key
	bearer   func(tokenKind) string // by the route's token; nil: none
	username string
	password secret.Secret
	only     func(route) bool // nil: every route
	owns     bool             // owns these objects: its calls may change them, so they come last
}

// newCast returns all callers, owners last.
func newCast(t *testing.T, b *bundle, owner, other *party) []castMember {
	t.Helper()
	suspended, closed, erased := b.newParty(t, 3).suspended(t), b.newParty(t, 4).closed(t), b.newParty(t, 5).erased(t)
	same := func(token string) func(tokenKind) string { return func(tokenKind) string { return token } }
	themselves := func(name string, p *party) castMember {
		return castMember{
			name: name, about: *p, key: p.key, bearer: p.tokens, username: p.parent.Username, password: p.parent.Password,
		}
	}
	inviteSignup, codeOfOther := *owner, *other
	inviteSignup.signupID, inviteSignup.parent.UserID, codeOfOther.codeID = owner.inviteSignup, owner.invitee, owner.codeID
	ofSignup := func(r route) bool { return r.token == tokenRegistration || r.token == tokenVisitor }
	ofCode := func(r route) bool { return strings.Contains(r.path, "{codeId}") }
	ofProfessional := func(r route) bool {
		return r.token == tokenProfessional || r.token == tokenAccess || r.id == "login" || r.id == "createAccessToken"
	}
	// The next caller uses another login of the same account.
	keepsLogins := func(r route) bool { return r.id != "endOtherSessions" }
	theOwner := themselves("the owner", owner)
	theOwner.owns = true
	theOwner.bearer = func(k tokenKind) string {
		if k == tokenVisitor { // identified by the sign-up's key
			return ""
		}
		return owner.tokens(k)
	}
	return []castMember{
		{name: "nobody", about: *owner},
		{name: "a made-up token", about: *owner, key: "made-up", bearer: same("made-up")},
		{name: "an operator", about: *owner, key: operatorToken, bearer: same(operatorToken)},
		{name: "another parent", about: *owner, key: other.key, bearer: same(other.parent.Token.Reveal()), username: other.parent.Username, password: other.parent.Password, only: keepsLogins},
		{name: "another parent's command line", about: *owner, key: other.paidKey, bearer: same(other.parentAccess)},
		{name: "another parent without a password", about: *owner, bearer: same(other.waiting)},
		{name: "another invited parent", about: *owner, bearer: same(other.inviteLink)},
		{name: "another parent at an invited parent's sign-up", about: inviteSignup, key: other.key, only: ofSignup},
		{name: "another parent by a mailed link", about: *owner, key: other.signupLink, only: ofSignup},
		{name: "an invitation's token as a sign-up's key", about: inviteSignup, key: owner.inviteLink, only: ofSignup},
		{name: "another professional", about: *owner, bearer: same(other.pro.Token.Reveal()), username: other.pro.Username, password: other.pro.Password, only: keepsLogins},
		{name: "another professional naming a batch of their own", about: codeOfOther, bearer: same(other.proLogin), only: ofCode},
		{name: "another professional's login", about: *owner, bearer: same(other.proLogin)},
		{name: "a suspended professional", about: *suspended, bearer: same(suspended.pro.Token.Reveal()), username: suspended.pro.Username, password: suspended.pro.Password, only: ofProfessional},
		{name: "a suspended professional's login", about: *suspended, bearer: same(suspended.proLogin), only: ofProfessional},
		themselves("a closed person", closed),
		themselves("an erased person", erased),
		theOwner,
		{name: "the host, with a token for everything", about: *owner, bearer: same(owner.hostToken), owns: true, only: func(r route) bool { return r.token == tokenHost }},
		{name: "the host, with a token for nothing of it", about: *owner, bearer: same(owner.otherHostToken), only: func(r route) bool { return r.id != "lookUpAccount" && r.token == tokenHost }},
		{name: "the invited parent", about: inviteSignup, bearer: same(owner.inviteLink), owns: true},
	}
}

// tokens returns the party's token of a kind.
func (p *party) tokens(k tokenKind) string {
	switch k {
	case tokenCredentials:
		return p.waiting
	case tokenPassword:
		return p.forgetful
	case tokenHandOver:
		return p.handOver
	case tokenRefusal:
		return p.refusal
	case tokenAccess:
		return p.parentAccess
	case tokenProfessional:
		return p.pro.Token.Reveal()
	case tokenInvitation:
		return p.inviteLink
	case tokenAccount, tokenSession, tokenVisitor:
		return p.parent.Token.Reveal()
	}
	return ""
}

// requestAs sends the route's valid request as a member of the cast and returns status and code of the response. A response to
// anyone but the owner must not contain the owner's data.
func (b *bundle) requestAs(t *testing.T, member castMember, r route, owner *party) string {
	t.Helper()
	headers := []string{"Idempotency-Key", fmt.Sprintf("cast-%d-%s", b.castCalls.Add(1), r.id), "Anonymous-Id", ""}
	bearer := ""
	if member.bearer != nil {
		bearer = member.bearer(r.token)
	}
	if r.token == tokenRegistration && member.key != "" {
		bearer = ""
	}
	if bearer != "" {
		headers = append(headers, "Authorization", "Bearer "+bearer)
	} else if member.key != "" {
		headers = append(headers, "Registration-Key", member.key)
	}
	if r.id == "login" || r.id == "hearBraintree" {
		headers = append(headers, "Content-Type", "application/x-www-form-urlencoded")
	}
	p := member.about
	res := b.call(r.method, p.path(r, bearer != ""), b.castBody(t, member, r, owner), headers...)
	if !member.owns {
		for what, id := range map[string]string{
			"account": owner.parent.UserID, "subscription": owner.subscriptionID, "receipt": owner.receiptID, "batch": owner.batchID, "code": owner.codeID,
			"invited parent": owner.invitee, "invited parent's sign-up": owner.inviteSignup, "sign-up": owner.signupID,
		} {
			if strings.Contains(string(res.body), id) {
				t.Errorf("%s answers %s with the owner's %s: %s", r.id, member.name, what, res.body)
			}
		}
	}
	answer := statusText(res.status)
	switch {
	case res.status == http.StatusConflict && res.header.Get("Content-Type") == "application/json":
		var rejected problem.Validation
		reply{status: 200, body: res.body}.into(t, &rejected)
		for _, v := range rejected.ValidationErrors {
			answer += " " + v.Field + ":" + string(v.Code)
		}
	case res.status >= 400:
		answer += " " + string(res.problem(t).Code)
	case r.id == "login":
		var login account.LoginAnswer
		res.into(t, &login)
		if login.Auth == "" {
			answer += " without a token"
		}
	case r.id == "createQuote" && owner.signupID == p.signupID:
		var quote price.Quote
		res.into(t, &quote)
		owner.tax, owner.total, owner.taxAmount = quote.TaxID, quote.Totals.Total, quote.Totals.TaxAmount
	case r.id == "createInvitationQuote":
		res.into(t, &owner.inviteQuote)
	}
	return answer
}

// path returns the route's path with the party's IDs.
func (p *party) path(r route, byBearer bool) string {
	userID := p.parent.UserID
	if r.token == tokenInvitation || r.token == tokenRegistration {
		userID = p.invitee
	}
	path := strings.NewReplacer(
		"{signupId}", p.signupID, "{userId}", userID, "{subscriptionId}", p.subscriptionID, "{batchId}", p.batchID, "{codeId}", p.codeID, "{receiptId}", p.receiptID, "{number}", "C-2026-000001", "{sessionId}", p.sessionID, "{accountId}", p.parent.UserID,
		"{country}", "US", "{region}", "FL", "{packageId}", "2001", "{id}", "sandbox-US-0-0-1600",
	).Replace(r.path)
	query := url.Values{}
	switch r.id {
	case "createClientToken":
		query.Set("country", "US")
	case "suggestAddresses":
		query.Set("query", "1600 market")
		query.Set("country", "US")
	case "findPricingGroup":
		query.Set("country", "US")
	case "listPackages":
		query.Set("group", "P0")
	}
	// An invited parent names no sign-up.
	takesSignup := (r.token == tokenRegistration || r.token == tokenVisitor) && !strings.Contains(r.path, "{signupId}") && r.method != post || r.token == tokenVisitor
	switch {
	case takesSignup && !byBearer:
		query.Set("signupId", p.signupID)
	case takesSignup || r.token == tokenInvitation && r.id != "renewInvitation":
		query.Set("userId", userID)
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return path
}

// castBody returns the route's valid body.
func (b *bundle) castBody(t *testing.T, member castMember, r route, owner *party) any {
	t.Helper()
	number := 1000 + int(b.castCalls.Add(1))
	form := url.Values{}
	switch r.id {
	case "createSignup":
		return requestOf(t, sdktest.ReadyToPay(number))
	case "updateSignup":
		return map[string]any{"sections": []string{"REFERRAL"}, "referral": map[string]string{"selection": "SEARCH_ENGINE"}}
	case "updateInvitation":
		return member.about.inviteSteps(t)[0]
	case "createQuote":
		return map[string]any{"limboId": member.about.signupID, "orderDetail": map[string]any{"packageId": 2001}}
	case "paySignup":
		if member.owns {
			return map[string]any{"order": map[string]any{"packageId": 2001}, "termsAndConditions": true, "payment": map[string]any{
				"taxId": owner.tax, "amountDisplayed": owner.total, "taxAmountDisplayed": owner.taxAmount, "nonce": "fake-valid-nonce",
			}}
		}
	case "payInvitation":
		if member.owns {
			quote := owner.inviteQuote
			return map[string]any{"order": map[string]any{"packageId": 2001}, "termsAndConditions": true, "payment": map[string]any{
				"taxId": quote.TaxID, "amountDisplayed": quote.Totals.Total, "taxAmountDisplayed": quote.Totals.TaxAmount, "nonce": "fake-valid-nonce",
			}}
		}
	case "checkUsername":
		return map[string]any{"username": fmt.Sprintf("new_parent_%d", number)}
	case "setCredentials":
		return map[string]any{"username": fmt.Sprintf("new_parent_%d", number), "password": "Correct-Horse-1", "termsAndConditions": true}
	case "setPassword":
		return map[string]any{"password": fmt.Sprintf("A-Better-Horse-%d", number)}
	case "mailLink":
		return map[string]any{"email": "nobody@example.com"}
	case "validatePackageCountry":
		return map[string]any{"countryCriteria": map[string]string{"country": "US"}}
	case "validateProfessional":
		form := professionalRequest(t, number)
		form["step"] = 3
		return form
	case "createProfessional":
		return professionalRequest(t, number)
	case "createAccessToken":
		return map[string]any{"username": member.username, "password": member.password.Reveal()}
	case "login":
		form.Set("username", member.username)
		form.Set("password", member.password.Reveal())
		return form.Encode()
	case "hearBraintree":
		hook, err := b.env.Sandbox.Webhook("check", "")
		if err != nil {
			t.Fatal(err)
		}
		form.Set("bt_payload", hook.Payload)
		if member.name == "the owner" { // here the provider, which signs
			form.Set("bt_signature", hook.Signature)
		}
		return form.Encode()
	case "inviteFamily":
		return map[string]any{"parent": map[string]string{"firstName": "Ben", "lastName": "Lee", "email": fmt.Sprintf("ben.lee.%d@example.com", number)}}
	case "recordEvents":
		return map[string]any{"events": []any{map[string]any{"event": "Step Viewed"}}}
	}
	if body, ok := goodRequests[r.id]; ok || r.method == get || r.method == del {
		return body
	}
	t.Fatalf("the test has no request for %s", r.id)
	return nil
}

// lastCalls end things that other calls need. They come last, in this order.
var lastCalls = []string{"revokeCodeBatch", "cancelSubscription", "setCredentials", "endSession", "revokeAccessToken", "endOtherSessions", "logout"}

// rowsOf returns a party's rows in the database as JSON, by table.
func (b *bundle) rowsOf(t *testing.T, p *party) map[string][]map[string]any {
	t.Helper()
	all := map[string][]map[string]any{}
	for table, where := range map[string]string{
		"accounts": "id = ANY($1::uuid[])", "registrations": "id = ANY($1::uuid[]) OR account_id = ANY($1::uuid[])", "subscriptions": "id IN (SELECT s.subscription_id FROM subscription_seats s WHERE s.id = ANY($1::uuid[]))", "subscription_seats": "id = ANY($1::uuid[])",
		"code_batches": "id = ANY($1::uuid[])", "subscription_codes": "batch_id = ANY($1::uuid[])", "code_batch_events": "batch_id = ANY($1::uuid[])",
		"invitations": "user_id = ANY($1::uuid[])", "invitation_refusals": "invitation_id IN (SELECT i.id FROM invitations i WHERE i.user_id = ANY($1::uuid[]))", "seats": "account_id = ANY($1::uuid[])",
		"tokens": "account_id = ANY($1::uuid[]) OR invitation_id IN (SELECT i.id FROM invitations i WHERE i.user_id = ANY($1::uuid[]))", "credentials": "account_id = ANY($1::uuid[])",
		"quotes": "registration_id = ANY($1::uuid[])", "orders": "registration_id = ANY($1::uuid[]) OR account_id = ANY($1::uuid[])",
		"payment_methods": "account_id = ANY($1::uuid[])", "professionals": "account_id = ANY($1::uuid[])",
	} {
		ids := append(p.accounts(), p.signupID, p.paidSignup, p.inviteSignup, p.subscriptionID, p.batchID)
		rows, err := b.env.Pool.Query(t.Context(), "SELECT to_jsonb(x) FROM "+table+" x WHERE "+where+" ORDER BY to_jsonb(x)::text", ids)
		if err != nil {
			t.Fatal(err)
		}
		if all[table], err = pgx.CollectRows(rows, pgx.RowTo[map[string]any]); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
	}
	return all
}

// compareGolden compares got with a file. -update writes the file.
func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
