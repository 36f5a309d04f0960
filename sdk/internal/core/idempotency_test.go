package core_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestIdempotency(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	input := func(number int) signup.Input {
		in := sdktest.ReadyToPay(number)
		in.Sections = append(in.Sections, signup.SectionSecurityCode)
		return in
	}
	keyed := func(key string) caller.Meta { return caller.Meta{Lang: "en", IdempotencyKey: key} }
	create := func(t *testing.T, in signup.Input, key string) *signup.Answer {
		t.Helper()
		answer, err := env.Client.Signup.Create(t.Context(), in, keyed(key))
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}

	t.Run("same key, same body", func(t *testing.T) {
		first := create(t, input(1), "first-key-0001")
		if diff := cmp.Diff(first, create(t, input(1), "first-key-0001"), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("second answer (-first +second):\n%s", diff)
		}
	})

	t.Run("same key, other body", func(t *testing.T) {
		create(t, input(2), "second-key-0002")
		if _, err := env.Client.Signup.Create(t.Context(), input(3), keyed("second-key-0002")); !errors.Is(err, fault.IdempotencyMismatch) {
			t.Errorf("got %v, want %v", err, fault.IdempotencyMismatch)
		}
	})

	t.Run("same key, other secret", func(t *testing.T) {
		create(t, input(6), "sixth-key-0006")
		other := input(6)
		other.SecurityCode, other.ConfirmCode = "9999", "9999"
		if _, err := env.Client.Signup.Create(t.Context(), other, keyed("sixth-key-0006")); !errors.Is(err, fault.IdempotencyMismatch) {
			t.Errorf("got %v, want %v", err, fault.IdempotencyMismatch)
		}
	})

	t.Run("other key, same body", func(t *testing.T) {
		if a, b := create(t, input(4), "third-key-0003"), create(t, input(4), "third-key-0004"); a.SignupID == b.SignupID {
			t.Error("two keys created one registration")
		}
	})

	t.Run("no key", func(t *testing.T) {
		a, err := env.Client.Signup.Create(t.Context(), input(5), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		b, err := env.Client.Signup.Create(t.Context(), input(5), fixture.English)
		if err != nil || a.SignupID == b.SignupID {
			t.Errorf("without a key: %v, %v", b, err)
		}
	})

	t.Run("refusal is given again, in the language of the call", func(t *testing.T) {
		in := input(6)
		in.Parent.FirstName = ""
		_, err := env.Client.Signup.Create(t.Context(), in, keyed("refused-key-01"))
		fixture.DiffViolations(t, fault.Violations{{Field: "firstName", Code: form.CodeFieldRequired}}, err)
		_, err = env.Client.Signup.Create(t.Context(), in, caller.Meta{Lang: "es", IdempotencyKey: "refused-key-01"})
		var invalid *fault.ValidationError
		if !errors.As(err, &invalid) || len(invalid.Violations) != 1 || invalid.Violations[0].Text == "This field is required" {
			t.Errorf("in Spanish: %v", err)
		}
	})

	t.Run("fault isn't stored", func(t *testing.T) {
		s := env.SignUp(t, fixture.Only(signup.SectionParent))
		in := sdktest.ReadyToPay(7)
		in.Sections = []signup.Section{signup.SectionOrder}
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, keyed("too-early-0001")); !errors.Is(err, fault.StepOutOfOrder) {
			t.Fatalf("got %v, want %v", err, fault.StepOutOfOrder)
		}
		family := sdktest.ReadyToPay(7)
		family.Sections = []signup.Section{signup.SectionFamily}
		fixture.Update(t, env, s, family)
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, keyed("too-early-0001")); err != nil {
			t.Errorf("once its step is reached: %v", err)
		}
	})

	t.Run("stored answer needs the registration key", func(t *testing.T) {
		a, b := env.SignUp(t), env.SignUp(t)
		in := sdktest.ReadyToPay(8)
		in.Sections = []signup.Section{signup.SectionReferral}
		if _, err := env.Client.Signup.Update(t.Context(), a.SignupID, a.Key, in, keyed("update-key-001")); err != nil {
			t.Fatal(err)
		}
		if _, err := env.Client.Signup.Update(t.Context(), a.SignupID, b.Key, in, keyed("update-key-001")); !errors.Is(err, fault.RegistrationKeyWrong) {
			t.Errorf("with another's key: %v, want %v", err, fault.RegistrationKeyWrong)
		}
	})

	t.Run("forgotten after 24 hours", func(t *testing.T) {
		first := create(t, input(9), "old-key-000001")
		env.Clock.Advance(24 * time.Hour)
		if second := create(t, input(9), "old-key-000001"); first.SignupID == second.SignupID {
			t.Error("an answer is returned again after 24 hours")
		}
	})

	t.Run("no secret is in the table in clear", func(t *testing.T) {
		answer := create(t, input(10), "secret-key-0001")
		for name, secret := range map[string]string{"registration key": answer.RegistrationKey.Reveal(), "idempotency key": "secret-key-0001", "e-mail": input(10).Parent.Email} {
			if n := fixture.CountRows(t, env, "idempotency_records, convert_to($1, 'UTF8') AS secret WHERE position(secret IN answer || key_hash || request_hash || convert_to(scope, 'UTF8')) > 0", secret); n != 0 {
				t.Errorf("the %s is stored in clear", name)
			}
		}
	})
}

