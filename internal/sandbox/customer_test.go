package sandbox_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	braintree "github.com/braintree-go/braintree-go"
	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
)

func TestCustomers(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	ctx, g := t.Context(), b.client.Customer()
	made, err := g.Create(ctx, &braintree.CustomerRequest{
		ID: "family-1", FirstName: "Ada", LastName: "Lovelace", Email: "ada@example.com", PaymentMethodNonce: braintree.FakeNonceTransactableMasterCard,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := []any{made.Id, made.FirstName, made.Email, len(made.CreditCards.CreditCard), made.DefaultCreditCard().CardType}; !cmp.Equal(got, []any{"family-1", "Ada", "ada@example.com", 1, "MasterCard"}) {
		t.Errorf("created %v", got)
	}
	changed, err := g.Update(ctx, &braintree.CustomerRequest{ID: "family-1", LastName: "King"})
	if err != nil || changed.LastName != "King" || changed.FirstName != "Ada" {
		t.Errorf("changed %+v, %v", changed, err)
	}
	found, err := g.Find(ctx, "family-1")
	if err != nil || found.LastName != "King" {
		t.Errorf("found %+v, %v", found, err)
	}
	q := &braintree.SearchQuery{}
	q.AddTextField("email").Is = "ada@example.com"
	ids, err := g.SearchIDs(ctx, q)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := g.SearchPage(ctx, q, ids, 1); err != nil || len(result.Customers) != 1 || result.Customers[0].Id != "family-1" {
		t.Errorf("searched %+v, %v", result, err)
	}
	// A sale by customer ID charges the default card.
	tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.CustomerID = "", "family-1" })
	if tx.CreditCard.Token != found.DefaultCreditCard().Token || tx.Customer.Id != "family-1" {
		t.Errorf("sold to %+v", tx.Customer)
	}
	if err := g.Delete(ctx, "family-1"); err != nil {
		t.Error(err)
	}
	if _, err := g.Find(ctx, "family-1"); status(err) != http.StatusNotFound {
		t.Errorf("after delete: %v", err)
	}
	if _, err := b.client.PaymentMethod().Find(ctx, found.DefaultCreditCard().Token); status(err) != http.StatusNotFound {
		t.Errorf("the card after delete: %v", err)
	}
}

