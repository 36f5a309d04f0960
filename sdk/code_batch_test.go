package sdk_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// insertProfessional writes a verified professional and gives its id.
func insertProfessional(t *testing.T, env *sdktest.Env) string {
	t.Helper()
	account, id := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	email := account.String() + "@example.com"
	now := env.Clock.Now()
	_, err := env.Pool.Exec(t.Context(), `INSERT INTO accounts (id, kind, state, first_name, last_name, name_key, email, email_key, created_at, updated_at)
		VALUES ($1, 'professional', 'active', 'Pia', 'Lopez', 'pia|lopez', $2, $2, $3, $3)`, account, email, now)
	if err != nil {
		t.Fatal(err)
	}
	_, err = env.Pool.Exec(t.Context(), `INSERT INTO professionals (id, account_id, state, verified_at, created_at, updated_at)
		VALUES ($1, $2, 'verified', $3, $3, $3)`, id, account, now)
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

func newBatch(t *testing.T, env *sdktest.Env, owner string, pkg, size int) *sdk.CodeBatch {
	t.Helper()
	b, err := env.Client.CreateCodeBatch(t.Context(), sdk.CodeBatchInput{ProfessionalID: owner, PackageID: pkg, Size: size, Active: true}, sdk.CallMeta{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func batchCodes(t *testing.T, env *sdktest.Env, b *sdk.CodeBatch) []sdk.BatchCode {
	t.Helper()
	codes, err := env.Client.BatchCodes(t.Context(), b.ProfessionalID, b.ID)
	if err != nil {
		t.Fatal(err)
	}
	return codes
}

// goodCodes makes codes for a package that pay.
func goodCodes(t *testing.T, env *sdktest.Env, pkg, n int) []string {
	t.Helper()
	var out []string
	for _, c := range batchCodes(t, env, newBatch(t, env, insertProfessional(t, env), pkg, n)) {
		out = append(out, c.Code)
	}
	return out
}

func TestCodeBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := insertProfessional(t, env)
	got, err := env.Client.CreateCodeBatch(t.Context(), sdk.CodeBatchInput{ProfessionalID: owner, PackageID: 2061, Size: 3}, sdk.CallMeta{})
	if err != nil {
		t.Fatal(err)
	}
	want := &sdk.CodeBatch{
		ID: got.ID, ProfessionalID: owner, PackageID: 2061, PackageName: "UK_ESSENTIAL_1Y", Face: "119.99", CurrencyCode: "GBP", Total: "359.97", Size: 3,
		State: sdk.CodeBatchAwaitingPayment, PaidBy: sdk.CodePaymentInvoice, Unissued: 3, CreatedAt: sdktest.Start, ExpiresAt: sdktest.Start.AddDate(2, 0, 0),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	// Nobody sees or hands out codes before they are paid.
	_, err = env.Client.BatchCodes(t.Context(), owner, got.ID)
	wantFault(t, err, sdk.CodeBatchUnpaid)
	_, err = env.Client.IssueSubscriptionCode(t.Context(), owner, got.ID, sdk.IssueInput{}, sdk.CallMeta{})
	wantFault(t, err, sdk.CodeBatchUnpaid)
	for range 2 {
		active, err := env.Client.ActivateCodeBatch(t.Context(), got.ID)
		if err != nil || active.State != sdk.CodeBatchActive {
			t.Fatalf("%+v, %v", active, err)
		}
	}

	// The price that a code is worth is the one of the day of purchase.
	applyPrice(t, env, "119.99", "129.99")
	if again, err := env.Client.CodeBatch(t.Context(), owner, got.ID); err != nil || again.Face != "119.99" {
		t.Errorf("after a new price: %+v, %v", again, err)
	}

	// Codes are handed out one by one, each to one person, until none is left.
	seen := map[string]bool{}
	for range 3 {
		code, err := env.Client.IssueSubscriptionCode(t.Context(), owner, got.ID, sdk.IssueInput{IssuedTo: "  Client  7 "}, sdk.CallMeta{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sdk.ParseSubscriptionCode(code.Code); err != nil || seen[code.Code] || code.IssuedTo != "Client 7" || code.IssuedAt == nil {
			t.Errorf("code %+v: %v", code, err)
		}
		seen[code.Code] = true
	}
	_, err = env.Client.IssueSubscriptionCode(t.Context(), owner, got.ID, sdk.IssueInput{}, sdk.CallMeta{})
	wantFault(t, err, sdk.CodeBatchEmpty)
	for _, c := range batchCodes(t, env, got) {
		if !seen[c.Code] || c.State != sdk.SubscriptionCodeAvailable {
			t.Errorf("listed %+v", c)
		}
	}
}

func wantFault(t *testing.T, err error, want *sdk.Fault) {
	t.Helper()
	if diff := cmp.Diff(want, err, cmpopts.EquateErrors()); diff != "" {
		t.Errorf("got %v, want %v", err, want)
	}
}

func TestCodeBatchIsItsOwnersOnly(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	mine, other := insertProfessional(t, env), insertProfessional(t, env)
	b := newBatch(t, env, mine, 2001, 1)
	for name, do := range map[string]func(owner, batch string) error{
		"read":  func(o, b string) error { _, err := env.Client.CodeBatch(t.Context(), o, b); return err },
		"codes": func(o, b string) error { _, err := env.Client.BatchCodes(t.Context(), o, b); return err },
		"issue": func(o, b string) error {
			_, err := env.Client.IssueSubscriptionCode(t.Context(), o, b, sdk.IssueInput{}, sdk.CallMeta{})
			return err
		},
		"events": func(o, b string) error { _, err := env.Client.CodeBatchEvents(t.Context(), o, b); return err },
		"revoke": func(o, b string) error { _, err := env.Client.RevokeCodeBatch(t.Context(), o, b); return err },
	} {
		for _, who := range [][2]string{{other, b.ID}, {mine, mine}, {mine, "nonsense"}, {"nonsense", b.ID}} {
			if err := do(who[0], who[1]); !errors.Is(err, sdk.CodeBatchUnknown) {
				t.Errorf("%s %v: %v", name, who, err)
			}
		}
	}
	list, err := env.Client.CodeBatches(t.Context(), other)
	if err != nil || len(list) != 0 {
		t.Errorf("another's list: %v, %v", list, err)
	}
}

func TestCreateCodeBatchRefuses(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := insertProfessional(t, env)
	for _, c := range []struct {
		pkg, size int
		want      []string
	}{
		{2009, 1, []string{"packageId=code_batch_package_invalid"}},
		{1, 0, []string{"packageId=code_batch_package_invalid", "size=code_batch_size_invalid"}},
		{2001, 501, []string{"size=code_batch_size_invalid"}},
	} {
		_, err := env.Client.CreateCodeBatch(t.Context(), sdk.CodeBatchInput{ProfessionalID: owner, PackageID: c.pkg, Size: c.size}, sdk.CallMeta{})
		wantRefusal(t, err, c.want...)
	}
}

// TestCodesInTheDatabaseOpenNothing: a copy of the database shows no code, and another secret reads none.
func TestCodesInTheDatabaseOpenNothing(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := newBatch(t, env, insertProfessional(t, env), 2001, 5)
	var dump string
	if err := env.Pool.QueryRow(t.Context(), `SELECT string_agg(c::text, E'\n') FROM subscription_codes c`).Scan(&dump); err != nil {
		t.Fatal(err)
	}
	for _, c := range batchCodes(t, env, b) {
		bare := c.Code[:4] + c.Code[5:9] + c.Code[10:14] + c.Code[15:]
		if containsAny(dump, c.Code, bare, hexOf(bare)) {
			t.Errorf("code %s stands in the database", c.Code)
		}
	}
	thief := env.Config
	thief.Secrets = sdk.Secrets{Server: []byte("another secret of thirty-two bytes and more")}
	if codes, err := env.NewClient(t, thief).BatchCodes(t.Context(), b.ProfessionalID, b.ID); err == nil {
		t.Errorf("another secret read %v", codes)
	}
}

// TestCodesOutliveANewSecret: codes made under a replaced secret are found and read.
func TestCodesOutliveANewSecret(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	b := newBatch(t, env, insertProfessional(t, env), 2001, 1)
	code := batchCodes(t, env, b)[0].Code
	cfg := env.Config
	cfg.Secrets = sdk.Secrets{KeyID: 2, Server: []byte("a new secret of thirty-two bytes and more!"), Old: map[uint8][]byte{1: env.Config.Secrets.Server}}
	later := env.NewClient(t, cfg)
	codes, err := later.BatchCodes(t.Context(), b.ProfessionalID, b.ID)
	if err != nil || codes[0].Code != code {
		t.Fatalf("%v, %v", codes, err)
	}
	s := env.SignUp(t)
	q, err := later.PriceRegistration(t.Context(), s.SignupID, s.Key, sdk.QuoteInput{PaymentCodes: []string{code}}, sdk.CallMeta{})
	if err != nil || q.Totals.Total != "0.00" {
		t.Errorf("%+v, %v", q, err)
	}
}

// TestCodesThatDontPay: unknown, used, expired, revoked and unpaid codes get one and the same answer.
func TestCodesThatDontPay(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	owner := insertProfessional(t, w.Env)
	answer := func(code string) *sdk.Quote {
		s := w.SignUp(t)
		q := quote(t, w.Env, s, sdk.QuoteInput{PaymentCodes: []string{code}}, "en")
		q.TaxID = ""
		return q
	}
	expiring, err := w.Client.CreateCodeBatch(t.Context(), sdk.CodeBatchInput{
		ProfessionalID: owner, PackageID: 2001, Size: 1, Active: true, ExpiresAt: w.Clock.Now().Add(time.Hour),
	}, sdk.CallMeta{})
	if err != nil {
		t.Fatal(err)
	}
	revoked, unpaid := newBatch(t, w.Env, owner, 2001, 2), newBatch(t, w.Env, owner, 2001, 1)
	codes := map[string]string{
		"expired": batchCodes(t, w.Env, expiring)[0].Code, "revoked": batchCodes(t, w.Env, revoked)[0].Code,
		"unpaid": batchCodes(t, w.Env, unpaid)[0].Code, "used": goodCodes(t, w.Env, 2001, 1)[0],
	}
	for name, code := range codes {
		if q := answer(code); q.Totals.Total != "0.00" || len(q.ValidationErrors) != 0 || q.PaymentCodeDetails[0].Code != code {
			t.Fatalf("%s: %+v", name, q)
		}
	}
	s := w.SignUp(t)
	in := w.input(t, s, "", func(in *sdk.PaymentInput) { in.PaymentCodes = []string{codes["used"]} })
	if _, err := w.pay(t, s, in); err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(time.Hour)
	if _, err := w.Client.RevokeCodeBatch(t.Context(), owner, revoked.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), `UPDATE code_batches SET state = 'awaiting_payment', activated_at = NULL WHERE id = $1`, unpaid.ID); err != nil {
		t.Fatal(err)
	}
	want := answer("0000-0000-0000-0000")
	wantErrors := sdk.Violations{{Field: "paymentCodes", Code: "subscription_code_invalid", Text: "Invalid activation code"}}
	if diff := cmp.Diff(wantErrors, want.ValidationErrors); diff != "" {
		t.Error(diff)
	}
	for name, code := range codes {
		if diff := cmp.Diff(want, answer(code)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	// The mark of expiry is for listings.
	n, err := w.Client.ExpireSubscriptionCodes(t.Context())
	if err != nil || n != 1 {
		t.Errorf("expired %d, %v", n, err)
	}
	if err := w.Client.RevokeSubscriptionCode(t.Context(), owner, expiring.ID, batchCodes(t, w.Env, expiring)[0].ID); !errors.Is(err, sdk.SubscriptionCodeGone) {
		t.Errorf("revoking an expired code: %v", err)
	}
}

// TestOneCodeManySessions: of a hundred sessions that pay with one code at once one wins, the others are
// told so and charged nothing, and nothing stays reserved.
func TestOneCodeManySessions(t *testing.T) {
	t.Parallel()
	const sessions = 100
	w := newTill(t, sdktest.WithConnections(8))
	code := goodCodes(t, w.Env, 2001, 1)[0]
	ready := make([]sdktest.Session, sessions)
	inputs := make([]sdk.PaymentInput, sessions)
	for i := range ready {
		ready[i] = w.SignUp(t)
		inputs[i] = w.input(t, ready[i], "", func(in *sdk.PaymentInput) { in.PaymentCodes = []string{code} })
	}
	errs := make([]error, sessions)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range ready {
		wg.Go(func() {
			<-start
			_, errs[i] = w.Client.Pay(t.Context(), ready[i].SignupID, ready[i].Key, inputs[i], sdk.CallMeta{Lang: "en", IdempotencyKey: ready[i].SignupID})
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
		wantRefusal(t, err, "paymentCodes=subscription_code_invalid")
	}
	var redeemed, reserved, orders int
	err := w.Pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE state = 'redeemed'), count(*) FILTER (WHERE state = 'reserved'),
		(SELECT count(*) FROM orders WHERE state = 'placed') FROM subscription_codes`).Scan(&redeemed, &reserved, &orders)
	if err != nil || won != 1 || redeemed != 1 || reserved != 0 || orders != 1 {
		t.Errorf("won %d, redeemed %d, reserved %d, orders %d, %v; want 1, 1, 0, 1", won, redeemed, reserved, orders, err)
	}
	w.wantLedger(t)
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
