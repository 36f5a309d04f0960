package signups_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestPurge(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	const day = 24 * time.Hour
	everything := func(in *signup.Input) {
		in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
		in.SegmentAnonymousID = "anonymous-1"
	}
	abandoned, paid, paying := env.SignUp(t, everything), env.SignUp(t, everything), env.SignUp(t, everything)
	accounts := fixture.Pay(t, env, paid)
	if err := beginPaying(t, env, paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(40), caller.Meta{IdempotencyKey: "kept-for-a-day"}); err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Visitor.CountWrite(t.Context(), "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	step := func(advance time.Duration, wantExpired int, want privacy.Purged) {
		t.Helper()
		env.Clock.Advance(advance)
		expired, err := env.Client.Privacy.ExpireRegistrations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got, err := env.Client.Privacy.Purge(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if expired != wantExpired {
			t.Errorf("after %s: %d expired, want %d", advance, expired, wantExpired)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", advance, diff)
		}
	}
	step(0, 0, privacy.Purged{})
	step(day-time.Second, 0, privacy.Purged{})
	step(2*time.Second, 2, privacy.Purged{Registrations: 1, Answers: 1}) // the paid one continues in its account
	step(0, 0, privacy.Purged{})
	step(30*day-time.Hour, 0, privacy.Purged{})
	step(2*time.Hour, 0, privacy.Purged{Registrations: 2, Tokens: 1}) // the credentials token

	if n := fixture.CountRows(t, env, `registrations r WHERE purged_at IS NOT NULL AND (num_nonnulls(draft, email_hash, co_parent_email_hash) > 0 OR
		to_jsonb(r)::text ~* 'ana|diaz|ben|cleo|215555|market|19103|pet\?|argon2|anonymous')`); n != 0 {
		t.Errorf("%d purged registrations still hold personal data", n)
	}
	if n := fixture.CountRows(t, env, "registrations r JOIN person_keys USING (person_id) WHERE r.state = 'expired' OR r.id <> ALL ($1::uuid[])",
		[]string{paid.SignupID, paying.SignupID}); n != 0 {
		t.Errorf("%d persons without an account still have a key", n)
	}
	if n := fixture.CountRows(t, env, "registrations r JOIN person_keys USING (person_id)"); n != 2 {
		t.Errorf("%d persons have a key, want two: one paid, one paying", n)
	}
	if n := fixture.CountRows(t, env, "registrations WHERE purged_at IS NOT NULL"); n != 3 {
		t.Errorf("%d registrations were purged, want 3", n)
	}
	if n := fixture.CountRows(t, env, "registrations WHERE id = $1 AND choice -> 'order' ->> 'packageId' = '2001' AND account_id = $2", paid.SignupID, accounts.AccountID); n != 1 {
		t.Error("a paid registration lost its references")
	}
	got, err := env.Client.Signup.Read(t.Context(), paid.SignupID, paid.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	want := &signup.Registration{
		SignupID: paid.SignupID, State: signup.Paid, LastCompletedStep: 3, Next: "/credentials",
		Routes: []string{"/credentials", "/receipt"}, KnowsCoParentEmail: true, PricingGroup: "P0",
		Order: &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2001}}, ExpiresAt: sdktest.Start.Add(day),
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("paid and purged (-want +got):\n%s", diff)
	}
	if got, err := env.Client.Signup.Read(t.Context(), paying.SignupID, paying.Key, fixture.English); err != nil || got.Parent == nil {
		t.Errorf("one being paid was touched: %v, %v", got, err)
	}
	events := fixture.Record(t, env, "SELECT jsonb_agg(kind || ' by ' || actor ORDER BY at, id) AS all FROM registration_events WHERE registration_id = $1", abandoned.SignupID)
	wantEvents := map[string]any{"all": []any{"created by registrant", "expired by system", "purged by system"}}
	if diff := cmp.Diff(wantEvents, events); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestEventsAreAppendOnly(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	fixture.Pay(t, env, env.SignUp(t))
	for _, statement := range []string{
		"UPDATE registration_events SET at = now()", "DELETE FROM registration_events",
		"UPDATE account_events SET at = now()", "DELETE FROM account_events",
	} {
		if _, err := env.Pool.Exec(t.Context(), statement); err == nil {
			t.Errorf("%s: allowed", statement)
		}
	}
	if n := fixture.CountRows(t, env, "registration_events"); n != 2 {
		t.Errorf("%d events, want creation and payment", n)
	}
}
