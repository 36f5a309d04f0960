package pg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Statements that don't need each other's results travel together. A payment without a stored card makes nineteen
// round trips for its forty-eight statements, username and password eight.
func TestPaymentSavesRoundTrips(t *testing.T) {
	t.Parallel()
	env, noted := fixture.Traced(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits = caller.Limits{} }))
	signUp := func() (quote, details, credentials []string) {
		s := env.SignUp(t)
		noted.Take()
		in := payment.Input{Order: form.OrderChoice{PackageID: 2001}, Payment: payment.Details{Nonce: fixture.GoodNonce, PaymentType: gateway.PaymentCreditCard, StorePaymentOnFile: new(false)}}
		q, err := env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, price.QuoteInput{LimboID: s.SignupID, OrderDetail: in.Order, StorePaymentOnFile: in.Payment.StorePaymentOnFile}, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		quote = noted.Take()
		in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = q.TaxID, q.Totals.Total, q.Totals.TaxAmount
		paid, err := env.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: "en", IdempotencyKey: "payment-" + s.SignupID})
		if err != nil {
			t.Fatal(err)
		}
		details = noted.Take()
		_, err = env.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{Username: "ana" + s.SignupID[30:], Password: "Correct-horse-7"},
			caller.Meta{Lang: "en", IdempotencyKey: "credentials-" + s.SignupID})
		if err != nil {
			t.Fatal(err)
		}
		return quote, details, noted.Take()
	}
	signUp() // the first insertion of jobs reads the version of Postgres
	quote, pay, credentials := signUp()
	if diff := cmp.Diff([]string{"ReadForQuote", "InsertQuote"}, quote); diff != "" {
		t.Errorf("a quote's trips (-want +got):\n%s", diff)
	}
	want := []string{
		"GetRegistration", "CountEvent", "ClaimIdempotencyKey",
		"begin", "LockRegistration",
		"FindStandingAttempts GetQuote FindOpenOrder ReadForPayment CountDeclines",
		"SaveOrder InsertAttempt", "MarkRegistrationPaying", "commit",
		"SendAttempt",
		"begin", "LockRegistrationOfOrder LockRenewed LockAttempt", "SaveAttempt",
		"LockEmails InsertPerson MarkAddressTaken InsertAccount",
		"InsertFamily InsertChild InsertChild InsertPerson InsertInvitation",
		"PlaceOrder MarkRegistrationPaid",
		"StartSubscription InsertReceipt InsertToken StoreIdempotentAnswer",
		"CountDecided JobInsertFastMany", "commit",
	}
	if diff := cmp.Diff(want, pay); diff != "" {
		t.Errorf("a payment's trips (-want +got):\n%s", diff)
	}
	want = []string{
		"ClaimIdempotencyKey", "FindToken", "CountEvent", "ReadForCredentials",
		"begin", "LockEmails InsertCredentials", "ActivateAccount InsertToken StoreIdempotentAnswer", "commit",
	}
	if diff := cmp.Diff(want, credentials); diff != "" {
		t.Errorf("the trips of username and password (-want +got):\n%s", diff)
	}
}

// Each statement's result reaches its own call, on the pool and in a transaction after held-back statements; no row
// gives no result. An error names its statement and leaves the connection usable.
func TestBatch(t *testing.T) {
	t.Parallel()
	env, noted := fixture.Traced(t)
	if _, err := env.Client.Signup.Packages(t.Context(), "P0", nil, fixture.English); err != nil { // creates catalog version 1
		t.Fatal(err)
	}
	noted.Take()
	type answers struct {
		Facts  db.ReadForPaymentRow
		Taken  bool
		Order  *db.Order
		Placed int64
	}
	read := func(b *db.Batch, a *answers) {
		b.ReadForPayment(&a.Facts, [][]byte{{1}})
		b.FindOpenOrder(&a.Order, uuid.Nil)
		b.UsernameTaken(&a.Taken, [][]byte{{1}})
		b.PlaceOrder(&a.Placed, nil, nil, nil, uuid.Nil)
	}
	got := answers{Facts: db.ReadForPaymentRow{HasAccount: true, CatalogVersion: 9}, Taken: true, Order: &db.Order{}, Placed: 9}
	b := &db.Batch{}
	read(b, &got)
	if err := pg.SendBatch(t.Context(), env.Pool, b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(answers{Facts: db.ReadForPaymentRow{CatalogVersion: 1}}, got); diff != "" {
		t.Errorf("on the pool (-want +got):\n%s", diff)
	}

	failing := func(b *db.Batch) {
		b.GetAccount(&db.Account{}, uuid.Nil)
		b.UsernameTaken(new(bool), [][]byte{{1}})
	}
	for name, of := range map[string]struct {
		held      func(q *db.Queries) error
		statement func(b *db.Batch)
		want      string
	}{
		"a row that isn't there":         {func(*db.Queries) error { return nil }, failing, "GetAccount: no rows"},
		"a statement that was held back": {func(q *db.Queries) error { return q.InsertChild(t.Context(), child(uuid.New(), 0)) }, func(b *db.Batch) { b.UsernameTaken(new(bool), [][]byte{{1}}) }, "InsertChild: ERROR"},
	} {
		err := inTransaction(t, env, func(tx *pg.Tx) error {
			if err := of.held(tx.Queries); err != nil {
				return err
			}
			b := &db.Batch{}
			of.statement(b)
			return pg.SendBatch(t.Context(), tx.Transaction, b)
		})
		if err == nil || !strings.Contains(err.Error(), of.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, of.want)
		}
	}

	noted.Take()
	got = answers{}
	err := inTransaction(t, env, func(tx *pg.Tx) error {
		newFamily(t.Context(), t, tx.Queries, env)
		b := &db.Batch{}
		read(b, &got)
		return pg.SendBatch(t.Context(), tx.Transaction, b)
	})
	if err != nil || got.Facts.CatalogVersion != 1 {
		t.Errorf("in a transaction: version %d, %v", got.Facts.CatalogVersion, err)
	}
	want := []string{"begin", "InsertFamily ReadForPayment FindOpenOrder UsernameTaken PlaceOrder", "commit"}
	if diff := cmp.Diff(want, noted.Take()); diff != "" {
		t.Errorf("trips (-want +got):\n%s", diff)
	}
}
