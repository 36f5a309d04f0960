package subscriptions_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// debtor is a payer with an approved payment that could not be collected.
type debtor struct {
	*fixture.Till
	signup sdktest.Session
	id     string
	answer *payment.Answer
	token  secret.Secret
}

func newDebtor(t *testing.T, change func(*payment.Input), opts ...sdktest.Option) debtor {
	t.Helper()
	w := fixture.NewTill(t, opts...)
	s := w.SignUp(t)
	answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, change))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	w.AccountToken(t, answer)
	d := debtor{Till: w, signup: s, id: w.OnlyID(t), answer: answer}
	d.decline(t)
	w.NewMails(t)
	return d
}

// decline makes the settlement of the last sale fail, runs the sweep, and logs the payer in.
func (d *debtor) decline(t *testing.T) {
	t.Helper()
	if err := d.Provider.DeclineSettlement(d.LastSale().ID); err != nil {
		t.Fatal(err)
	}
	d.Settle(t)
	d.token = d.LogIn(t, d.answer)
}

func (d debtor) payAgain(ctx context.Context, key, nonce string) (*subscription.PaidAgain, error) {
	meta := caller.Meta{Lang: "en", IdempotencyKey: "the-key-" + key}
	return d.Client.Subscription.PayAgain(ctx, d.id, d.token, subscription.PayAgainInput{AmountDisplayed: "158.99", Nonce: secret.Secret(nonce)}, meta)
}

