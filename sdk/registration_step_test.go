package sdk_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Changes that meet lose nothing of one another, and each is written down once.
func TestStepsThatMeet(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	full := sdktest.ReadyToPay(1)
	const rounds = 10
	s := env.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily))
	for round := range rounds {
		var all sync.WaitGroup
		for _, section := range []sdk.Section{sdk.SectionOrder, sdk.SectionAddress, sdk.SectionReferral, sdk.SectionName} {
			in := full
			in.Sections = []sdk.Section{section}
			in.Parent = new(sdk.Parent)
			*in.Parent = *full.Parent
			in.Parent.FirstName = fmt.Sprintf("Ana%c", 'a'+round)
			for twice := range 2 { // with the same key: the second is given the first's answer
				all.Go(func() {
					meta := sdk.CallMeta{Lang: "en", IdempotencyKey: fmt.Sprintf("meeting-%d-%s", round, section)}
					if _, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
						t.Errorf("%s, %d: %v", section, twice, err)
					}
				})
			}
		}
		all.Wait()
		got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		if got.Order == nil || got.Address == nil || got.Referral == nil || got.Parent.FirstName != fmt.Sprintf("Ana%c", 'a'+round) {
			t.Fatalf("round %d: something was lost: order %v, address %v, referral %v, name %s", round, got.Order, got.Address, got.Referral, got.Parent.FirstName)
		}
	}
	if n := countRows(t, env, "registration_events WHERE kind = 'updated'"); n != 4*rounds {
		t.Errorf("%d changes were written down, want %d", n, 4*rounds)
	}
}

// A double click while the database holds both up makes one registration, and both are given its key.
func TestStepHeldUp(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	block, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := block.Exec(t.Context(), "LOCK TABLE registrations IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	in := sdktest.ReadyToPay(1)
	answers := make([]*sdk.RegistrationAnswer, 2)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			var err error
			if answers[i], err = env.Client.CreateRegistration(t.Context(), in, sdk.CallMeta{Lang: "en", IdempotencyKey: "held-up-step"}); err != nil {
				t.Error(err)
			}
		})
	}
	for countRows(t, env, "pg_locks WHERE NOT granted AND relation = 'registrations'::regclass") < len(answers) {
		time.Sleep(time.Millisecond)
	}
	if err := block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if diff := cmp.Diff(answers[0], answers[1], cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("answers (-first +second):\n%s", diff)
	}
	if answers[0] == nil || answers[0].RegistrationKey == "" {
		t.Error("the answer is without the registration's key")
	}
	if n := countRows(t, env, "registrations"); n != 1 {
		t.Errorf("%d registrations, want 1", n)
	}
}
