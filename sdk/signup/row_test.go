package signup_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

var updateRows = flag.Bool("update-rows", false, "write testdata/rows.json")

// The tables whose every column is looked at, with the columns that none of the calls below fills.
var wholeRows = map[string][]string{
	"registrations":       {"purged_at"},
	"registration_events": nil,
	"orders":              nil,
	"accounts":            nil,
	"children":            nil,
	"invitations":         {"email_taken", "professional_id", "reminded_at"},
	"professionals":       {"verified_at"},
}

// unsteady is what differs from run to run: ids, hashes, keys and codes.
var (
	uuids  = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	hidden = regexp.MustCompile(`\\\\x[0-9a-f]{8,}|\$argon2id\$[^"]*|••••-[0-9A-Z]{4}\b`)
)

// What several people entered, bought and became is written down whole: each value in its column. A column that is
// forgotten, or given another's value, differs from testdata/rows.json. After a change on purpose write it again with
// -update-rows, and read the difference.
func TestRowsAreWrittenWhole(t *testing.T) {
	t.Parallel()
	w := everyone(t)
	seen := map[string]string{}
	whole := map[string][]map[string]any{}
	for _, table := range slices.Sorted(maps.Keys(wholeRows)) {
		rows, err := w.Pool.Query(t.Context(), "SELECT to_jsonb(t)::text FROM "+table+" t ORDER BY id")
		if err != nil {
			t.Fatal(err)
		}
		filled := map[string]bool{}
		for rows.Next() {
			var raw string
			if err := rows.Scan(&raw); err != nil {
				t.Fatal(err)
			}
			raw = uuids.ReplaceAllStringFunc(raw, func(id string) string {
				if seen[id] == "" {
					seen[id] = fmt.Sprintf("id-%d", len(seen)+1)
				}
				return seen[id]
			})
			raw = hidden.ReplaceAllString(raw, "hidden")
			var row map[string]any
			if err := json.Unmarshal([]byte(raw), &row); err != nil {
				t.Fatal(err)
			}
			for column, value := range row {
				switch value := value.(type) {
				case nil:
				case string:
					filled[column] = filled[column] || value != ""
				case bool:
					filled[column] = filled[column] || value
				case float64:
					filled[column] = filled[column] || value != 0
				case []any:
					filled[column] = filled[column] || len(value) > 0
				default:
					filled[column] = true
				}
			}
			whole[table] = append(whole[table], row)
		}
		if err := rows.Err(); err != nil || len(whole[table]) == 0 {
			t.Fatalf("%s: %d rows, %v", table, len(whole[table]), err)
		}
		var empty []string
		for column := range whole[table][0] {
			if !filled[column] {
				empty = append(empty, column)
			}
		}
		slices.Sort(empty)
		if diff := cmp.Diff(wholeRows[table], empty); diff != "" {
			t.Errorf("columns of %s that are empty in every row: a forgotten one wouldn't be noticed (-known +empty):\n%s", table, diff)
		}
	}
	got, err := json.MarshalIndent(whole, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "rows.json")
	if *updateRows {
		if err := os.WriteFile(file, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(bytes.TrimSpace(want)), string(got)); diff != "" {
		t.Errorf("rows (-%s +got):\n%s", file, diff)
	}
}

// everyone is a world in which somebody has done each thing that writes a registration, an order or an account.
func everyone(t *testing.T) *fixture.Till {
	t.Helper()
	w := fixture.NewTill(t)
	meta := caller.Meta{
		Lang: "es", Locale: "es-MX", AnonymousID: "visitor-1", ReferrerKey: "familylaw",
	}
	pat := w.SignUpProfessional(t)
	batch, err := w.Client.Codes.Buy(t.Context(), pat.ProfessionalID, fixture.TenCodes, fixture.BuyMeta("buy-codes-1"))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	// A first step, changed in every field by the second.
	first := sdktest.ReadyToPay(801)
	first.Sections = []signup.Section{signup.SectionParent}
	made, err := w.Client.Signup.Create(t.Context(), first, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	s := sdktest.Session{SignupID: made.SignupID, Key: secret.Secret(made.RegistrationKey)}
	w.Clock.Advance(time.Minute)
	in := sdktest.ReadyToPay(802)
	in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
	in.Parent.FirstName, in.Parent.LastName = "Ève", "O'Neil"
	in.Referral = &form.Referral{Selection: "OTHER", Other: "A poster"}
	in.SelectionCode, in.SegmentIdentify = "PRE2", true
	in.Order.PayForCoparent = true
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
		t.Fatal(err)
	}
	// A payment that is refused, and one that isn't, which prices the same order again.
	code, err := w.Client.Codes.Issue(t.Context(), pat.ProfessionalID, batch.ID, codes.IssueInput{Email: "ana@example.com"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce")); err == nil {
		t.Fatal("a card that is declined paid")
	}
	w.Clock.Advance(time.Minute)
	_, err = w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, []string{code.Code}, []string{"FLAT15"}
		in.TermsAndConditions, in.MarketingOptIn, in.SegmentAnonymousID = true, true, "visitor-1"
		in.Payment.StorePaymentOnFile = true
	}))
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	// An invited parent who pays for their own seat, with a custom package.
	g := fixture.GuestOf(t, w, false)
	step := fixture.StepOne()
	step.Parent.FirstName, step.Parent.LastName = "Benno", "Ode"
	g.Fill(t, step)
	order := form.OrderChoice{ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB", "CALLSBASIC"}}
	order.PackageID = fixture.PackageLike(t, w, order)
	g.Fill(t, fixture.Ordering(order))
	g.Fill(t, fixture.Billing())
	payment := g.Payment(t, order)
	payment.TermsAndConditions, payment.MarketingOptIn, payment.SegmentAnonymousID = true, true, "visitor-2"
	if _, err := g.Pay(t, payment); err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	// Somebody who has the name and phone of another, and an address in another country, and comes as far as the payment.
	again := sdktest.ReadyToPay(803)
	again.Parent.FirstName, again.Parent.LastName, again.Parent.PhoneNumber = in.Parent.FirstName, in.Parent.LastName, in.Parent.PhoneNumber
	again.CoParent.FirstName, again.CoParent.LastName, again.CoParent.PhoneNumber = in.CoParent.FirstName, in.CoParent.LastName, in.CoParent.PhoneNumber
	again.ParentDuplicateConfirmed, again.CoParentDuplicateConfirmed, again.CountryConfirmed = true, true, true
	if _, err := w.Client.Signup.Create(t.Context(), again, meta); err != nil {
		t.Fatal(err)
	}
	custom := sdktest.ReadyToPay(804)
	custom.Order = &signup.Order{OrderChoice: form.OrderChoice{PackageID: order.PackageID}}
	made, err = w.Client.Signup.Create(t.Context(), custom, meta)
	if err != nil {
		t.Fatal(err)
	}
	if err := beginPaying(t, w.Env, made.SignupID, secret.Secret(made.RegistrationKey)); err != nil {
		t.Fatal(err)
	}

	w.Clock.Set(fixture.FirstEnd.Add(time.Hour))
	w.RunRenewals(t)
	return w
}