// receipt returns the account's only receipt.
func (d debtor) receipt(t *testing.T) *order.Receipt {
	t.Helper()
	page, err := d.Client.Home.Read(t.Context(), d.token, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := d.Client.Home.Receipt(t.Context(), d.token, page.Receipts[0].ReceiptID, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

func (d debtor) due(t *testing.T) *subscription.Due {
	t.Helper()
	found, err := d.Client.Subscription.Find(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	return found.Due
}

const (
	mastercard = "fake-valid-mastercard-nonce"
	verified   = "fake-three-d-secure-visa-full-authentication-nonce"
	problem    = "payment_problem ana.diaz.1@example.com: There is a problem with your Cojoin payment"
	recovered  = "payment_recovered ana.diaz.1@example.com: Your Cojoin payment went through"
)

var (
	due      = subscription.Due{Amount: "158.99", AmountFormatted: "$158.99", Currency: "USD", Country: "US", KeepsMethod: true}
	declined = fixture.Line{Status: "settlement_declined", Amount: "158.99", Currency: "USD"}
	on       = fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd}
	hold     = fixture.Term{State: "suspended", Ends: fixture.FirstEnd}
)

// Paying a debt charges once, restores access, and renews with the method that paid.
func TestPayAgain(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*payment.Input){
		"a card": fixture.Kept,
		"PayPal": func(in *payment.Input) {
			fixture.Kept(in)
			in.Payment.Nonce, in.Payment.PaymentType = "fake-paypal-billing-agreement-nonce", gateway.PaymentPayPal
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDebtor(t, change)
			if diff := cmp.Diff(&due, d.due(t)); diff != "" {
				t.Errorf("due (-want +got):\n%s", diff)
			}
			d.WantTerms(t, hold)
			receipt := d.receipt(t)
			if token, err := d.Client.Subscription.ClientToken(t.Context(), d.id, d.token); err != nil || token == "" {
				t.Errorf("client token: %q, %v", token, err)
			}
			got, err := d.payAgain(t.Context(), "once", mastercard)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != payment.Accepted || got.Subscription.State != "active" {
				t.Errorf("%s, and the subscription is %s", got.Status, got.Subscription.State)
			}
			d.Work(t)
			d.WantLedger(t, declined, fixture.Captured)
			fixture.WantAttempts(t, d.Till, "settlement_declined", "captured")
			d.WantTerms(t, on)
			d.WantMails(t, recovered)
			if got := d.due(t); got != nil {
				t.Errorf("still due: %+v", got)
			}
			receipt.TransactionID, receipt.PaymentType, receipt.CardLastFour = d.LastSale().ID, gateway.PaymentCreditCard, "4444"
			if diff := cmp.Diff(receipt, d.receipt(t)); diff != "" {
				t.Errorf("the receipt names the card that has paid (-want +got):\n%s", diff)
			}
			status, err := d.Client.Checkout.Status(t.Context(), d.signup.SignupID, d.signup.Key)
			if err != nil {
				t.Fatal(err)
			}
			status.Receipt.Number = receipt.Number // responses to a payment lack it
			if diff := cmp.Diff(receipt, status.Receipt); diff != "" {
				t.Errorf("receipt in the sign-up's status (-want +got):\n%s", diff)
			}
			if _, err := d.payAgain(t.Context(), "another", mastercard); !errors.Is(err, subscription.NothingDue) {
				t.Errorf("paid once more: %v", err)
			}
			d.RunOn(t, fixture.FirstEnd)
			if sale := d.LastSale(); sale.CardLastFour != "4444" || sale.Status != "submitted_for_settlement" {
				t.Errorf("renewed with %s: %s", sale.CardLastFour, sale.Status)
			}
		})
	}
}

// The second payment has the same payer and tax as the first. It has no billing address: the known address is the first card's, and the payer isn't
// prompted for another.
func TestPayAgainHasPayerAndTax(t *testing.T) {
	t.Parallel()
	a := &fixture.Authorizations{}
	d := newDebtor(t, fixture.Kept, fixture.WithGateway(a, &a.Gateway))
	in := subscription.PayAgainInput{AmountDisplayed: "158.99", Nonce: mastercard, CardHolderName: "  Ana   Diaz ", DeviceData: "device"}
	if _, err := d.Client.Subscription.PayAgain(t.Context(), d.id, d.token, in, caller.Meta{Lang: "en", IdempotencyKey: "the-key-whole"}); err != nil {
		t.Fatal(err)
	}
	requests := a.All()
	if len(requests) != 2 {
		t.Fatalf("requests %+v", requests)
	}
	want := requests[0]
	want.Customer.Phone, want.Billing = "", gateway.Address{}
	want.OrderID, want.Nonce, want.CardHolderName, want.DeviceData = strings.TrimSuffix(want.OrderID, "-1")+"-2", mastercard, "Ana Diaz", "device"
	if diff := cmp.Diff(want, requests[1]); diff != "" {
		t.Errorf("paying again (-first payment's +second):\n%s", diff)
	}
}

// A debt takes a card that its bank has verified, where the law requires that, or a wallet, which verifies by itself. The card holder's name may be
// as long as the provider allows.
func TestPayAgainVerified(t *testing.T) {
	t.Parallel()
	strict := sdktest.WithConfig(func(c *sdk.Config) { c.Payment.AuthenticationCountries = []string{"US"} })
	d := newDebtor(t, func(in *payment.Input) { fixture.Kept(in); in.Payment.Nonce = verified }, strict)
	pay := func(key string, nonce secret.Secret, holder int) error {
		in := subscription.PayAgainInput{AmountDisplayed: "158.99", Nonce: nonce, CardHolderName: strings.Repeat("é", holder)}
		_, err := d.Client.Subscription.PayAgain(t.Context(), d.id, d.token, in, caller.Meta{Lang: "en", IdempotencyKey: "the-key-" + key})
		return err
	}
	fixture.WantRefusal(t, pay("asked", mastercard, 0), "nonce=payment_card_unverified")
	fixture.WantRefusal(t, pay("longer", verified, payments.MaxCardHolder+1), "cardHolderName=payment_card_holder_long")
	if err := pay("card", verified, payments.MaxCardHolder); err != nil {
		t.Fatalf("a verified card: %v", err)
	}
	d.Work(t)
	d.decline(t)
	if err := pay("wallet", "fake-paypal-billing-agreement-nonce", 0); err != nil {
		t.Errorf("PayPal: %v", err)
	}
	d.WantTerms(t, on)
	if sale := d.LastSale(); sale.PaymentInstrument != "paypal_account" || sale.Status != "settling" || sale.Amount != "158.99" {
		t.Errorf("paid with PayPal: %+v", sale)
	}
}

// Repeated and concurrent calls, even with several keys, charge once.
func TestPayAgainPressedTwice(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, fixture.Kept)
	var wg sync.WaitGroup
	answers := make([]error, 8)
	for i := range answers {
		wg.Go(func() { _, answers[i] = d.payAgain(t.Context(), fmt.Sprint(i%4), mastercard) })
	}
	wg.Wait()
	paid := 0
	for _, err := range answers {
		switch {
		case err == nil:
			paid++
		case !errors.Is(err, subscription.NothingDue) && !errors.Is(err, fault.InProgress):
			t.Error(err)
		}
	}
	if paid == 0 {
		t.Error("none of them paid")
	}
	d.Work(t)
	d.WantLedger(t, declined, fixture.Captured)
	d.WantTerms(t, on)
	d.WantMails(t, recovered)
}

