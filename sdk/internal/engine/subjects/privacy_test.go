package subjects_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Every column of the schema is in the data map, as personal or plain.
func TestDataMapIsComplete(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rows, err := env.Pool.Query(t.Context(), `SELECT table_name || '.' || column_name FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name NOT LIKE 'river%' AND table_name NOT LIKE 'goose%'`)
	if err != nil {
		t.Fatal(err)
	}
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	mapped := subjects.DataMapColumns()
	for _, c := range columns {
		if !slices.Contains(mapped, c) {
			t.Errorf("dataMap in privacy_map.go has no entry for %s: is it about a person?", c)
		}
	}
	seen := map[string]bool{}
	for _, c := range mapped {
		if !slices.Contains(columns, c) || seen[c] {
			t.Errorf("dataMap names %s, which doesn't exist, or names it twice", c)
		}
		seen[c] = true
	}
	for _, table := range subjects.DataMap() {
		for _, c := range table.Columns {
			if c.Erasure == "stays: " {
				t.Errorf("%s.%s stays without a reason", table.Name, c.Name)
			}
		}
	}
}

// A family signs up, pays and keeps the card. The parent's export has everything that the parent typed. After the erasure the database has
// none of it, but still the co-parent's own data.
func TestExportAndErase(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) }))
	if err != nil {
		t.Fatal(err)
	}
	unfinished := sdktest.ReadyToPay(77)
	unfinished.Address.Line1 = "2 Other Street"
	if _, err := w.Client.Signup.Create(t.Context(), unfinished, caller.Meta{AnonymousID: "visitor-77"}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), "ana.diaz.1@example.com"); !errors.Is(err, privacy.ErrPersonPaying) {
		t.Errorf("erased while the capture is due: %v", err)
	}
	w.RunJobs(t)
	in := sdktest.ReadyToPay(1)
	typed := []string{
		in.Parent.Email, in.Parent.FirstName, in.Parent.LastName, in.Parent.PhoneNumber, in.Address.Line1, in.Children[0].FirstName,
	}
	data, err := w.Client.Privacy.ExportPerson(t.Context(), "  ANA.Diaz.1@example.com ")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range append(slices.Clone(typed), "158.99", "active", "CREDIT_CARD") {
		if !strings.Contains(string(raw), word) {
			t.Errorf("the export lacks %q", word)
		}
	}
	for _, secret := range []string{"_hash", "sealed", in.SecurityAnswer.Reveal(), "ana.diaz.77"} {
		if strings.Contains(string(raw), secret) {
			t.Errorf("the export holds %q", secret)
		}
	}
	before := moneyOf(t, w)
	erased, err := w.Client.Privacy.ErasePerson(t.Context(), "ana.diaz.1@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if erased.AccountID != answer.Registration.Parent.UserID {
		t.Errorf("erased account %s", erased.AccountID)
	}
	dump := fixture.Everything(t, w.Env)
	for _, word := range []string{in.Parent.Email, in.Parent.PhoneNumber, in.Address.Line1, strings.ToLower(in.Parent.Email)} {
		for table, content := range dump {
			if strings.Contains(content, word) {
				t.Errorf("%s still holds %q", table, word)
			}
		}
	}
	if diff := cmp.Diff(map[string]any{}, fixture.Known(t, w.Env, erased.AccountID)); diff != "" {
		t.Errorf("the parent's remaining data (-want +got):\n%s", diff)
	}
	coParent := fixture.Record(t, w.Env, "SELECT user_id::text FROM invitations")["user_id"]
	if got := fixture.Known(t, w.Env, coParent)["email"]; got != in.CoParent.Email {
		t.Errorf("the co-parent's address is %v, want %s", got, in.CoParent.Email)
	}
	others, err := w.Client.Signup.List(t.Context(), signup.Filter{Email: unfinished.Parent.Email})
	if err != nil || len(others) != 1 || others[0].Email == "" {
		t.Errorf("another person's sign-up is erased, too: %+v, %v", others, err)
	}
	if diff := cmp.Diff(before, moneyOf(t, w)); diff != "" {
		t.Errorf("the records required by law changed (-before +after):\n%s", diff)
	}
	verified, err := w.Client.Audit.VerifyReceipts(t.Context(), sdktest.Start.AddDate(-1, 0, 0), func(d audit.ReceiptDifference) { t.Errorf("receipt differs: %+v", d) })
	if err != nil || verified.Receipts == 0 {
		t.Errorf("%d receipts verified: %v", verified.Receipts, err)
	}
	for name, opened := range map[string]error{
		"read":   fixture.Second(w.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)),
		"status": fixture.Second(w.Client.Checkout.Status(t.Context(), s.SignupID, s.Key)),
	} {
		if !errors.Is(opened, fault.RegistrationKeyWrong) {
			t.Errorf("%s with the erased person's registration key: %v, want %v", name, opened, fault.RegistrationKeyWrong)
		}
	}
	again, err := w.Client.Privacy.ErasePerson(t.Context(), erased.AccountID)
	if err != nil || len(again.Changed) != 0 {
		t.Errorf("erased again: %+v, %v", again, err)
	}
	if n := fixture.CountRows(t, w.Env, "privacy_events WHERE kind = 'erased'"); n != 1 {
		t.Errorf("%d erasures are noted, want 1", n)
	}
	// A person with an unfinished sign-up has no account, and is erased by email.
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), unfinished.Parent.Email); err != nil {
		t.Fatal(err)
	}
	if n := fixture.CountRows(t, w.Env, "registrations JOIN person_keys USING (person_id)"); n != 0 {
		t.Errorf("%d persons of sign-ups still have a key", n)
	}
	if n := fixture.CountRows(t, w.Env, "registrations WHERE num_nonnulls(draft, email_hash, co_parent_email_hash) > 0"); n != 0 {
		t.Errorf("%d sign-ups still have entered data", n)
	}
	// The address is free again.
	in.Sections = []signup.Section{signup.SectionParent}
	if _, err := w.Client.Signup.Create(t.Context(), in, caller.Meta{}); err != nil {
		t.Errorf("the same person can't come back: %v", err)
	}
}

// moneyOf returns the parts of orders, attempts and receipts that are kept.
func moneyOf(t *testing.T, w *fixture.Till) []string {
	t.Helper()
	rows, err := w.Pool.Query(t.Context(), `SELECT o.id || o.state || o.total_minor || p.steps || p.input || a.state || a.transaction_id || r.document
		FROM orders o JOIN order_prices p ON p.order_id = o.id JOIN payment_attempts a ON a.order_id = o.id JOIN receipts r ON r.order_id = o.id ORDER BY r.id`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A professional's account is emptied; the codes they bought stay valid.
func TestEraseProfessional(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	owner := fixture.InsertProfessional(t, env)
	batch := fixture.NewBatch(t, env, owner, 2001, 2)
	var account string
	if err := env.Pool.QueryRow(t.Context(), "SELECT account_id FROM professionals WHERE id = $1", owner).Scan(&account); err != nil {
		t.Fatal(err)
	}
	email := fmt.Sprint(fixture.Known(t, env, account)["email"])
	if _, err := env.Client.Privacy.ErasePerson(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	for table, content := range fixture.Everything(t, env) {
		if strings.Contains(content, email) || strings.Contains(content, "Lopez") {
			t.Errorf("%s still has the professional", table)
		}
	}
	if diff := cmp.Diff(map[string]any{}, fixture.Known(t, env, account)); diff != "" {
		t.Errorf("remaining data (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, env, "subscription_codes WHERE state = 'available'"); n != batch.Size {
		t.Errorf("%d codes are good, want %d", n, batch.Size)
	}
}