// heldCall is a call that has claimed its key, and waits in its transaction until it is released.
type heldCall struct {
	in    form.Professional
	meta  caller.Meta
	block pgx.Tx
	ended chan heldAnswer
}

type heldAnswer struct {
	answer *professional.Answer
	err    error
}

func holdCall(ctx context.Context, t *testing.T, env *sdktest.Env) *heldCall {
	t.Helper()
	call := &heldCall{in: sdktest.ReadyProfessional(1), meta: caller.Meta{Lang: "en", IdempotencyKey: "slow-first-call"}, ended: make(chan heldAnswer, 1)}
	var err error
	if call.block, err = env.Pool.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = call.block.Rollback(context.Background()) }) // otherwise a test that ends early waits for the call forever
	if _, err := call.block.Exec(t.Context(), "LOCK TABLE professionals IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	go func() {
		answer, err := env.Client.Professional.Create(ctx, call.in, call.meta)
		call.ended <- heldAnswer{answer, err}
	}()
	// The record exists a moment before the call has its claim, so wait for the transaction instead.
	call.waitUntil(t, "the call waits in its transaction", func() bool {
		return fixture.Waiting(t, env, "professionals") == 1
	})
	return call
}

// waitUntil waits for a condition while the call runs.
func (call *heldCall) waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	fixture.WaitUntil(t, what, func() bool {
		select {
		case got := <-call.ended:
			t.Fatalf("the call didn't wait: %v", got.err)
		default:
		}
		return is()
	})
}

// release lets the call continue and returns its result.
func (call *heldCall) release(t *testing.T) (*professional.Answer, error) {
	t.Helper()
	if err := call.block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := <-call.ended
	return got.answer, got.err
}

// A duplicate waits for the first call, and gets a fault if that takes too long.
func TestIdempotencyInProgress(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Idempotency.Wait = 30 * time.Millisecond }))
	call := holdCall(t.Context(), t, env)
	_, err := env.Client.Professional.Create(t.Context(), call.in, call.meta)
	var failure *fault.Fault
	if !errors.As(err, &failure) || !errors.Is(err, fault.InProgress) || failure.RetryAfter == 0 {
		t.Errorf("duplicate: %v, want %v with a time to retry", err, fault.InProgress)
	}
	first, err := call.release(t)
	if err != nil {
		t.Fatal(err)
	}
	again, err := env.Client.Professional.Create(t.Context(), call.in, call.meta)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("answer afterwards (-first +second):\n%s", diff)
	}
}

