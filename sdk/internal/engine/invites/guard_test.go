package invites

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestInviteGuards(t *testing.T) {
	t.Parallel()
	if err := signups.CheckGuards(StepGuards(), inviteStates); err != nil {
		t.Fatal(err)
	}
	broken := slices.Clone(inviteGuards)
	broken[1].Next = "/invite/payment"
	for name, table := range map[string][]StepGuard{
		"next can't be seen": broken,
		"a state is missing": inviteGuards[1:],
		"a state twice":      append([]StepGuard{inviteGuards[0]}, inviteGuards[:len(inviteGuards)-1]...),
	} {
		if err := signups.CheckGuards(table, inviteStates); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Every redirect and guard of the specification's invite sections (2 and 4).
func TestInviteRedirects(t *testing.T) {
	t.Parallel()
	type place struct {
		Next string
		Step int16
		// May lists the open pages of the flow besides the welcome.
		May []string
	}
	stepOne := inviteFacts{StepOne: true}
	with := func(f inviteFacts, change func(*inviteFacts)) inviteFacts { change(&f); return f }
	current := with(stepOne, func(f *inviteFacts) { f.Current = true })
	ordered := with(stepOne, func(f *inviteFacts) { f.OrderChosen = true })
	joined := inviteFacts{Joined: true, Current: true, BillingComplete: true}
	for name, tc := range map[string]struct {
		facts inviteFacts
		want  place
	}{
		"a new invitee starts with step 1":                    {inviteFacts{}, place{"/invite/step1", 0, []string{"step1"}}},
		"a new invitee with a paid seat, too":                 {inviteFacts{Current: true}, place{"/invite/step1", 0, []string{"step1"}}},
		"a package before step 1 leads back to step 1":        {inviteFacts{OrderChosen: true}, place{"/invite/step1", 0, []string{"step1"}}},
		"step 1, seat paid, billing incomplete: step 2":       {current, place{"/invite/billing-info", 2, []string{"step1", "billing-info"}}},
		"step 1, nothing paid: step 1":                        {stepOne, place{"/invite/packages", 1, []string{"step1", "packages"}}},
		"a current seat has no packages, even if one is kept": {with(current, func(f *inviteFacts) { f.OrderChosen = true }), place{"/invite/billing-info", 2, []string{"step1", "billing-info"}}},
		"build-your-own chosen: step 1": {
			with(ordered, func(f *inviteFacts) { f.CustomPending, f.CustomPackage = true, true }),
			place{"/invite/choose-your-own", 1, []string{"step1", "packages", "choose-your-own"}},
		},
		"build-your-own built: step 2": {
			with(ordered, func(f *inviteFacts) { f.CustomPackage = true }),
			place{"/invite/payment", 2, []string{"step1", "packages", "choose-your-own", "payment"}},
		},
		"any other package: step 2":                  {ordered, place{"/invite/payment", 2, []string{"step1", "packages", "payment"}}},
		"the address doesn't move an unpaid invitee": {with(ordered, func(f *inviteFacts) { f.BillingComplete = true }), place{"/invite/payment", 2, []string{"step1", "packages", "payment"}}},
		"the mismatch's OK leads back to packages": {
			with(stepOne, func(f *inviteFacts) { f.BillingComplete = true }), place{"/invite/packages", 1, []string{"step1", "packages"}},
		},
		"while a payment is being confirmed":              {with(ordered, func(f *inviteFacts) { f.Paying = true }), place{"/invite/payment", 2, []string{"payment"}}},
		"current, billing complete, credentials required": {joined, place{"/invite/credentials", 2, []string{"credentials"}}},
		"paid, credentials required": {
			with(joined, func(f *inviteFacts) { f.PaidThemselves = true }), place{"/invite/credentials", 2, []string{"credentials", "receipt"}},
		},
		"credentials set": {
			with(joined, func(f *inviteFacts) { f.PaidThemselves, f.HasCredentials = true, true }), place{"/invite/receipt", 2, []string{"receipt"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			guard := signups.GuardOf(inviteGuards, stepOf(tc.facts))
			got := place{Next: guard.Next, Step: tc.facts.lastStep()}
			for _, route := range guard.Routes {
				if page, ok := strings.CutPrefix(route, "/invite/"); ok {
					got.May = append(got.May, page)
				} else if route != "/invite" {
					t.Errorf("route %s is none of the flow's", route)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("place (-want +got):\n%s", diff)
			}
		})
	}
}

// For any facts: no payment for a paid seat, before step 1, without a package, or twice. The sections open to changes fit the state.
func TestInviteStateProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := func(name string) bool { return rapid.Bool().Draw(t, name) }
		f := inviteFacts{
			Joined: b("joined"), HasCredentials: b("credentials"), PaidThemselves: b("paid"), Paying: b("paying"), StepOne: b("step one"),
			Current: b("current"), BillingComplete: b("billing"), OrderChosen: b("order"), CustomPending: b("pending"), CustomPackage: b("custom"),
		}
		state := stepOf(f)
		guard := signups.GuardOf(inviteGuards, state)
		if state == StepPayment || state == StepPaymentCustom {
			if f.Joined || f.Current || !f.StepOne || !f.OrderChosen || f.CustomPending || f.Paying {
				t.Fatalf("%+v may pay", f)
			}
			if f.lastStep() < 2 {
				t.Fatalf("%+v may pay at step %d", f, f.lastStep())
			}
		}
		if (f.Joined || f.Paying) != (len(guard.Sections) == 0) {
			t.Fatalf("%+v may change %v", f, guard.Sections)
		}
		if slices.Contains(guard.Sections, signup.SectionFamily) || slices.Contains(guard.Sections, signup.SectionName) {
			t.Fatalf("an invited parent may change %v", guard.Sections)
		}
	})
}
