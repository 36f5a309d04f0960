package sandbox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	braintree "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// A customer's addresses can be created, changed and deleted.
func TestAddresses(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	ctx := t.Context()
	customer, err := b.client.Customer().Create(ctx, &braintree.CustomerRequest{ID: "family-1"})
	if err != nil {
		t.Fatal(err)
	}
	made, err := b.client.Address().Create(ctx, customer.Id, &braintree.AddressRequest{StreetAddress: "1 Main St", Locality: "Erie"})
	if err != nil {
		t.Fatal(err)
	}
	changed, err := b.client.Address().Update(ctx, customer.Id, made.Id, &braintree.AddressRequest{Locality: "Reno"})
	if err != nil || changed.StreetAddress != "1 Main St" || changed.Locality != "Reno" {
		t.Errorf("changed: %+v, %v", changed, err)
	}
	for name, bad := range map[string]*braintree.AddressRequest{"empty": {}, "long": {Locality: strings.Repeat("x", 256)}} {
		var refused *braintree.BraintreeError
		if _, err := b.client.Address().Create(ctx, customer.Id, bad); !errors.As(err, &refused) || len(refused.All()) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if found, err := b.client.Customer().Find(ctx, customer.Id); err != nil || found.Addresses == nil || len(found.Addresses.Address) != 1 {
		t.Errorf("the customer's: %+v, %v", found, err)
	}
	if err := b.client.Address().Delete(ctx, customer.Id, made.Id); err != nil {
		t.Error(err)
	}
	if err := b.client.Address().Delete(ctx, customer.Id, made.Id); err == nil {
		t.Error("an address was removed twice")
	}
}

// A sale can have line items. Their validation errors name position and member.
func TestLineItems(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	item := func(change func(*braintree.TransactionLineItemRequest)) func(*braintree.TransactionRequest) {
		i := &braintree.TransactionLineItemRequest{
			Name: "Premium", Kind: braintree.TransactionLineItemKindDebit, Quantity: braintree.NewDecimal(1, 0),
			UnitAmount: braintree.NewDecimal(14999, 2), TotalAmount: braintree.NewDecimal(14999, 2),
		}
		change(i)
		return func(r *braintree.TransactionRequest) { r.LineItems = braintree.TransactionLineItemRequests{i} }
	}
	tx := b.mustSell(t, item(func(*braintree.TransactionLineItemRequest) {}))
	items, err := b.client.TransactionLineItem().Find(t.Context(), tx.Id)
	if err != nil || len(items) != 1 || items[0].Name != "Premium" || items[0].TotalAmount.String() != "149.99" {
		t.Errorf("%+v, %v", items, err)
	}
	for code, change := range map[string]func(*braintree.TransactionLineItemRequest){
		"95822": func(i *braintree.TransactionLineItemRequest) { i.Name = "" },
		"95823": func(i *braintree.TransactionLineItemRequest) { i.Name = strings.Repeat("x", 36) },
		"95816": func(i *braintree.TransactionLineItemRequest) { i.TotalAmount = braintree.NewDecimal(0, 2) },
		"95824": func(i *braintree.TransactionLineItemRequest) { i.UnitTaxAmount = braintree.NewDecimal(1234, 3) },
	} {
		_, err := b.sell(t, item(change))
		var refused *braintree.BraintreeError
		if !errors.As(err, &refused) || len(refused.All()) != 1 || refused.All()[0].Code != code {
			t.Errorf("%s: %v", code, err)
		}
	}
}

// A sale can be cloned with another amount, unless its card is vaulted or it isn't by card.
func TestClone(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	clone := func(id string) (*braintree.Transaction, error) {
		return b.client.Transaction().Clone(t.Context(), id, &braintree.TransactionCloneRequest{
			Amount: braintree.NewDecimal(2000, 2), Options: &braintree.TransactionCloneOptions{SubmitForSettlement: true},
		})
	}
	if _, err := clone(b.mustSell(t, nil).Id); err != nil {
		t.Error(err)
	}
	b.expect(t, "order-1 sale authorized 149.99 USD", "order-1 sale submitted_for_settlement 20.00 USD")
	for name, change := range map[string]func(*braintree.TransactionRequest){
		"vaulted": func(r *braintree.TransactionRequest) {
			r.OrderId, r.Options = "order-2", &braintree.TransactionOptions{StoreInVaultOnSuccess: true}
		},
		"PayPal": func(r *braintree.TransactionRequest) {
			r.PaymentMethodNonce = braintree.FakeNoncePayPalBillingAgreement
		},
	} {
		if _, err := clone(b.mustSell(t, change).Id); err == nil {
			t.Errorf("%s: was cloned", name)
		}
	}
}

// The summary of a day adds up settled transactions by card type, merchant account and kind.
func TestSettlementSummary(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{DuplicateWindow: -1})
	b.mustSell(t, submitted)
	b.mustSell(t, submitted)
	b.SettleAll()
	b.mustSell(t, submitted)
	summary, err := b.client.Settlement().Generate(t.Context(), &braintree.Settlement{Date: "2026-11-21"})
	if err != nil || len(summary.Records.Type) != 1 {
		t.Fatalf("%+v, %v", summary, err)
	}
	r := summary.Records.Type[0]
	if r.CardType != "Visa" || r.MerchantAccountId != "cojoin_usd" || r.Kind != "sale" || r.Count != 2 || r.AmountSettled.String() != "299.98" {
		t.Errorf("%+v", r)
	}
	if _, err := b.client.Settlement().Generate(t.Context(), &braintree.Settlement{Date: "yesterday"}); err == nil {
		t.Error("a date that is none was taken")
	}
}

// A search returns vaulted cards by expiration month. Verification applies the account's CVV rule.
func TestExpiringCards(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{MerchantAccounts: []sandbox.MerchantAccount{{ID: "cojoin_usd", Currency: "USD", RejectCVV: true}}})
	ctx := t.Context()
	if _, err := b.client.Customer().Create(ctx, &braintree.CustomerRequest{ID: "family-1"}); err != nil {
		t.Fatal(err)
	}
	yes := true
	card := func(token, expires, cvv string) error {
		_, err := b.client.CreditCard().Create(ctx, &braintree.CreditCard{CustomerId: "family-1", Token: token, Number: "4111111111111111", ExpirationDate: expires, CVV: cvv,
			Options: &braintree.CreditCardOptions{VerifyCard: &yes}})
		return err
	}
	if err := card("wrong", "12/2026", "200"); err == nil || err.Error() != "Gateway Rejected: cvv" {
		t.Errorf("a wrong CVV: %v", err)
	}
	for token, expires := range map[string]string{"early": "10/2026", "soon": "12/2026", "late": "02/2027"} {
		if err := card(token, expires, "123"); err != nil {
			t.Fatal(err)
		}
	}
	from, to := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	found, err := b.client.CreditCard().ExpiringBetweenIDs(ctx, from, to)
	if err != nil || !slices.Equal(found.IDs, []string{"soon"}) {
		t.Errorf("%+v, %v", found, err)
	}
}
