package sdk_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/braintree"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const goodNonce sdk.Secret = "fake-valid-visa-nonce"

// till is a test's world with a payment provider in it.
type till struct {
	*sdktest.Env
	provider *sandbox.Sandbox
	url      string // the provider's
	gateway  *braintree.Gateway
	keys     int
	read     int // mails
}

func newTill(t *testing.T, opts ...sdktest.Option) *till {
	t.Helper()
	return newTillAt(t, nil, opts...)
}

// newTillAt is newTill with a provider whose clock is another than the machine's.
func newTillAt(t *testing.T, now func() time.Time, opts ...sdktest.Option) *till {
	t.Helper()
	provider, err := sandbox.New(sandbox.Options{DuplicateWindow: -1, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(provider)
	t.Cleanup(server.Close)
	gateway, err := braintree.New(braintree.Config{
		BaseURL: server.URL, MerchantID: sandbox.DefaultMerchantID, PublicKey: sandbox.DefaultPublicKey, PrivateKey: sandbox.DefaultPrivateKey,
	})
	if err != nil {
		t.Fatal(err)
	}
	opts = append([]sdktest.Option{sdktest.WithConfig(func(c *sdk.Config) {
		c.Gateway = gateway
		c.Payment.ReusableNonces = true
		c.Payment.MerchantAccounts = map[money.Currency]string{}
		for _, a := range sandbox.DefaultMerchantAccounts()[:4] {
			c.Payment.MerchantAccounts[a.Currency] = a.ID
		}
	})}, opts...)
	return &till{Env: sdktest.New(t, opts...), provider: provider, url: server.URL, gateway: gateway}
}

// input is a payment call for what the quote shows.
func (w *till) input(t *testing.T, s sdktest.Session, nonce sdk.Secret, change ...func(*sdk.PaymentInput)) sdk.PaymentInput {
	t.Helper()
	in := sdk.PaymentInput{Order: sdk.OrderChoice{PackageID: 2001}, Payment: sdk.PaymentDetails{Nonce: nonce}}
	for _, f := range change {
		f(&in)
	}
	q, err := w.Client.PriceRegistration(t.Context(), s.SignupID, s.Key, sdk.QuoteInput{
		LimboID: s.SignupID, OrderDetail: in.Order, PayForCoparent: in.PayForCoparent, PromoCodes: in.PromoCodes, PaymentCodes: in.PaymentCodes,
	}, english)
	if err != nil {
		t.Fatal(err)
	}
	in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = q.TaxID, q.Totals.Total, q.Totals.TaxAmount
	return in
}

// SignUpIn starts a sign-up in a language.
func (w *till) SignUpIn(t *testing.T, lang string) sdktest.Session {
	t.Helper()
	answer, err := w.Client.CreateRegistration(t.Context(), sdktest.ReadyToPay(900), sdk.CallMeta{Lang: lang})
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Session{SignupID: answer.SignupID, Key: sdk.Secret(answer.RegistrationKey)}
}

// newKey makes an idempotency key.
func (w *till) newKey() string {
	w.keys++
	return fmt.Sprintf("payment-key-%d", w.keys)
}

// pay sends a payment call under a key of its own.
func (w *till) pay(t *testing.T, s sdktest.Session, in sdk.PaymentInput) (*sdk.PaymentAnswer, error) {
	t.Helper()
	return w.payAs(t, s, in, w.newKey())
}

func (w *till) payAs(t *testing.T, s sdktest.Session, in sdk.PaymentInput, key string) (*sdk.PaymentAnswer, error) {
	t.Helper()
	return w.Client.Pay(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{Lang: "en", IdempotencyKey: key})
}

// work does everything that is due.
func (w *till) work(t *testing.T) {
	t.Helper()
	if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.SweepPayments(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
}

// workAgain runs every job that ever ran once more: none may have another effect.
func (w *till) workAgain(t *testing.T) {
	t.Helper()
	_, err := w.Pool.Exec(t.Context(), `UPDATE river_job SET state = 'available', scheduled_at = created_at, finalized_at = NULL WHERE state = 'completed'`)
	if err != nil {
		t.Fatal(err)
	}
	w.work(t)
}

// line is what the provider's ledger says of one transaction.
type line struct{ Status, Amount, Currency string }

func (w *till) ledger() []line {
	lines := []line{}
	for _, e := range w.provider.Ledger().Transactions {
		lines = append(lines, line{e.Status, e.Amount, string(e.Currency)})
	}
	return lines
}

func (w *till) wantLedger(t *testing.T, want ...line) {
	t.Helper()
	if want == nil {
		want = []line{}
	}
	if diff := cmp.Diff(want, w.ledger()); diff != "" {
		t.Errorf("provider's ledger (-want +got):\n%s", diff)
	}
}

// books is what the database says of all payments.
type books struct{ Placed, Families, Subscriptions, Receipts, Captured, Open, Held int }

func (w *till) books(t *testing.T) (b books) {
	t.Helper()
	err := w.Pool.QueryRow(t.Context(), `SELECT
		(SELECT count(*) FROM orders WHERE state = 'placed'), (SELECT count(*) FROM families),
		(SELECT count(*) FROM subscriptions WHERE state = 'active'), (SELECT count(*) FROM receipts),
		(SELECT count(*) FROM payment_attempts WHERE state = 'captured'),
		(SELECT count(*) FROM registrations WHERE paying_since IS NOT NULL),
		(SELECT count(*) FROM subscription_codes WHERE state = 'reserved') + (SELECT count(*) FROM coupon_uses WHERE state = 'reserved')`).
		Scan(&b.Placed, &b.Families, &b.Subscriptions, &b.Receipts, &b.Captured, &b.Open, &b.Held)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w *till) wantBooks(t *testing.T, want books) {
	t.Helper()
	if diff := cmp.Diff(want, w.books(t)); diff != "" {
		t.Errorf("books (-want +got):\n%s", diff)
	}
}

// paidOnce is the books and the ledger after one sign-up for 158.99 went through.
var (
	paidOnce   = books{Placed: 1, Families: 1, Subscriptions: 1, Receipts: 1, Captured: 1}
	captured   = line{"submitted_for_settlement", "158.99", "USD"}
	authorised = line{"authorized", "158.99", "USD"}
	voided     = line{"voided", "158.99", "USD"}
)

// attempts lists the states of all attempts, oldest first.
func (w *till) attempts(t *testing.T) []string {
	t.Helper()
	var states []string
	if err := w.Pool.QueryRow(t.Context(), "SELECT coalesce(array_agg(state ORDER BY id), '{}') FROM payment_attempts").Scan(&states); err != nil {
		t.Fatal(err)
	}
	return states
}

// codes makes subscription codes of a professional, for a package.
func (w *till) codes(t *testing.T, packageID, size int) []string {
	t.Helper()
	account, professional := uuid.New(), uuid.New()
	_, err := w.Pool.Exec(t.Context(), `WITH a AS (
			INSERT INTO accounts (id, kind, state, first_name, last_name, name_key, email, email_key, created_at, updated_at)
			VALUES ($1, 'professional', 'active', 'Pat', 'Lee', 'pat|lee', $3, $3, now(), now()) RETURNING id)
		INSERT INTO professionals (id, account_id, state, created_at, updated_at) SELECT $2, id, 'pending_verification', now(), now() FROM a`,
		account, professional, account.String()+"@example.com")
	if err != nil {
		t.Fatal(err)
	}
	batch, err := w.Client.CreateCodeBatch(t.Context(), sdk.CodeBatchInput{
		ProfessionalID: professional.String(), PackageID: packageID, Size: size, Active: true,
	}, sdk.CallMeta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := w.Client.BatchCodes(t.Context(), professional.String(), batch.ID)
	if err != nil {
		t.Fatal(err)
	}
	codes := make([]string, len(rows))
	for i, row := range rows {
		codes[i] = row.Code
	}
	return codes
}

// hold is a gateway that stops in the middle of one call: after the provider has acted, before its answer
// is handed on. It counts the captures that were asked for.
type hold struct {
	sdk.Gateway
	call           string // authorize, capture, find or search
	acted, release chan struct{}
	held           atomic.Bool
	captures       atomic.Int32
}

func newHold(call string) *hold {
	return &hold{call: call, acted: make(chan struct{}), release: make(chan struct{})}
}

func (h *hold) at(call string) {
	if call == h.call && h.held.CompareAndSwap(false, true) { // the next one goes through
		close(h.acted)
		<-h.release
	}
}

func (h *hold) Authorize(ctx context.Context, in sdk.AuthorizeRequest) (sdk.GatewayTransaction, error) {
	defer h.at("authorize")
	return h.Gateway.Authorize(ctx, in)
}

func (h *hold) Capture(ctx context.Context, id string) (sdk.GatewayTransaction, error) {
	defer h.at("capture")
	h.captures.Add(1)
	return h.Gateway.Capture(ctx, id)
}

func (h *hold) Find(ctx context.Context, id string) (sdk.GatewayTransaction, error) {
	defer h.at("find")
	return h.Gateway.Find(ctx, id)
}

func (h *hold) FindByOrderID(ctx context.Context, id string) ([]sdk.GatewayTransaction, error) {
	defer h.at("search")
	return h.Gateway.FindByOrderID(ctx, id)
}

// withHold puts the hold before the gateway that the till was given.
func withHold(h *hold) sdktest.Option {
	return sdktest.WithConfig(func(c *sdk.Config) {
		h.Gateway, c.Gateway = c.Gateway, h
	})
}
