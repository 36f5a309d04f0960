package signups_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Concurrent changes lose nothing of one another, and each is written once.
func TestConcurrentSteps(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	full := sdktest.ReadyToPay(1)
	const rounds = 10
	s := env.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily))
	for round := range rounds {
		var all sync.WaitGroup
		for _, section := range []signup.Section{signup.SectionOrder, signup.SectionAddress, signup.SectionReferral, signup.SectionName} {
			in := full
			in.Sections = []signup.Section{section}
			in.Parent = new(form.Parent)
			*in.Parent = *full.Parent
			in.Parent.FirstName = fmt.Sprintf("Ana%c", 'a'+round)
			for twice := range 2 { // with the same key: the second gets the first's answer
				all.Go(func() {
					meta := caller.Meta{Lang: "en", IdempotencyKey: fmt.Sprintf("meeting-%d-%s", round, section)}
					if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, meta); err != nil {
						t.Errorf("%s, %d: %v", section, twice, err)
					}
				})
			}
		}
		all.Wait()
		got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if got.Order == nil || got.Address == nil || got.Referral == nil || got.Parent.FirstName != fmt.Sprintf("Ana%c", 'a'+round) {
			t.Fatalf("round %d: something was lost: order %v, address %v, referral %v, name %s", round, got.Order, got.Address, got.Referral, got.Parent.FirstName)
		}
	}
	if n := fixture.CountRows(t, env, "registration_events WHERE kind = 'updated'"); n != 4*rounds {
		t.Errorf("%d changes were written down, want %d", n, 4*rounds)
	}
}

// A double click while the database blocks both calls makes one registration, and both answers have its key.
func TestBlockedStep(t *testing.T) {
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
	answers := make([]*signup.Answer, 2)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			var err error
			if answers[i], err = env.Client.Signup.Create(t.Context(), in, caller.Meta{Lang: "en", IdempotencyKey: "held-up-step"}); err != nil {
				t.Error(err)
			}
		})
	}
	fixture.WaitUntil(t, "both calls wait for the table", func() bool {
		return fixture.Waiting(t, env, "registrations") >= len(answers)
	})
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
	if n := fixture.CountRows(t, env, "registrations"); n != 1 {
		t.Errorf("%d registrations, want 1", n)
	}
}

// A step that the database blocks for longer than a duplicate may wait returns "in progress". Repeated with the same key, it makes one registration,
// whatever the result of the first call's statement.
func TestBlockedStepBeyondDeadline(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	impatient := env.Config
	impatient.Idempotency.Wait = 50 * time.Millisecond
	block, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := block.Exec(t.Context(), "LOCK TABLE registrations IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	in, meta := sdktest.ReadyToPay(1), caller.Meta{Lang: "en", IdempotencyKey: "held-up-for-long"}
	_, err = env.NewClient(t, impatient).Signup.Create(t.Context(), in, meta)
	var failure *fault.Fault
	if !errors.As(err, &failure) || !errors.Is(err, fault.InProgress) || failure.RetryAfter == 0 {
		t.Errorf("while the lease is held: %v, want %v with a time to retry", err, fault.InProgress)
	}
	if err := block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, err := env.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := env.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("answers (-first +second):\n%s", diff)
	}
	if n := fixture.CountRows(t, env, "registrations"); n != 1 {
		t.Errorf("%d registrations, want 1", n)
	}
}

// A step reads once and writes once, whatever it changes. If it contains a person, it checks for accounts in between. A rejection is written, too. A
// repeated call only reads.
func TestStepStatements(t *testing.T) {
	t.Parallel()
	env, noted := fixture.Traced(t)
	env.SignUp(t) // reads the catalog
	noted.Take()
	in := sdktest.ReadyToPay(1)
	in.Sections = []signup.Section{signup.SectionParent}
	meta := func(key string) caller.Meta { return caller.Meta{Lang: "en", IdempotencyKey: key} }
	created, err := env.Client.Signup.Create(t.Context(), in, meta("create-it-once"))
	if err != nil {
		t.Fatal(err)
	}
	step := func(key string, change func(*signup.Input)) {
		t.Helper()
		in := sdktest.ReadyToPay(1)
		change(&in)
		_, err := env.Client.Signup.Update(t.Context(), created.SignupID, secret.Secret(created.RegistrationKey), in, meta(key))
		var invalid *fault.ValidationError
		if err != nil && !errors.As(err, &invalid) {
			t.Fatal(err)
		}
	}
	family := func(in *signup.Input) {
		in.Sections = []signup.Section{signup.SectionFamily, signup.SectionSecurityCode}
	}
	step("family-and-code", family)
	step("family-and-code", family)
	refused := func(in *signup.Input) {
		in.Sections, in.Order = []signup.Section{signup.SectionOrder}, &signup.Order{}
	}
	step("an-unsold-order", refused)
	step("an-unsold-order", refused)
	want := []string{
		"ReadForCreation", "CheckParentDuplicate", "SaveRegistration",
		"ReadForStep", "CheckCoParentDuplicate", "SaveRegistration",
		"ReadForStep",
		"ReadForStep", "KeepRefusal",
		"ReadForStep",
	}
	if diff := cmp.Diff(want, noted.Take()); diff != "" {
		t.Errorf("statements (-want +got):\n%s", diff)
	}
}
