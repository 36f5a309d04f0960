package signups

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestStepGuards(t *testing.T) {
	t.Parallel()
	if err := CheckGuards(StepGuards(), stepStates); err != nil {
		t.Fatal(err)
	}
	broken := slices.Clone(stepGuards)
	broken[1].Next = "/payment"
	for name, table := range map[string][]StepGuard{
		"next can't be seen": broken,
		"a state is missing": stepGuards[1:],
		"a state twice":      append([]StepGuard{stepGuards[0]}, stepGuards[:len(stepGuards)-1]...),
	} {
		if err := CheckGuards(table, stepStates); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestStepState(t *testing.T) {
	t.Parallel()
	open := func(step int) stepFacts {
		return stepFacts{State: signup.Open, LastCompletedStep: step, BasePricingGroup: true}
	}
	with := func(f stepFacts, change func(*stepFacts)) stepFacts { change(&f); return f }
	for name, tc := range map[string]struct {
		facts stepFacts
		want  StepState
	}{
		"new":                    {open(0), StepParent},
		"step 1":                 {open(1), StepFamily},
		"step 2":                 {open(2), StepPackage},
		"step 3":                 {open(3), StepPayment},
		"custom chosen":          {with(open(2), func(f *stepFacts) { f.CustomPending = true }), StepCustom},
		"custom built":           {with(open(3), func(f *stepFacts) { f.CustomPackage = true }), StepPaymentCustom},
		"duplicate, base group":  {with(open(2), func(f *stepFacts) { f.ParentDuplicate = true }), StepPackage},
		"duplicate, other group": {with(open(2), func(f *stepFacts) { f.ParentDuplicate, f.BasePricingGroup = true, false }), StepDuplicate},
		"duplicate at step 1":    {with(open(1), func(f *stepFacts) { f.ParentDuplicate, f.BasePricingGroup = true, false }), StepFamily},
		"co-parent duplicate":    {with(open(2), func(f *stepFacts) { f.CoParentDuplicate = true }), StepPackage},
		"the same with v2":       {with(open(2), func(f *stepFacts) { f.CoParentDuplicate, f.PackagesV2 = true, true }), StepDuplicate},
		"paying":                 {with(open(3), func(f *stepFacts) { f.Paying = true }), StepConfirming},
		"paid":                   {with(open(3), func(f *stepFacts) { f.State = signup.Paid }), StepPaid},
		"paid, credentials set":  {with(open(3), func(f *stepFacts) { f.State, f.HasCredentials = signup.Paid, true }), StepDone},
	} {
		if got := stepState(tc.facts); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// For any sequence of calls: a section is accepted exactly where the table allows it, no step is reached before the earlier ones, and only data that
// the change makes invalid is lost.
func TestStepSequences(t *testing.T) {
	t.Parallel()
	input := func(t *rapid.T) signup.Input {
		phone := rapid.SampledFrom([]string{"2155550101", "4165550102"}).Draw(t, "phone")
		country := rapid.SampledFrom([]form.Address{
			{Line1: "1 Market Street", City: "Philadelphia", Region: "PA", PostalCode: "19103", Country: "US"},
			{Line1: "1 King Street", City: "Toronto", Region: "ON", PostalCode: "M5H 1A1", Country: "CA"},
		}).Draw(t, "address")
		zone := map[string]string{"US": "America/New_York", "CA": "America/Toronto"}[country.Country]
		order := rapid.SampledFrom([]form.OrderChoice{
			{PackageID: 2001}, {PackageID: 2021}, {PackageID: 2009}, {PackageID: 2009, ProductID: "SUB1YEAR"}, {PackageID: 1},
		}).Draw(t, "order")
		email := rapid.SampledFrom([]string{"ana@example.com", "ben@example.com"}).Draw(t, "email")
		return signup.Input{
			Sections:         rapid.SliceOfNDistinct(rapid.SampledFrom(sectionOrder), 1, 4, rapid.ID).Draw(t, "sections"),
			Parent:           &form.Parent{FirstName: "Ana", LastName: "Diaz", Email: email, PhoneNumber: phone, TimeZone: zone},
			CoParent:         &form.CoParent{FirstName: "Ben", LastName: "Diaz", Email: "ben@example.com"},
			Order:            &signup.Order{OrderChoice: order},
			Address:          &country,
			CountryConfirmed: rapid.Bool().Draw(t, "confirmed"),
			Referral:         &form.Referral{Selection: "SEARCH_ENGINE"},
			SecurityQuestion: "Which street did you grow up in?", SecurityAnswer: "Elm Street",
			SecurityCode: "1234", ConfirmCode: "1234",
			SelectionCode: rapid.SampledFrom([]string{"", "PRE1", "XYZ9"}).Draw(t, "selection"),
		}
	}
	ring, err := secret.NewKeyring(secret.Secrets{Server: bytes.Repeat([]byte{1}, 32)})
	if err != nil {
		t.Fatal(err)
	}
	c := &Engine{core: &core.Core{People: person.NewKeys(ring, nil)}}
	rapid.Check(t, func(t *rapid.T) {
		decision := DecisionContext{Catalog: price.DefaultCatalog(), packagesV2: rapid.Bool().Draw(t, "v2")}
		d := c.NewDraft(time.Unix(1, 0))
		for range rapid.IntRange(1, 12).Draw(t, "calls") {
			next, in := *d, input(t)
			sections, err := SectionsOf(in)
			if err != nil {
				t.Fatal(err)
			}
			before := GuardOf(stepGuards, d.StepState(decision, false))
			err = next.apply(sections, in, decision, caller.Meta{})
			var invalid *fault.ValidationError
			switch {
			case err == nil:
				next.CoParentDuplicateConfirmed = next.CoParent != nil && rapid.Bool().Draw(t, "duplicate")
				next.afterChange(decision, d.Row.UpdatedAt)
				d = &next
			case errors.Is(err, fault.StepOutOfOrder):
				if len(sections) == 1 && slices.Contains(before.Sections, sections[0]) {
					t.Fatalf("%s was refused in state %s", sections[0], before.State)
				}
			case !errors.As(err, &invalid) || len(invalid.Violations) == 0:
				t.Fatalf("neither accepted nor refused: %v", err)
			}
			checkDraft(t, c, d, decision)
		}
	})
}

// checkDraft checks the invariants of any sequence of calls.
func checkDraft(t *rapid.T, c *Engine, d *Draft, decision DecisionContext) {
	step := d.Row.LastCompletedStep
	state := d.StepState(decision, false)
	if step >= 1 && d.Parent == nil || step >= 2 && d.CoParent == nil || step >= 3 && d.Order == nil {
		t.Fatalf("step %d is reached without the steps before it", step)
	}
	if step >= 2 && form.EqualEmails(d.Parent.Email, d.CoParent.Email) {
		t.Fatal("parent and co-parent have one e-mail address")
	}
	if step == 3 && (d.CustomPending || state == StepDuplicate) {
		t.Fatalf("payment is reached in state %s", state)
	}
	if d.Order != nil && decision.Catalog.Package(d.Order.PackageID) == nil {
		t.Fatalf("package %d isn't in the catalog", d.Order.PackageID)
	}
	if guard := GuardOf(stepGuards, state); !slices.Contains(guard.Routes, guard.Next) {
		t.Fatalf("state %s leads to %s", state, guard.Next)
	}
	row, err := c.seal(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Open(t.Context(), nil, row)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d.wire(state), again.wire(state)); diff != "" {
		t.Fatalf("the stored state differs (-stored +read):\n%s", diff)
	}
}