func TestCustomerValidation(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	if _, err := b.client.Customer().Create(t.Context(), &braintree.CustomerRequest{ID: "taken"}); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		request braintree.CustomerRequest
		code    string
	}{
		"taken id":      {braintree.CustomerRequest{ID: "taken"}, "91609"},
		"bad id":        {braintree.CustomerRequest{ID: "a b"}, "91610"},
		"long id":       {braintree.CustomerRequest{ID: strings.Repeat("x", 37)}, "91612"},
		"email":         {braintree.CustomerRequest{Email: "nobody"}, "81604"},
		"long name":     {braintree.CustomerRequest{FirstName: strings.Repeat("x", 256)}, "81608"},
		"unknown nonce": {braintree.CustomerRequest{PaymentMethodNonce: "nothing"}, "91565"},
		"card":          {braintree.CustomerRequest{CreditCard: &braintree.CreditCard{Number: "4111111111111112", ExpirationDate: "12/30"}}, "81715"},
		"card to change": {braintree.CustomerRequest{CreditCard: &braintree.CreditCard{
			Number: "4111111111111111", ExpirationDate: "12/30", Options: &braintree.CreditCardOptions{UpdateExistingToken: "none"},
		}}, "91729"},
	} {
		if _, err := b.client.Customer().Create(t.Context(), &tt.request); !isValidation(err, tt.code) {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
	if _, err := b.client.Customer().Update(t.Context(), &braintree.CustomerRequest{ID: "nobody"}); status(err) != http.StatusNotFound {
		t.Errorf("update of an unknown customer: %v", err)
	}
}

func TestPaymentMethods(t *testing.T) {
	t.Parallel()
	b := newBench(t, sandbox.Options{})
	ctx, g := t.Context(), b.client.PaymentMethod()
	if _, err := b.client.Customer().Create(ctx, &braintree.CustomerRequest{ID: "ada"}); err != nil {
		t.Fatal(err)
	}
	add := func(nonce, token string, options *braintree.PaymentMethodRequestOptions) (braintree.PaymentMethod, error) {
		return g.Create(ctx, &braintree.PaymentMethodRequest{CustomerId: "ada", PaymentMethodNonce: nonce, Token: token, Options: options})
	}
	for token, nonce := range map[string]string{
		"card": braintree.FakeNonceTransactableVisa, "paypal": braintree.FakeNoncePayPalBillingAgreement,
		"venmo": braintree.FakeNonceVenmoAccount, "apple": braintree.FakeNonceApplePayVisa, "google": braintree.FakeNonceAndroidPayVisa,
	} {
		made, err := add(nonce, token, nil)
		if err != nil || made.GetToken() != token || made.GetCustomerId() != "ada" {
			t.Errorf("%s: %+v, %v", token, made, err)
		}
		if found, err := g.Find(ctx, token); err != nil || !cmp.Equal(found, made) {
			t.Errorf("%s: found %+v, %v", token, found, err)
		}
		if tx := b.mustSell(t, func(r *braintree.TransactionRequest) {
			r.PaymentMethodNonce, r.PaymentMethodToken, r.OrderId = "", token, token
		}); tx.Customer.Id != "ada" {
			t.Errorf("%s: sold to %+v", token, tx.Customer)
		}
	}
	if m, err := add(braintree.FakeNonceTransactableAmEx, "amex", &braintree.PaymentMethodRequestOptions{MakeDefault: true}); err != nil || !m.IsDefault() {
		t.Errorf("a new default: %+v, %v", m, err)
	}
	found, err := b.client.Customer().Find(ctx, "ada")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(found.PaymentMethods()); got != 6 || found.DefaultPaymentMethod().GetToken() != "amex" {
		t.Errorf("%d methods, default %s", got, found.DefaultPaymentMethod().GetToken())
	}

	var defaults []string
	for _, m := range found.PaymentMethods() {
		if m.IsDefault() {
			defaults = append(defaults, m.GetToken())
		}
	}
	if diff := cmp.Diff([]string{"amex"}, defaults); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}

	// Only a card can replace a card.
	changed, err := g.Update(ctx, "card", &braintree.PaymentMethodRequest{Token: "new-card", PaymentMethodNonce: braintree.FakeNonceTransactableMasterCard})
	if card, ok := changed.(*braintree.CreditCard); err != nil || !ok || card.Token != "new-card" || card.CardType != "MasterCard" {
		t.Errorf("changed to %+v, %v", changed, err)
	}
	if _, err := g.Find(ctx, "card"); status(err) != http.StatusNotFound {
		t.Errorf("under the old token: %v", err)
	}
	if _, err := g.Update(ctx, "new-card", &braintree.PaymentMethodRequest{PaymentMethodNonce: braintree.FakeNoncePayPalBillingAgreement}); !isValidation(err, "91745") {
		t.Errorf("PayPal for a card: %v", err)
	}
	if _, err := g.Update(ctx, "paypal", &braintree.PaymentMethodRequest{PaymentMethodNonce: braintree.FakeNonceTransactable}); !isValidation(err, "92914") {
		t.Errorf("a card for PayPal: %v", err)
	}

	for name, tt := range map[string]struct{ nonce, token, code string }{
		"taken token":     {braintree.FakeNonceTransactable, "amex", "91719"},
		"bad token":       {braintree.FakeNonceTransactable, "a b", "91718"},
		"unknown nonce":   {"nothing", "", "93108"},
		"consumed nonce":  {braintree.FakeNonceConsumed, "", "93107"},
		"no nonce":        {"", "", "93103"},
		"one-time PayPal": {braintree.FakeNoncePayPalOneTimePayment, "", "82902"},
	} {
		if _, err := add(tt.nonce, tt.token, nil); !isValidation(err, tt.code) {
			t.Errorf("%s: %v, want %s", name, err, tt.code)
		}
	}
	if _, err := add(braintree.FakeNonceTransactableAmEx, "", &braintree.PaymentMethodRequestOptions{FailOnDuplicatePaymentMethod: true}); !isValidation(err, "81724") {
		t.Errorf("the same card again: %v", err)
	}
	// A card is verified by default.
	no := false
	var refused *braintree.BraintreeError
	if _, err := add(braintree.FakeNonceProcessorDeclinedVisa, "", nil); !errors.As(err, &refused) || refused.ErrorMessage != "Do Not Honor" {
		t.Errorf("a declined card: %v", err)
	}
	if _, err := add(braintree.FakeNonceProcessorDeclinedVisa, "", &braintree.PaymentMethodRequestOptions{VerifyCard: &no}); err != nil {
		t.Errorf("a card that isn't verified: %v", err)
	}

	made, err := b.client.PaymentMethodNonce().Create(ctx, "new-card")
	if err != nil || made.Type != "CreditCard" || made.Details.Last2 != "44" {
		t.Fatalf("a nonce of a method: %+v, %v", made, err)
	}
	if found, err := b.client.PaymentMethodNonce().Find(ctx, made.Nonce); err != nil || !cmp.Equal(found, made) {
		t.Errorf("found %+v, %v", found, err)
	}
	if tx := b.mustSell(t, func(r *braintree.TransactionRequest) { r.PaymentMethodNonce, r.OrderId = made.Nonce, "by nonce" }); tx.CreditCard.Token != "new-card" {
		t.Errorf("sold with %s", tx.CreditCard.Token)
	}
	if err := g.Delete(ctx, "amex"); err != nil {
		t.Error(err)
	}
	if found, err := b.client.Customer().Find(ctx, "ada"); err != nil || found.DefaultPaymentMethod() == nil {
		t.Errorf("no default after delete: %v", err)
	}
}