// A declined card changes nothing, and another one pays. If that one can't be collected either, there is a debt again.
func TestPayAgainDeclined(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, fixture.Kept)
	receipt := d.receipt(t)
	_, err := d.payAgain(t.Context(), "first", "fake-processor-declined-visa-nonce")
	fixture.WantRefusal(t, err, "nonce=payment_method_declined")
	d.Work(t)
	d.WantTerms(t, hold)
	d.WantMails(t)
	if diff := cmp.Diff(receipt, d.receipt(t)); diff != "" {
		t.Errorf("the receipt, after a card that didn't pay (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&due, d.due(t)); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
	if _, err := d.payAgain(t.Context(), "second", mastercard); err != nil {
		t.Fatal(err)
	}
	d.Work(t)
	d.WantTerms(t, on)
	d.WantMails(t, recovered)

	d.decline(t)
	d.WantTerms(t, hold)
	d.WantMails(t, problem)
	mails := d.Mailbox.Mails()
	if last := mails[len(mails)-1]; !strings.Contains(last.Text, "/app/join/account/payment-method") || !strings.Contains(last.Text, "$158.99") {
		t.Errorf("the mail lacks the way to pay again:\n%s", last.Text)
	}
	if _, err := d.payAgain(t.Context(), "third", mastercard); err != nil {
		t.Fatal(err)
	}
	d.Work(t)
	d.WantTerms(t, on)
	fixture.WantAttempts(t, d.Till, "settlement_declined", "declined", "settlement_declined", "captured")
}

// After a lost response the sweep finds the outcome, and the same call returns it. Meanwhile no other payment is possible.
func TestPayAgainLostAnswer(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, fixture.Kept)
	d.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	got, err := d.payAgain(t.Context(), "lost", mastercard)
	if err != nil || got.Status != payment.Confirming {
		t.Fatalf("%+v, %v", got, err)
	}
	confirming := due
	confirming.Confirming = true
	if diff := cmp.Diff(&confirming, d.due(t)); diff != "" {
		t.Errorf("due (-want +got):\n%s", diff)
	}
	if _, err := d.payAgain(t.Context(), "another", mastercard); !errors.Is(err, subscription.NothingDue) {
		t.Errorf("paid beside it: %v", err)
	}
	d.Clock.Advance(time.Minute)
	d.Work(t)
	d.WantLedger(t, declined, fixture.Captured)
	d.WantTerms(t, on)
	d.WantMails(t, recovered)
	if got, err := d.payAgain(t.Context(), "lost", mastercard); err != nil || got.Status != payment.Accepted {
		t.Errorf("repeated payment: %+v, %v", got, err)
	}
}

// forgetful is a provider that keeps no card from the second sale on.
type forgetful struct {
	gateway.Gateway
	sales int
}

func (g *forgetful) Authorize(ctx context.Context, in gateway.AuthorizeRequest) (gateway.Transaction, error) {
	g.sales++
	t, err := g.Gateway.Authorize(ctx, in)
	if g.sales > 1 {
		t.PaymentMethodToken = ""
	}
	return t, err
}

