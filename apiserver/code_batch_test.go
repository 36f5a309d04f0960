package apiserver

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/professional"
)

func (b *bundle) quoteWithCode(t *testing.T, id, key, code string) price.Quote {
	t.Helper()
	var quote price.Quote
	b.call(http.MethodPost, "/v1/pricing", map[string]any{
		"limboId": id, "orderDetail": map[string]any{"packageId": 2001}, "paymentCodes": []string{code},
	}, "Registration-Key", key).into(t, &quote)
	return quote
}

func TestCodesOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	pat := b.env.SignUpProfessional(t)
	bearer := []string{"Authorization", "Bearer " + pat.Token.Reveal()}
	order := map[string]any{"packageId": 2001, "size": 3, "amountDisplayed": "449.97", "nonce": "fake-valid-nonce"}

	if p := b.call(http.MethodPost, "/v2/professional/code-batches", order, bearer...).problem(t); p.Status != http.StatusUnprocessableEntity || p.Code != "idempotency_key_invalid" {
		t.Errorf("without a key: %d %s", p.Status, p.Code)
	}
	bought := b.call(http.MethodPost, "/v2/professional/code-batches", order, append(bearer, "Idempotency-Key", "codes-over-http-1")...)
	if bought.status != http.StatusCreated {
		t.Fatalf("status %d: %s", bought.status, bought.body)
	}
	var batch codes.Batch
	bought.into(t, &batch)
	path := "/v2/professional/code-batches/" + batch.ID

	var issued codes.BatchCode
	b.call(http.MethodPost, path+"/issue", map[string]any{"issuedTo": "Client 7"}, bearer...).into(t, &issued)
	id, key := b.signup(1)
	quote := b.quoteWithCode(t, id, key, issued.Code)
	if quote.Totals.Total != "0.00" {
		t.Fatalf("with a code %s is due", quote.Totals.Total)
	}
	var paid payment.Answer
	b.call(http.MethodPost, "/v1/signups/"+id+"/payment", map[string]any{
		"order": map[string]any{"packageId": 2001}, "paymentCodes": []string{issued.Code},
		"payment": map[string]any{"taxId": quote.TaxID, "amountDisplayed": "0.00", "taxAmountDisplayed": "0.00"},
	}, "Registration-Key", key, "Idempotency-Key", "redeem-over-http-1").into(t, &paid)
	if paid.Status != payment.Accepted {
		t.Fatalf("paid with a code: %+v", paid)
	}

	var typed CodeList
	b.call(http.MethodGet, path+"/codes", nil, bearer...).into(t, &typed)
	var states []string
	for _, c := range typed.Codes {
		states = append(states, string(c.State)+" "+string(c.Redeemer))
	}
	if diff := cmp.Diff([]string{"redeemed signed_up", "available ", "available "}, states); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	gone := b.call(http.MethodPost, path+"/codes/"+typed.Codes[0].ID+"/revoke", map[string]any{}, bearer...).problem(t)
	if gone.Status != http.StatusConflict || gone.Code != "subscription_code_used" {
		t.Errorf("revoking a used code: %d %s", gone.Status, gone.Code)
	}
	if r := b.call(http.MethodPost, path+"/codes/"+typed.Codes[1].ID+"/revoke", map[string]any{}, bearer...); r.status != http.StatusNoContent {
		t.Errorf("revoking a code: %d %s", r.status, r.body)
	}
	other, otherKey := b.signup(2)
	refused := b.quoteWithCode(t, other, otherKey, typed.Codes[1].Code)
	if len(refused.ValidationErrors) != 1 || refused.ValidationErrors[0].Text != "Invalid activation code" {
		t.Errorf("a revoked code: %+v", refused.ValidationErrors)
	}

	var ended codes.Batch
	b.call(http.MethodPost, path+"/revoke", map[string]any{}, bearer...).into(t, &ended)
	if ended.State != codes.BatchRevoked || ended.Redeemed != 1 || ended.Unissued != 0 {
		t.Errorf("revoked: %+v", ended)
	}
	var trail CodeBatchTrail
	b.call(http.MethodGet, path+"/events", nil, bearer...).into(t, &trail)
	var kinds []string
	for _, e := range trail.Events {
		kinds = append(kinds, e.Kind)
	}
	if diff := cmp.Diff([]string{"bought", "activated", "issued", "codes_read", "code_revoked", "revoked"}, kinds); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
}

// parentToken signs up a parent with an account and returns a token of the command line.
func (b *bundle) parentToken(t testing.TB) string {
	t.Helper()
	id, key := b.signup(90)
	_, res := b.pay(id, key, "parent-token-key", "fake-valid-nonce", "")
	var paid payment.Answer
	res.into(t, &paid)
	credentials := map[string]any{"username": "ana_diaz", "password": "Correct-Horse-1"}
	b.call(http.MethodPost, "/v1/credentials", credentials, "Authorization", "Bearer "+paid.ClickToJoinToken.Reveal())
	var made professional.AccessTokenAnswer
	b.call(http.MethodPost, "/v1/access-tokens", map[string]any{"username": "ana_diaz", "password": "Correct-Horse-1"}).into(t, &made)
	return made.Token.Reveal()
}

func TestAccessTokenOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	pat := b.env.SignUpProfessional(t)
	made := b.call(http.MethodPost, "/v1/access-tokens", map[string]any{"username": pat.Username, "password": pat.Password.Reveal()})
	if made.status != http.StatusCreated {
		t.Fatalf("status %d: %s", made.status, made.body)
	}
	var token professional.AccessTokenAnswer
	if err := json.Unmarshal(made.body, &token); err != nil {
		t.Fatal(err)
	}
	if p := b.call(http.MethodPost, "/v1/access-tokens", map[string]any{"username": pat.Username, "password": "Wrong-Horse-1"}).problem(t); p.Status != http.StatusUnauthorized || p.Code != "login_refused" {
		t.Errorf("wrong password: %d %s", p.Status, p.Code)
	}
	bearer := []string{"Authorization", "Bearer " + token.Token.Reveal()}
	var info professional.AccessTokenInfo
	b.call(http.MethodGet, "/v1/access-tokens/current", nil, bearer...).into(t, &info)
	if info.Email != pat.Email || info.ProfessionalID != pat.ProfessionalID {
		t.Errorf("whoami %+v", info)
	}
	if r := b.call(http.MethodDelete, "/v1/access-tokens/current", nil, bearer...); r.status != http.StatusNoContent {
		t.Errorf("log out: %d %s", r.status, r.body)
	}
	if p := b.call(http.MethodGet, "/v1/access-tokens/current", nil, bearer...).problem(t); p.Code != "token_invalid" {
		t.Errorf("a revoked token: %d %s", p.Status, p.Code)
	}
}
