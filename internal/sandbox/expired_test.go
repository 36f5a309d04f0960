package sandbox_test

import (
	"errors"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// A card is valid to the end of its expiration month. After that its bank declines it, vaulted or not, and it is marked as expired.
func TestExpiredCard(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1, DeclineExpired: true})
	card := func(expires string) func(*braintree.TransactionRequest) {
		return func(r *braintree.TransactionRequest) {
			r.PaymentMethodNonce = ""
			r.CreditCard = &braintree.CreditCard{Number: "4111111111111111", ExpirationDate: expires, CVV: "123"}
			r.Options = &braintree.TransactionOptions{StoreInVaultOnSuccess: true}
		}
	}
	wantDeclined := func(err error) {
		t.Helper()
		var refused *braintree.BraintreeError
		if !errors.As(err, &refused) || refused.Transaction == nil {
			t.Fatalf("got %v", err)
		}
		tx := refused.Transaction
		got := []any{tx.Status, tx.ProcessorResponseCode.Int(), tx.ProcessorResponseText, string(tx.ProcessorResponseType)}
		if diff := cmp.Diff([]any{braintree.TransactionStatusProcessorDeclined, 2004, "Expired Card", "hard_declined"}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	_, err := b.sell(t, card("10/2026"))
	wantDeclined(err)

	token := b.mustSell(t, card("11/2026")).CreditCard.Token
	again := func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.PaymentMethodToken = "", token }
	isExpired := func() bool {
		t.Helper()
		m, err := b.client.PaymentMethod().Find(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		card, ok := m.(*braintree.CreditCard)
		if !ok {
			t.Fatalf("a %T is kept", m)
		}
		return card.Expired
	}
	b.clock.at = time.Date(2026, 11, 30, 23, 59, 59, 0, time.UTC)
	if b.mustSell(t, again); isExpired() {
		t.Error("expired within its last month")
	}
	b.clock.at = b.clock.at.Add(time.Second)
	_, err = b.sell(t, again)
	wantDeclined(err)
	if !isExpired() {
		t.Error("not marked as expired")
	}
	// The vault rejects it, too, because the bank declines the verification.
	made, err := b.client.Customer().Create(t.Context(), &braintree.CustomerRequest{ID: "family-1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.client.CreditCard().Create(t.Context(), &braintree.CreditCard{CustomerId: made.Id, Number: "4111111111111111", ExpirationDate: "11/2026",
		Options: &braintree.CreditCardOptions{VerifyCard: func() *bool { yes := true; return &yes }()}})
	var refused *braintree.BraintreeError
	if !errors.As(err, &refused) || refused.ErrorMessage != "Expired Card" {
		t.Errorf("kept: %v", err)
	}
}
