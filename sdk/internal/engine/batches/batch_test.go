package batches_test

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestCodeBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := fixture.InsertProfessional(t, env)
	got, err := env.Client.Codes.Create(t.Context(), codes.BatchInput{ProfessionalID: owner, PackageID: 2061, Size: 3}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	want := &codes.Batch{
		ID: got.ID, ProfessionalID: owner, PackageID: 2061, PackageName: "UK_ESSENTIAL_1Y", Face: "119.99", CurrencyCode: "GBP", Total: "359.97", Size: 3,
		State: codes.BatchAwaitingPayment, PaidBy: codes.PaymentInvoice, Unissued: 3, CreatedAt: sdktest.Start, ExpiresAt: sdktest.Start.AddDate(2, 0, 0),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	// Unpaid codes can't be read or issued.
	_, err = env.Client.Codes.Codes(t.Context(), owner, got.ID)
	fixture.WantFault(t, err, codes.BatchUnpaid)
	_, err = env.Client.Codes.Issue(t.Context(), owner, got.ID, codes.IssueInput{}, caller.Meta{})
	fixture.WantFault(t, err, codes.BatchUnpaid)
	for range 2 {
		active, err := env.Client.Codes.Activate(t.Context(), got.ID)
		if err != nil || active.State != codes.BatchActive {
			t.Fatalf("%+v, %v", active, err)
		}
	}

	// A code's worth is the price on the day of purchase.
	fixture.ApplyPrice(t, env, "119.99", "129.99")
	if again, err := env.Client.Codes.Batch(t.Context(), owner, got.ID); err != nil || again.Face != "119.99" {
		t.Errorf("after a new price: %+v, %v", again, err)
	}

	// Codes are issued one by one, each to one person, until none is left.
	seen := map[string]bool{}
	for range 3 {
		code, err := env.Client.Codes.Issue(t.Context(), owner, got.ID, codes.IssueInput{IssuedTo: "  Client  7 "}, caller.Meta{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := form.ParseSubscriptionCode(code.Code); err != nil || seen[code.Code] || code.IssuedTo != "Client 7" || code.IssuedAt == nil {
			t.Errorf("code %+v: %v", code, err)
		}
		seen[code.Code] = true
	}
	_, err = env.Client.Codes.Issue(t.Context(), owner, got.ID, codes.IssueInput{}, caller.Meta{})
	fixture.WantFault(t, err, codes.BatchEmpty)
	for _, c := range fixture.BatchCodes(t, env, got) {
		if !seen[c.Code] || c.State != codes.SubscriptionCodeAvailable {
			t.Errorf("listed %+v", c)
		}
	}
}

func TestCodeBatchIsItsOwnersOnly(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	mine, other := fixture.InsertProfessional(t, env), fixture.InsertProfessional(t, env)
	b := fixture.NewBatch(t, env, mine, 2001, 1)
	for name, do := range map[string]func(owner, batch string) error{
		"read":  func(o, b string) error { _, err := env.Client.Codes.Batch(t.Context(), o, b); return err },
		"codes": func(o, b string) error { _, err := env.Client.Codes.Codes(t.Context(), o, b); return err },
		"issue": func(o, b string) error {
			_, err := env.Client.Codes.Issue(t.Context(), o, b, codes.IssueInput{}, caller.Meta{})
			return err
		},
		"events": func(o, b string) error { _, err := env.Client.Codes.Events(t.Context(), o, b); return err },
		"revoke": func(o, b string) error { _, err := env.Client.Codes.RevokeBatch(t.Context(), o, b); return err },
	} {
		for _, pair := range [][2]string{{other, b.ID}, {mine, mine}, {mine, "nonsense"}, {"nonsense", b.ID}} {
			if err := do(pair[0], pair[1]); !errors.Is(err, codes.BatchUnknown) {
				t.Errorf("%s %v: %v", name, pair, err)
			}
		}
	}
	list, err := env.Client.Codes.Batches(t.Context(), other)
	if err != nil || len(list) != 0 {
		t.Errorf("another's list: %v, %v", list, err)
	}
}

func TestCreateCodeBatchRefuses(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := fixture.InsertProfessional(t, env)
	for _, c := range []struct {
		pkg, size int
		want      []string
	}{
		{2009, 1, []string{"packageId=code_batch_package_invalid"}},
		{1, 0, []string{"packageId=code_batch_package_invalid", "size=code_batch_size_invalid"}},
		{2001, 501, []string{"size=code_batch_size_invalid"}},
	} {
		_, err := env.Client.Codes.Create(t.Context(), codes.BatchInput{ProfessionalID: owner, PackageID: c.pkg, Size: c.size}, caller.Meta{})
		fixture.WantRefusal(t, err, c.want...)
	}
}

// TestStoredCodesAreUnusable: a copy of the database shows no code, and another secret decrypts none.
func TestStoredCodesAreUnusable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := fixture.NewBatch(t, env, fixture.InsertProfessional(t, env), 2001, 5)
	var dump string
	if err := env.Pool.QueryRow(t.Context(), `SELECT string_agg(c::text, E'\n') FROM subscription_codes c`).Scan(&dump); err != nil {
		t.Fatal(err)
	}
	for _, c := range fixture.BatchCodes(t, env, b) {
		bare := c.Code[:4] + c.Code[5:9] + c.Code[10:14] + c.Code[15:]
		if containsAny(dump, c.Code, bare, hexOf(bare)) {
			t.Errorf("code %s is in the database", c.Code)
		}
	}
	thief := env.Config
	thief.Secrets = secret.Secrets{Server: []byte("another secret of thirty-two bytes and more")}
	if all, err := env.NewClient(t, thief).Codes.Codes(t.Context(), b.ProfessionalID, b.ID); err == nil {
		t.Errorf("another secret read %v", all)
	}
}

// TestCodesSurviveSecretRotation: codes created under a replaced secret are found and decrypted.
func TestCodesSurviveSecretRotation(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := fixture.NewBatch(t, env, fixture.InsertProfessional(t, env), 2001, 1)
	code := fixture.BatchCodes(t, env, b)[0].Code
	cfg := env.Config
	cfg.Secrets = secret.Secrets{KeyID: 2, Server: []byte("a new secret of thirty-two bytes and more!"), Old: map[uint8][]byte{1: env.Config.Secrets.Server}}
	later := env.NewClient(t, cfg)
	all, err := later.Codes.Codes(t.Context(), b.ProfessionalID, b.ID)
	if err != nil || all[0].Code != code {
		t.Fatalf("%v, %v", all, err)
	}
	s := env.SignUp(t)
	q, err := later.Signup.Price(t.Context(), s.SignupID, s.Key, price.QuoteInput{PaymentCodes: []string{code}}, caller.Meta{})
	if err != nil || q.Totals.Total != "0.00" {
		t.Errorf("%+v, %v", q, err)
	}
}

// TestUnusableCodes: unknown, used, expired, revoked and unpaid codes get the same response.
func TestUnusableCodes(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	owner := fixture.InsertProfessional(t, w.Env)
	answer := func(code string) *price.Quote {
		s := w.SignUp(t)
		q := fixture.Quote(t, w.Env, s, price.QuoteInput{PaymentCodes: []string{code}}, "en")
		q.TaxID = ""
		return q
	}
	expiring, err := w.Client.Codes.Create(t.Context(), codes.BatchInput{
		ProfessionalID: owner, PackageID: 2001, Size: 1, Active: true, ExpiresAt: w.Clock.Now().Add(time.Hour),
	}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	revoked, unpaid := fixture.NewBatch(t, w.Env, owner, 2001, 2), fixture.NewBatch(t, w.Env, owner, 2001, 1)
	issued := map[string]string{
		"expired": fixture.BatchCodes(t, w.Env, expiring)[0].Code, "revoked": fixture.BatchCodes(t, w.Env, revoked)[0].Code,
		"unpaid": fixture.BatchCodes(t, w.Env, unpaid)[0].Code, "used": fixture.GoodCodes(t, w.Env, 2001, 1)[0],
	}
	for name, code := range issued {
		if q := answer(code); q.Totals.Total != "0.00" || len(q.ValidationErrors) != 0 || q.PaymentCodeDetails[0].Code != code {
			t.Fatalf("%s: %+v", name, q)
		}
	}
	s := w.SignUp(t)
	in := w.Input(t, s, "", func(in *payment.Input) { in.PaymentCodes = []string{issued["used"]} })
	if _, err := w.Pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	if _, err := w.Client.Codes.RevokeBatch(t.Context(), owner, revoked.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), `UPDATE code_batches SET state = 'awaiting_payment', activated_at = NULL WHERE id = $1`, unpaid.ID); err != nil {
		t.Fatal(err)
	}
	want := answer("0000-0000-0000-0000")
	wantErrors := fault.Violations{{Field: "paymentCodes", Code: "subscription_code_invalid", Text: "Invalid activation code"}}
	if diff := cmp.Diff(wantErrors, want.ValidationErrors); diff != "" {
		t.Error(diff)
	}
	for name, code := range issued {
		if diff := cmp.Diff(want, answer(code)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// The mark is for listings.
	n, err := engine.Of(w.Client).Codes.Expire(t.Context())
	if err != nil || n != 1 {
		t.Errorf("expired %d, %v", n, err)
	}
	if err := w.Client.Codes.Revoke(t.Context(), owner, expiring.ID, fixture.BatchCodes(t, w.Env, expiring)[0].ID); !errors.Is(err, codes.SubscriptionCodeGone) {
		t.Errorf("revoking an expired code: %v", err)
	}
}

// TestOneCodeManySessions: of a hundred sessions that pay with one code concurrently, one succeeds. The others are refused and charged nothing, and
// no code stays reserved.
func TestOneCodeManySessions(t *testing.T) {
	t.Parallel()
	const sessions = 100
	w := fixture.NewTill(t, sdktest.WithConnections(8))
	code := fixture.GoodCodes(t, w.Env, 2001, 1)[0]
	ready := make([]sdktest.Session, sessions)
	inputs := make([]payment.Input, sessions)
	for i := range ready {
		ready[i] = w.SignUp(t)
		inputs[i] = w.Input(t, ready[i], "", func(in *payment.Input) { in.PaymentCodes = []string{code} })
	}
	errs := make([]error, sessions)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range ready {
		wg.Go(func() {
			<-start
			_, errs[i] = w.Client.Checkout.Pay(t.Context(), ready[i].SignupID, ready[i].Key, inputs[i], caller.Meta{Lang: "en", IdempotencyKey: ready[i].SignupID})
		})
	}
	close(start)
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
			continue
		}
		fixture.WantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	}
	var redeemed, reserved, orders int
	err := w.Pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE state = 'redeemed'), count(*) FILTER (WHERE state = 'reserved'),
		(SELECT count(*) FROM orders WHERE state = 'placed') FROM subscription_codes`).Scan(&redeemed, &reserved, &orders)
	if err != nil || won != 1 || redeemed != 1 || reserved != 0 || orders != 1 {
		t.Errorf("won %d, redeemed %d, reserved %d, orders %d, %v; want 1, 1, 0, 1", won, redeemed, reserved, orders, err)
	}
	w.WantLedger(t)
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

func hexOf(s string) string { return hex.EncodeToString([]byte(s)) }

// A trail longer than a list shows its newest events, the oldest of them first.
func TestEventsAreTheNewest(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := fixture.NewBatch(t, env, fixture.InsertProfessional(t, env), 2001, 1)
	_, err := env.Pool.Exec(t.Context(), `INSERT INTO code_batch_events (id, batch_id, kind, actor, at)
		SELECT ('01000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'codes_read', 'professional', $2::timestamptz - (2500 - n) * interval '1 minute' FROM generate_series(1, 2500) AS n`, b.ID, env.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	fixture.BatchCodes(t, env, b) // the newest of all
	events, err := env.Client.Codes.Events(t.Context(), b.ProfessionalID, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 2000 || events[1999] != (codes.BatchEvent{At: env.Clock.Now(), Kind: "codes_read", Actor: "professional"}) || !slices.IsSortedFunc(events, func(a, b codes.BatchEvent) int { return a.At.Compare(b.At) }) {
		t.Errorf("%d events, the last %+v", len(events), events[len(events)-1])
	}
}
