package identities_test

import (
	"bytes"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/identities"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// with returns a client of the environment with another configuration.
func with(t *testing.T, env *sdktest.Env, change func(*sdk.Config)) *identities.Engine {
	t.Helper()
	cfg := env.Config
	change(&cfg)
	return engine.Of(env.NewClient(t, cfg)).Identity
}

func stranger(cfg *sdk.Config) { cfg.Secrets = secret.Secrets{Server: bytes.Repeat([]byte("else"), 8)} }

func merchant(id, environment string) func(*sdk.Config) {
	return func(cfg *sdk.Config) {
		cfg.Merchant = gateway.Merchant{Provider: "braintree", ID: id, Environment: environment}
	}
}

func keysAt(pool *pgxpool.Pool) func(*sdk.Config) {
	return func(cfg *sdk.Config) { cfg.PersonKeys = pool }
}

func newKeys(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), sdktest.NewKeysDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// expect compares the mismatches of a verification, or its other error.
func expect(t *testing.T, what string, err error, want ...*identity.MismatchError) {
	t.Helper()
	got := identity.Mismatches(err)
	if err != nil && got == nil {
		t.Errorf("%s: %v", what, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: mismatches (-want +got):\n%s", what, diff)
	}
}

func recorded(t *testing.T, c *identities.Engine) []identity.Entry {
	t.Helper()
	entries, err := c.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

var ignoreTime = cmpopts.IgnoreFields(identity.Entry{}, "At")

var wrongSecret = &identity.MismatchError{Kind: identity.Secret, Number: 1}

func TestEmptyDatabaseTakesTheFirstSecret(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	expect(t, "checked before anything is recorded", env.Client.Identity.Check(t.Context()))
	if got := recorded(t, engine.Of(env.Client).Identity); len(got) > 0 {
		t.Errorf("a check records %+v", got)
	}
	expect(t, "the first", env.Client.Identity.Verify(t.Context()))
	expect(t, "the first again", env.Client.Identity.Verify(t.Context()))
	other := with(t, env, stranger)
	expect(t, "another", other.Verify(t.Context()), wrongSecret)
	expect(t, "another, checked", other.Check(t.Context()), wrongSecret)
	want := []identity.Entry{{Kind: identity.PersonKeys, Version: 1, Value: "here"}, {Kind: identity.Secret, Number: 1, Version: 1}}
	if diff := cmp.Diff(want, recorded(t, other), ignoreTime); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
	if _, err := other.Accept(t.Context(), identity.Change{PersonKeys: true, Reason: "a try"}); !errors.As(err, new(*identity.MismatchError)) {
		t.Errorf("with a wrong secret a change is accepted: %v", err)
	}
}

// At the first start after the upgrade, the earlier release's rows decide. A wrong secret can't become the right one, not even after a server
// has written under it.
func TestFirstStartAfterTheUpgrade(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.Pay(t, env.SignUp(t), func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) })
	hurt := env.Config
	stranger(&hurt)
	if _, err := env.NewClient(t, hurt).Signup.Create(t.Context(), sdktest.ReadyToPay(2), fixture.English); err != nil {
		t.Fatal(err)
	}
	expect(t, "a wrong secret", with(t, env, stranger).Verify(t.Context()), wrongSecret)
	expect(t, "a wrong secret with another number", with(t, env, func(cfg *sdk.Config) {
		stranger(cfg)
		cfg.Secrets.KeyID = 2
	}).Verify(t.Context()), &identity.MismatchError{Kind: identity.Secret, Number: 1, Missing: true})
	if got := recorded(t, engine.Of(env.Client).Identity); len(got) > 0 {
		t.Errorf("a refused start records %+v", got)
	}
	expect(t, "the right secret", env.Client.Identity.Verify(t.Context()))
	want := []identity.Entry{{Kind: identity.PersonKeys, Version: 1, Value: "here"}, {Kind: identity.Secret, Number: 1, Version: 1}}
	if diff := cmp.Diff(want, recorded(t, engine.Of(env.Client).Identity), ignoreTime); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
	expect(t, "a wrong secret, once the right one is sealed", with(t, env, stranger).Verify(t.Context()), wrongSecret)
}

// Every kind of sealed row proves a secret on its own.
func TestEachSealedTableProvesTheSecret(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(t *testing.T, env *sdktest.Env){
		"person_keys": func(t *testing.T, env *sdktest.Env) { t.Helper(); env.SignUp(t) },
		"payment_methods": func(t *testing.T, env *sdktest.Env) {
			t.Helper()
			env.Pay(t, env.SignUp(t), func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) })
		},
		"subscription_codes": func(t *testing.T, env *sdktest.Env) { t.Helper(); fixture.GoodCodes(t, env, 2001, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			fill(t, env)
			for _, other := range []string{"person_keys", "payment_methods", "subscription_codes"} {
				if other == name {
					continue
				}
				if _, err := env.Pool.Exec(t.Context(), "SET session_replication_role = replica; DELETE FROM "+other); err != nil {
					t.Fatal(err)
				}
			}
			if name != "person_keys" { // without keys there are no people
				if _, err := env.Pool.Exec(t.Context(), "SET session_replication_role = replica; DELETE FROM persons; UPDATE registrations SET draft = NULL"); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, "a wrong secret", with(t, env, stranger).Verify(t.Context()), wrongSecret)
			expect(t, "the right secret", env.Client.Identity.Verify(t.Context()))
		})
	}
}

