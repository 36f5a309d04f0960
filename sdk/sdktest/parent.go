package sdktest

import (
	"fmt"
	"testing"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Pay pays for a sign-up of [Env.SignUp] with a card that the sandbox accepts. The card is stored for the renewal unless a change prevents it. The
// changes apply to the payment first. Jobs send the mails and capture the payment.
func (e *Env) Pay(t testing.TB, s Session, change ...func(*payment.Input)) *payment.Answer {
	t.Helper()
	in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{Nonce: "fake-valid-visa-nonce"}}
	for _, f := range change {
		f(&in)
	}
	quote, err := e.Client.Signup.Price(t.Context(), s.SignupID, s.Key, price.QuoteInput{
		OrderDetail: in.Order, PayForCoparent: in.PayForCoparent, PromoCodes: in.PromoCodes, PaymentCodes: in.PaymentCodes,
		StorePaymentOnFile: in.Payment.StorePaymentOnFile,
	}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = quote.TaxID, quote.Totals.Total, quote.Totals.TaxAmount
	answer, err := e.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: "pay/" + quote.TaxID})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// Parent is a parent's account with credentials, and an account token.
type Parent struct {
	UserID, Username string
	Password, Token  secret.Secret
}

// Join signs up a parent in the usual way: form, payment, credentials, login. It runs the due jobs.
func (e *Env) Join(t testing.TB, change ...func(*payment.Input)) Parent {
	t.Helper()
	paid := e.Pay(t, e.SignUp(t), change...)
	p := Parent{Username: fmt.Sprintf("ana.diaz.%d", e.number.Add(1)), Password: "corr3ct-horse-battery"}
	set, err := e.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{
		Username: p.Username, Password: p.Password, TermsAndConditions: true,
	}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	login, err := e.Client.Account.Login(t.Context(), p.Username, p.Password, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	p.UserID, p.Token = set.UserID, secret.Secret(login.Auth)
	e.RunJobs(t)
	return p
}
