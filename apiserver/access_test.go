package apiserver

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, if a container engine runs
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// goodRequests holds a valid body for each route, for a caller with the right token.
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
	"lookUpAccount":             map[string]any{"email": "nobody@example.com"},
	"useLoginCode":              map[string]any{"code": "made-up", "returnUrl": "https://app.example.com/"},
	"cancelSubscription":        map[string]any{},
	"mailSignupLink":            nil,
	"inviteAgain":               map[string]any{},
	"leadHome":                  map[string]any{},
	"takeOver":                  map[string]any{},
	"logout":                    map[string]any{},
	"endLogins":                 map[string]any{},
	"refuseInvitation":          map[string]any{},
	"replacePaymentMethod":      map[string]any{"nonce": "fake-valid-nonce"},
	"payAgain":                  map[string]any{"amountDisplayed": "158.99", "nonce": "fake-valid-nonce"},
	"issueCode":                 map[string]any{"issuedTo": "Client 7"},
	"createCodeClientToken":     map[string]any{"packageId": 2001},
	"inviteFamily":              map[string]any{"parent": map[string]string{"firstName": "Ben", "lastName": "Lee", "email": "ben.lee@example.com"}},
}

// TestRouteAccess calls every route as every member of the cast, about the same objects, and compares the responses with
// testdata/access.txt. A route or a caller that isn't in the file fails the test. `go test ./apiserver -run
// TestRouteAccess -update` writes the file; review each line, because it lists the admitted callers and the errors of all others.
func TestRouteAccess(t *testing.T) {
	t.Parallel()
	b := setup(t, nil, withAddressesAndChat)
	operations := 0
	for _, path := range b.schema.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Put, path.Post, path.Delete, path.Patch, path.Head, path.Options, path.Trace} {
			if op != nil {
				operations++
			}
		}
	}
	if operations != len(routes) {
		t.Errorf("the OpenAPI document has %d operations, the table %d", operations, len(routes))
	}
	owner, other := b.newParty(t, 1), b.newParty(t, 2)
	inOrder := slices.Clone(routes)
	slices.SortStableFunc(inOrder, func(x, y route) int {
		return slices.Index(lastCalls, x.id) - slices.Index(lastCalls, y.id)
	})
	answers := map[string]map[string][]string{} // names of callers, by route and response
	before := b.rowsOf(t, owner)
	isOwners := false
	for _, member := range newCast(t, b, owner, other) {
		if member.owns && !isOwners {
			isOwners = true
			if diff := cmp.Diff(before, b.rowsOf(t, owner)); diff != "" {
				t.Errorf("others' calls changed the owner's data (-before +after):\n%s", diff)
			}
		}
		for _, r := range inOrder {
			if member.only != nil && !member.only(r) {
				continue
			}
			if answers[r.id] == nil {
				answers[r.id] = map[string][]string{}
			}
			got := b.requestAs(t, member, r, owner)
			answers[r.id][got] = append(answers[r.id][got], member.name)
		}
	}
	var got strings.Builder
	for _, r := range routes {
		fmt.Fprintf(&got, "%s %s\n", r.method, r.path)
		for _, answer := range slices.Sorted(maps.Keys(answers[r.id])) {
			members := strings.Join(answers[r.id][answer], ", ")
			if len(answers[r.id]) == 1 {
				members = "everybody"
			}
			fmt.Fprintf(&got, "  %s: %s\n", answer, members)
		}
	}
	compareGolden(t, "testdata/access.txt", got.String())
}

// Caches must not store responses with personal or volatile data.
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

// The log of a whole sign-up contains routes and statuses, but no personal data.
func TestLogHoldsNoPersonalData(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	b.call(http.MethodGet, "/v1/signups/"+id, nil, "Registration-Key", key)
	b.call(http.MethodGet, "/v1/pricing-groups?country=US&phoneNumber=2155500001", nil)
	b.call(http.MethodPost, "/v1/links", map[string]string{"email": "ana.diaz.1@example.com"})
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