// If processes start at the same time with different secrets, exactly one secret becomes the database's.
func TestConcurrentFirstStarts(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	const starts = 8
	errs := make([]error, starts)
	var all sync.WaitGroup
	clients := make([]*identities.Engine, starts)
	for i := range starts {
		clients[i] = with(t, env, func(cfg *sdk.Config) { cfg.Secrets = secret.Secrets{Server: bytes.Repeat([]byte{byte(i%4 + 1)}, 32)} })
	}
	for i := range starts {
		all.Go(func() { errs[i] = clients[i].Verify(t.Context()) })
	}
	all.Wait()
	accepted := map[int]int{}
	for i, err := range errs {
		if err == nil {
			accepted[i%4]++
			continue
		}
		expect(t, "refused", err, wrongSecret)
	}
	if len(accepted) != 1 {
		t.Fatalf("accepted secrets, with their starts: %v, want one secret", accepted)
	}
	for _, n := range accepted {
		if n != 2 {
			t.Errorf("%d of the 2 starts with the accepted secret began", n)
		}
	}
}

func TestMerchantAndEnvironment(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	first := with(t, env, merchant("first", "sandbox"))
	expect(t, "none configured", env.Client.Identity.Verify(t.Context()))
	expect(t, "the first", first.Verify(t.Context()))
	expect(t, "another before the first payment", with(t, env, merchant("tried", "production")).Verify(t.Context()))
	expect(t, "and back", first.Verify(t.Context()))
	env.Pay(t, env.SignUp(t))
	expect(t, "the same", first.Verify(t.Context()))
	wrongMerchant := &identity.MismatchError{Kind: identity.Merchant, Stored: "braintree first", Configured: "braintree second"}
	wrongEnvironment := &identity.MismatchError{Kind: identity.Environment, Stored: "sandbox", Configured: "production"}
	expect(t, "another merchant", with(t, env, merchant("second", "sandbox")).Verify(t.Context()), wrongMerchant)
	expect(t, "another environment", with(t, env, merchant("first", "production")).Verify(t.Context()), wrongEnvironment)
	second := with(t, env, merchant("second", "production"))
	expect(t, "both", second.Verify(t.Context()), wrongMerchant, wrongEnvironment)
	expect(t, "another provider", with(t, env, func(cfg *sdk.Config) {
		cfg.Merchant = gateway.Merchant{Provider: "sandbox", ID: "first"}
	}).Verify(t.Context()), &identity.MismatchError{Kind: identity.Merchant, Stored: "braintree first", Configured: "sandbox first"})

	for name, c := range map[string]struct {
		change identity.Change
		want   error
	}{
		"without a reason": {identity.Change{Merchant: "second", Environment: "production", Reason: " "}, identity.ErrReason},
		"not configured":   {identity.Change{Merchant: "third", Reason: "moved"}, &identity.NotConfiguredError{Kind: identity.Merchant, Given: "third", Configured: "second"}},
		"incomplete":       {identity.Change{Merchant: "second", Reason: "moved"}, wrongEnvironment},
	} {
		if _, err := second.Accept(t.Context(), c.change); err == nil || err.Error() != c.want.Error() {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	nameless := with(t, env, func(cfg *sdk.Config) { merchant("second", "production")(cfg); cfg.Operator = "" })
	if _, err := nameless.Accept(t.Context(), identity.Change{Merchant: "second", Environment: "production", Reason: "moved"}); !errors.Is(err, fault.OperatorUnnamed) {
		t.Errorf("an unnamed operator accepts: %v", err)
	}
	expect(t, "nothing was accepted so far", first.Check(t.Context()))
	env.Clock.Advance(time.Hour)
	changed, err := second.Accept(t.Context(), identity.Change{Merchant: "second", Environment: "production", Reason: "moved"})
	if diff := cmp.Diff([]identity.Kind{identity.Merchant, identity.Environment}, changed); diff != "" || err != nil {
		t.Errorf("accepted: %v (-want +got):\n%s", err, diff)
	}
	if changed, err := second.Accept(t.Context(), identity.Change{Merchant: "second", Reason: "again"}); len(changed) > 0 || err != nil {
		t.Errorf("accepted again: %v, %v", changed, err)
	}
	expect(t, "the accepted one", second.Verify(t.Context()))
	expect(t, "the one before", first.Verify(t.Context()),
		&identity.MismatchError{Kind: identity.Merchant, Stored: "braintree second", Configured: "braintree first"},
		&identity.MismatchError{Kind: identity.Environment, Stored: "production", Configured: "sandbox"})
	want := []identity.Entry{
		{Kind: identity.Environment, Version: 1, Value: "sandbox", At: sdktest.Start},
		{Kind: identity.Environment, Version: 2, Value: "production", At: sdktest.Start},
		{Kind: identity.Environment, Version: 3, Value: "sandbox", At: sdktest.Start},
		{Kind: identity.Environment, Version: 4, Value: "production", Operator: "a test", Reason: "moved", At: sdktest.Start.Add(time.Hour)},
		{Kind: identity.Merchant, Version: 1, Value: "braintree first", At: sdktest.Start},
		{Kind: identity.Merchant, Version: 2, Value: "braintree tried", At: sdktest.Start},
		{Kind: identity.Merchant, Version: 3, Value: "braintree first", At: sdktest.Start},
		{Kind: identity.Merchant, Version: 4, Value: "braintree second", Operator: "a test", Reason: "moved", At: sdktest.Start.Add(time.Hour)},
		{Kind: identity.PersonKeys, Version: 1, Value: "here", At: sdktest.Start},
		{Kind: identity.Secret, Number: 1, Version: 1, At: sdktest.Start},
	}
	if diff := cmp.Diff(want, recorded(t, second)); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
	if _, err := env.Pool.Exec(t.Context(), "UPDATE identities SET value = 'braintree third' WHERE kind = 'merchant'"); err == nil {
		t.Error("a recorded merchant can be changed")
	}
}

func TestPersonKeys(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.SignUp(t)
	foreign, missing := &identity.MismatchError{Kind: identity.PersonKeys}, &identity.MismatchError{Kind: identity.PersonKeys, Missing: true}
	ours, empty := newKeys(t), newKeys(t)
	expect(t, "here", env.Client.Identity.Verify(t.Context()))
	moved := env.Config
	moved.PersonKeys = ours
	client := env.NewClient(t, moved)
	expect(t, "a database of their own, checked", client.Identity.Check(t.Context()))
	if n, err := client.Privacy.MovePersonKeys(t.Context()); n == 0 || err != nil {
		t.Fatalf("moved %d keys, %v", n, err)
	}
	expect(t, "moved", client.Identity.Verify(t.Context()))
	expect(t, "an empty one", with(t, env, keysAt(empty)).Verify(t.Context()), foreign)
	expect(t, "none", env.Client.Identity.Verify(t.Context()), missing)
	expect(t, "a wrong secret and an empty one", with(t, env, func(cfg *sdk.Config) { stranger(cfg); cfg.PersonKeys = empty }).Verify(t.Context()), foreign, wrongSecret)

	another := sdktest.New(t)
	expect(t, "of another installation", with(t, another, keysAt(ours)).Verify(t.Context()), foreign)

	// Restored from a backup older than the record.
	if _, err := ours.Exec(t.Context(), "DELETE FROM identities"); err != nil {
		t.Fatal(err)
	}
	expect(t, "restored from before it was recorded", client.Identity.Verify(t.Context()))
	expect(t, "and recorded again", client.Identity.Check(t.Context()))

	if n, err := client.Privacy.ReturnPersonKeys(t.Context()); n == 0 || err != nil {
		t.Fatalf("returned %d keys, %v", n, err)
	}
	expect(t, "moved back", env.Client.Identity.Verify(t.Context()))
	again := env.Config
	again.PersonKeys = empty
	if n, err := env.NewClient(t, again).Privacy.MovePersonKeys(t.Context()); n == 0 || err != nil {
		t.Fatalf("moved %d keys to another database, %v", n, err)
	}
	expect(t, "the one before", client.Identity.Verify(t.Context()), foreign)

	// The database is lost, without a backup.
	fresh := with(t, env, keysAt(newKeys(t)))
	expect(t, "lost", fresh.Verify(t.Context()), foreign)
	changed, err := fresh.Accept(t.Context(), identity.Change{PersonKeys: true, Reason: "lost"})
	if diff := cmp.Diff([]identity.Kind{identity.PersonKeys}, changed); diff != "" || err != nil {
		t.Errorf("accepted: %v (-want +got):\n%s", err, diff)
	}
	expect(t, "accepted", fresh.Verify(t.Context()))
	got := recorded(t, fresh)
	last := got[len(got)-2]
	if diff := cmp.Diff(identity.Entry{Kind: identity.PersonKeys, Version: 5, Value: "elsewhere", Operator: "a test", Reason: "lost"}, last, ignoreTime); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
}

// After an upgrade the keys themselves prove their database.
func TestPersonKeysAfterTheUpgrade(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithPersonKeys())
	env.SignUp(t)
	foreign := &identity.MismatchError{Kind: identity.PersonKeys}
	expect(t, "an empty one", with(t, env, keysAt(newKeys(t))).Verify(t.Context()), foreign)
	expect(t, "none", with(t, env, keysAt(nil)).Verify(t.Context()), &identity.MismatchError{Kind: identity.PersonKeys, Missing: true})
	expect(t, "a wrong secret", with(t, env, stranger).Verify(t.Context()), wrongSecret)
	expect(t, "the right one", env.Client.Identity.Verify(t.Context()))
}

// If a process ends between its two records, the next start completes the pair.
func TestInterruptedPairing(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithPersonKeys())
	expect(t, "paired", env.Client.Identity.Verify(t.Context()))
	if _, err := env.Pool.Exec(t.Context(), "SET session_replication_role = replica; DELETE FROM identities WHERE kind = 'person_keys'"); err != nil {
		t.Fatal(err)
	}
	expect(t, "completed", env.Client.Identity.Verify(t.Context()))
	expect(t, "by the same pair", with(t, env, keysAt(newKeys(t))).Verify(t.Context()), &identity.MismatchError{Kind: identity.PersonKeys})
}

func TestDatabaseWithoutTheTable(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if _, err := env.Pool.Exec(t.Context(), "DROP TABLE identities"); err != nil {
		t.Fatal(err)
	}
	if err := env.Client.Identity.Verify(t.Context()); !errors.Is(err, identity.ErrNotMigrated) {
		t.Errorf("without the table: %v", err)
	}
}
