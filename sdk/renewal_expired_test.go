package sdk_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// cardNonce makes a nonce of a card that is good to the end of a month (MM/YYYY), as a browser does.
func (w *till) cardNonce(t *testing.T, number, expires string) sdk.Secret {
	t.Helper()
	token, err := w.gateway.ClientToken(t.Context(), sdk.ClientTokenRequest{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	var page struct {
		Fingerprint string `json:"authorizationFingerprint"`
	}
	if err := json.Unmarshal(raw, &page); err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]any{
		"authorizationFingerprint": page.Fingerprint,
		"creditCard":               map[string]string{"number": number, "expirationDate": expires, "cvv": "123"},
	})
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url+"/client_api/v1/payment_methods/credit_cards", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var made struct {
		CreditCards []struct{ Nonce string }
	}
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || len(made.CreditCards) != 1 {
		t.Fatalf("status %d: %+v, %v", res.StatusCode, made, err)
	}
	return sdk.Secret(made.CreditCards[0].Nonce)
}

// A card that has expired since the purchase is declined when the subscription renews: the payer is told, the days of
// grace run, and another card given in them renews it from the day it would have ended.
func TestRenewalWithAnExpiredCard(t *testing.T) {
	t.Parallel()
	clock := sdktest.NewClock(sdktest.Start)
	w := newTillAt(t, clock.Now, sdktest.WithConfig(func(c *sdk.Config) { c.Clock = clock }))
	w.Clock = clock
	s := w.SignUp(t)
	// Good at the purchase in June 2026, not at the renewal a year later.
	if _, err := w.pay(t, s, w.input(t, s, w.cardNonce(t, "4111111111111111", "05/2027"), kept)); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	w.runOn(t, firstEnd.Add(-time.Hour)) // past the notices
	w.newMails(t)

	w.runOn(t, firstEnd)
	w.wantTerms(t, term{State: "active", Renews: true, Ends: firstEnd, Tries: 1, Next: firstEnd.Add(day).Format(time.DateOnly)})
	w.wantMails(t, "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet")
	if last := w.lastSale(); last.Status != "processor_declined" || last.ProcessorCode != "2004" {
		t.Errorf("the renewal's transaction: %+v", last)
	}

	if _, err := w.Client.SetPaymentMethod(t.Context(), w.onlyID(t), sdk.PaymentMethodInput{Nonce: w.cardNonce(t, "5555555555554444", "05/2030")}, english); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	w.runOn(t, firstEnd.Add(day))
	w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
	w.wantLedger(t, captured, line{"processor_declined", "158.99", "USD"}, captured)
}