// A process that dies during a call leaves its claim behind. After the lease only the same request may run in its place.
func TestIdempotencyLease(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	impatient := env.Config
	impatient.Idempotency.Wait = 200 * time.Millisecond
	in := sdktest.ReadyToPay(1)
	meta := caller.Meta{Lang: "en", IdempotencyKey: "died-in-between"}
	first, err := env.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatal(err)
	}
	lease := env.Clock.Now().Add(8 * time.Second)
	if _, err := env.Pool.Exec(t.Context(), "UPDATE idempotency_records SET outcome = NULL, answer = NULL, lease_until = $1", lease); err != nil {
		t.Fatal(err)
	}
	if _, err := env.NewClient(t, impatient).Signup.Create(t.Context(), in, meta); !errors.Is(err, fault.InProgress) {
		t.Errorf("within the lease: %v, want %v", err, fault.InProgress)
	}
	env.Clock.Set(lease)
	if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(2), meta); !errors.Is(err, fault.IdempotencyMismatch) {
		t.Errorf("another request after the lease: %v, want %v", err, fault.IdempotencyMismatch)
	}
	second, err := env.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatalf("the same request after the lease: %v", err)
	}
	if first.SignupID == second.SignupID {
		t.Error("an unstored answer was returned again")
	}
}

// A running call keeps its lease, no matter how long it takes. So a duplicate of the call never runs at the same time.
func TestIdempotencyLeaseRenewed(t *testing.T) {
	t.Parallel()
	const lease = 30 * time.Millisecond
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) {
		cfg.Idempotency = caller.Idempotency{Wait: time.Millisecond, Lease: lease}
	}))
	call := holdCall(t.Context(), t, env)
	for range 5 {
		env.Clock.Advance(lease)
		call.waitUntil(t, "the call renews its lease", func() bool {
			return fixture.CountRows(t, env, "idempotency_records WHERE lease_until = $1", env.Clock.Now().Add(lease)) == 1
		})
		if _, err := env.Client.Professional.Create(t.Context(), call.in, call.meta); !errors.Is(err, fault.InProgress) {
			t.Fatalf("duplicate of a call that runs: %v, want %v", err, fault.InProgress)
		}
	}
	first, err := call.release(t)
	if err != nil {
		t.Fatal(err)
	}
	env.Clock.Advance(time.Minute)
	again, err := env.Client.Professional.Create(t.Context(), call.in, call.meta)
	if err != nil || again.ProfessionalID != first.ProfessionalID {
		t.Errorf("duplicate afterwards: %+v, %v; want %s", again, err, first.ProfessionalID)
	}
}

// A call that was paused until a duplicate took it over leaves nothing behind when it continues.
func TestIdempotencyLeaseLost(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	call := holdCall(t.Context(), t, env)
	if _, err := env.Pool.Exec(t.Context(), "UPDATE idempotency_records SET fence = fence + 1"); err != nil { // as a duplicate does
		t.Fatal(err)
	}
	if _, err := call.release(t); !errors.Is(err, fault.InProgress) {
		t.Errorf("the call with the lost lease: %v, want %v", err, fault.InProgress)
	}
	if n := fixture.CountRows(t, env, "professionals"); n != 0 {
		t.Errorf("it left %d professionals", n)
	}
	if n := fixture.CountRows(t, env, "idempotency_records WHERE fence = 2 AND outcome IS NULL"); n != 1 {
		t.Error("it removed the duplicate's claim")
	}
}

// A caller may disconnect and send the same call again: the canceled call no longer holds the key.
func TestIdempotencyCallerHangsUp(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	impatient := env.Config
	impatient.Idempotency.Wait = 200 * time.Millisecond
	ctx, hangUp := context.WithCancel(t.Context())
	call := holdCall(ctx, t, env)
	hangUp()
	if got := <-call.ended; !errors.Is(got.err, context.Canceled) {
		t.Errorf("the call ended with %v, want %v", got.err, context.Canceled)
	}
	if err := call.block.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := env.NewClient(t, impatient).Professional.Create(t.Context(), call.in, call.meta); err != nil {
		t.Errorf("the same call again: %v", err)
	}
}
