package apiserver

import (
	"net/http"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// pay requests a quote for a complete sign-up and pays it. The displayed amount defaults to the quote's.
func (b *bundle) pay(id, key, idempotencyKey, nonce, shown string) (price.Quote, reply) {
	b.t.Helper()
	var quote price.Quote
	b.call(http.MethodPost, "/v1/pricing", map[string]any{"limboId": id, "orderDetail": map[string]any{"packageId": 2001}}, "Registration-Key", key).into(b.t, &quote)
	if shown == "" {
		shown = quote.Totals.Total
	}
	return quote, b.call(http.MethodPost, "/v1/signups/"+id+"/payment", map[string]any{
		"order": map[string]any{"packageId": 2001},
		"payment": map[string]any{
			"taxId": quote.TaxID, "amountDisplayed": shown, "taxAmountDisplayed": quote.Totals.TaxAmount,
			"paymentType": "CREDIT_CARD", "nonce": nonce, "cardHolderName": "Ana Diaz",
			"bankAccountNumber": nil, "bankRoutingNumber": nil, "bankAccountType": nil,
		},
		"termsAndConditions": true,
	}, "Registration-Key", key, "Idempotency-Key", idempotencyKey)
}

func TestJourneyOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)

	var token ClientToken
	b.call(http.MethodGet, "/v1/payment/client-token?country=US&signupId="+id, nil, "Registration-Key", key).into(t, &token)
	if token.ClientToken == "" {
		t.Error("the client token is empty")
	}
	quote, res := b.pay(id, key, "journey-key-1", "fake-valid-nonce", "")
	var paid payment.Answer
	res.into(t, &paid)
	if paid.Status != payment.Accepted || paid.Receipt == nil || paid.Receipt.Totals.Total != quote.Totals.Total || quote.Totals.Total != "158.99" {
		t.Fatalf("paid %s, quoted %s", res.body, quote.Totals.Total)
	}
	if got := res.header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("the receipt has Cache-Control %q", got)
	}
	var standing payment.Answer
	b.call(http.MethodGet, "/v1/signups/"+id+"/payment", nil, "Registration-Key", key).into(t, &standing)
	if diff := cmp.Diff(paid.Receipt, standing.Receipt); diff != "" {
		t.Errorf("repeated receipt (-first +second):\n%s", diff)
	}

	if p := b.call(http.MethodPost, "/v1/credentials/username-availability", Username{"ana_diaz"}, "Authorization", "Bearer "+paid.ClickToJoinToken.Reveal()).problem(t); p.Code != "token_invalid" {
		t.Errorf("the first token is still valid after the second was issued: %s", p.Code)
	}
	bearer := "Bearer " + standing.ClickToJoinToken.Reveal()
	var free account.UsernameAvailability
	b.call(http.MethodPost, "/v1/credentials/username-availability", Username{"ana_diaz"}, "Authorization", bearer).into(t, &free)
	if diff := cmp.Diff(account.UsernameAvailability{Available: true, MeetsRequirements: true}, free); diff != "" {
		t.Errorf("username (-want +got):\n%s", diff)
	}
	credentials := map[string]any{"username": "ana_diaz", "password": "Correct-Horse-1"}
	var set account.CredentialsAnswer
	b.call(http.MethodPost, "/v1/credentials", credentials, "Authorization", bearer).into(t, &set)
	if p := b.call(http.MethodPost, "/v1/credentials", credentials, "Authorization", bearer).problem(t); p.Status != http.StatusUnauthorized {
		t.Errorf("the token is good a second time: %d", p.Status)
	}

	form := "submit=Log+in&_eventId=submit&username=ana_diaz&password="
	var login account.LoginAnswer
	b.call(http.MethodPost, "/login", form+"Correct-Horse-1", "Content-Type", "application/x-www-form-urlencoded").into(t, &login)
	if login.Auth == "" || login.UserID != set.UserID {
		t.Fatalf("login answers %+v, want user %s", login, set.UserID)
	}
	var refused account.LoginAnswer
	b.call(http.MethodPost, "/login", form+"wrong", "Content-Type", "application/x-www-form-urlencoded").into(t, &refused)
	if refused.Auth != "" || refused.UserID != "" {
		t.Errorf("a wrong password answers %+v", refused)
	}

	owner := "Bearer " + login.Auth
	var parent account.ParentAccount
	b.call(http.MethodPut, "/v1/parents/"+login.UserID+"/marketing-opt-in", map[string]any{"data": true}, "Authorization", owner).into(t, &parent)
	want := account.ParentAccount{UserID: login.UserID, AgreedToTerms: true, MarketingOptIn: true, Address: account.ParentAccountAddress{Country: "US"}}
	if diff := cmp.Diff(want, parent); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	if p := b.call(http.MethodGet, "/v1/parents/018f3a5e-0000-7000-8000-000000000000", nil, "Authorization", owner).problem(t); p.Status != http.StatusForbidden {
		t.Errorf("another user's account: %d %s", p.Status, p.Code)
	}
	if p := b.call(http.MethodPut, "/v1/signups/"+id, goodRequests["updateSignup"], "Registration-Key", key).problem(t); p.Status != http.StatusConflict || p.Code != "registration_paid" {
		t.Errorf("a paid sign-up can be changed: %d %s", p.Status, p.Code)
	}
}

func TestDeclinedPaymentOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	_, res := b.pay(id, key, "refused-key-1", "fake-processor-declined-visa-nonce", "")
	var declined problem.Validation
	if res.status != http.StatusConflict {
		t.Fatalf("declined card: %d %s", res.status, res.body)
	}
	reply{status: 200, body: res.body}.into(t, &declined)
	if len(declined.ValidationErrors) != 1 || declined.ValidationErrors[0].Field != "nonce" || declined.ValidationErrors[0].Code != "payment_method_declined" {
		t.Errorf("declined card: %s", res.body)
	}
	quote, res := b.pay(id, key, "refused-key-2", "fake-valid-nonce", "1.00")
	var changed problem.Validation
	reply{status: 200, body: res.body}.into(t, &changed)
	if res.status != http.StatusConflict || changed.Quote == nil || changed.Quote.Totals.Total != quote.Totals.Total || changed.ValidationErrors[0].Field != "pricing" {
		t.Errorf("another amount on the screen: %d %s", res.status, res.body)
	}
	if n := len(b.env.Sandbox.Ledger().Captured); n != 0 {
		t.Errorf("%d currencies were captured", n)
	}
}

// The same payment twice, concurrently: one charge, two equal responses.
func TestPaymentSentTwice(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	var quote price.Quote
	b.call(http.MethodPost, "/v1/pricing", map[string]any{"limboId": id, "orderDetail": map[string]any{"packageId": 2001}}, "Registration-Key", key).into(t, &quote)
	body := map[string]any{
		"order": map[string]any{"packageId": 2001}, "termsAndConditions": true,
		"payment": map[string]any{"taxId": quote.TaxID, "amountDisplayed": quote.Totals.Total, "taxAmountDisplayed": quote.Totals.TaxAmount, "nonce": "fake-valid-nonce"},
	}
	var answers [2]reply
	var both sync.WaitGroup
	for i := range answers {
		both.Go(func() {
			answers[i] = b.call(http.MethodPost, "/v1/signups/"+id+"/payment", body, "Registration-Key", key, "Idempotency-Key", "double-click")
		})
	}
	both.Wait()
	if diff := cmp.Diff(string(answers[0].body), string(answers[1].body)); diff != "" || answers[0].status != http.StatusOK {
		t.Errorf("status %d, answers (-first +second):\n%s", answers[0].status, diff)
	}
	if n := len(b.env.Sandbox.Ledger().Transactions); n != 1 {
		t.Errorf("the sandbox holds %d transactions, want 1", n)
	}
}

func TestEventsAreBounded(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	good := map[string]any{"events": []any{map[string]any{"event": "Step Viewed", "properties": map[string]any{"step": 1, "arm": "Control", "first": true}}}}
	if res := b.call(http.MethodPost, "/v1/events", good, "Anonymous-Id", "anon"); res.status != http.StatusNoContent {
		t.Errorf("good events: %d %s", res.status, res.body)
	}
	deep := map[string]any{"events": []any{map[string]any{"event": "x", "properties": map[string]any{"form": map[string]any{"email": loudSecret}}}}}
	if p := b.call(http.MethodPost, "/v1/events", deep).problem(t); p.Status != http.StatusUnprocessableEntity {
		t.Errorf("a form among the properties: %d", p.Status)
	}
	many := make([]any, 51)
	for i := range many {
		many[i] = map[string]any{"event": "x"}
	}
	if p := b.call(http.MethodPost, "/v1/events", map[string]any{"events": many}).problem(t); p.Status != http.StatusUnprocessableEntity {
		t.Errorf("51 events: %d", p.Status)
	}
}
