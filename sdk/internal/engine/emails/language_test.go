package emails_test

import (
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
)

// A change of language at the payment applies to the receipt and the mails, including the product's name.
func TestReceiptInTheLanguageOfThePayment(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	spanish := caller.Meta{Lang: "es", Locale: "es-MX", IdempotencyKey: w.NewKey()}
	in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.Order.PackageID = 2003 })
	quote, err := w.Client.Signup.Price(t.Context(), s.SignupID, s.Key, price.QuoteInput{LimboID: s.SignupID, OrderDetail: in.Order, StorePaymentOnFile: in.Payment.StorePaymentOnFile}, spanish)
	if err != nil {
		t.Fatal(err)
	}
	in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = quote.TaxID, quote.Totals.Total, quote.Totals.TaxAmount
	paid, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, spanish)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := paid.Receipt.ReceiptText, "Suscripción Prémium por 1 año"; got != want {
		t.Errorf("the receipt has %q, want %q", got, want)
	}
	w.Work(t)
	m := mailOf(t, w, email.Receipt)
	if m.Lang != "es" || m.Subject != "Su recibo de Cojoin" {
		t.Errorf("mailed in %s: %q", m.Lang, m.Subject)
	}
	fixture.WantLines(t, m.Text, "Elegir usuario y contraseña:", "Paquete: Prémium, 1 año")
	var account, registration string
	err = w.Pool.QueryRow(t.Context(), "SELECT a.locale, r.choice->>'locale' FROM registrations r JOIN accounts a ON a.id = r.account_id WHERE r.id = $1", s.SignupID).Scan(&account, &registration)
	if err != nil || account != "es" || registration != "es" {
		t.Errorf("the account is in %q, the registration in %q, %v; want es", account, registration, err)
	}
}

// Mails write the day first in countries that do so; in the US the month comes first.
func TestDatesUseReadersLocale(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	notice := email.SubscriptionJob{SubscriptionID: c.subscription, Mail: email.RenewalNotice, TermEnd: "2027-06-02", Notice: 1}
	for country, want := range map[string]string{"US": "June 2, 2027", "GB": "2 June 2027"} {
		c.forget(t)
		c.change(t, "UPDATE persons SET country = '"+country+"'")
		c.run(t, notice)
		if len(c.mails) != 1 || !strings.Contains(c.mails[0].Subject, want) {
			t.Errorf("in %s: %+v; want a subject with %s", country, c.mails, want)
		}
	}
}