// If the provider doesn't keep the card that paid the debt, the payment counts, and the earlier card renews.
func TestPayAgainWithoutKeeping(t *testing.T) {
	t.Parallel()
	provider := &forgetful{}
	d := newDebtor(t, fixture.Kept, fixture.WithGateway(provider, &provider.Gateway))
	if got, err := d.payAgain(t.Context(), "once", mastercard); err != nil || got.Status != payment.Accepted {
		t.Fatalf("%+v, %v", got, err)
	}
	d.Work(t)
	d.WantLedger(t, declined, fixture.Captured)
	d.WantTerms(t, on)
}

// If a subscription ends while its debt is being paid, the money is returned.
func TestPayAgainForEndedSubscription(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, fixture.Kept)
	d.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if got, err := d.payAgain(t.Context(), "late", mastercard); err != nil || got.Status != payment.Confirming {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := d.Pool.Exec(t.Context(), "UPDATE subscriptions SET state = 'ended'"); err != nil {
		t.Fatal(err)
	}
	d.Clock.Advance(time.Minute)
	d.Work(t)
	fixture.WantAttempts(t, d.Till, "settlement_declined", "voided")
	d.WantLedger(t, declined, fixture.Voided)
	// The sale stays in the books: only the second payment was returned.
	err := d.Client.Audit.Journal(t.Context(), ledger.MonthOf(d.Clock.Now()), func(e ledger.Entry) error {
		if e.Kind == ledger.Void {
			t.Errorf("the journal voids %+v", e)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Paying a debt takes the payer, the amount shown, and a debt. A refund is no debt.
func TestPayAgainRefused(t *testing.T) {
	t.Parallel()
	d := newDebtor(t, func(*payment.Input) {}) // nothing is kept
	if got := d.due(t); got == nil || got.KeepsMethod {
		t.Errorf("due: %+v", got)
	}
	other := d.Subscribe(t, fixture.Kept)
	stranger := d.AccountToken(t, other)
	in := subscription.PayAgainInput{AmountDisplayed: "158.99", Nonce: mastercard}
	keyed := caller.Meta{Lang: "en", IdempotencyKey: "the-key-k"}
	for want, call := range map[error]func() (*subscription.PaidAgain, error){
		subscription.NotFound: func() (*subscription.PaidAgain, error) {
			return d.Client.Subscription.PayAgain(t.Context(), d.id, stranger, in, keyed)
		},
		fault.IdempotencyKeyInvalid: func() (*subscription.PaidAgain, error) {
			return d.Client.Subscription.PayAgain(t.Context(), d.id, d.token, in, caller.Meta{Lang: "en"})
		},
		subscription.DueChanged: func() (*subscription.PaidAgain, error) {
			return d.Client.Subscription.PayAgain(t.Context(), d.id, d.token, subscription.PayAgainInput{AmountDisplayed: "1.00", Nonce: mastercard}, keyed)
		},
	} {
		if _, err := call(); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := d.payAgain(t.Context(), "pays", mastercard); err != nil {
		t.Fatal(err)
	}
	d.Work(t)
	list, err := d.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptCaptured})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if a.OrderID == d.order(t) {
			if _, err := d.Client.Payment.Refund(t.Context(), a.ID, payment.RefundInput{Reason: "asked"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	found, err := d.Client.Subscription.Find(t.Context(), d.id)
	if err != nil || found.State != "cancelled" || found.Due != nil || found.Renews {
		t.Errorf("refunded: %+v, %v", found, err)
	}
	if _, err := d.payAgain(t.Context(), "after", mastercard); !errors.Is(err, subscription.NothingDue) {
		t.Errorf("after the refund: %v", err)
	}
}

func (d debtor) order(t *testing.T) string {
	t.Helper()
	found, err := d.Client.Subscription.Find(t.Context(), d.id)
	if err != nil {
		t.Fatal(err)
	}
	return found.OrderID
}
