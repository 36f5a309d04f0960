package subscriptions_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// Renewals are read in batches of two hundred. No batch skips or repeats one.
func TestManyRenewals(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	const many = 450
	// Copies only what the due query reads, so the foreign keys are off.
	_, err := w.Pool.Exec(t.Context(), `SET session_replication_role = replica;
		CREATE TEMP TABLE copies AS SELECT gen_random_uuid() AS id, gen_random_uuid() AS family_id, s.id AS of FROM subscriptions s, generate_series(2, 450);
		INSERT INTO subscriptions (id, family_id, payer_account_id, state, payment_method_id, currency, term_starts_at, ends_at, created_at, updated_at)
			SELECT c.id, c.family_id, s.payer_account_id, s.state, s.payment_method_id, s.currency, s.term_starts_at, s.ends_at, s.created_at, s.updated_at
			FROM copies c JOIN subscriptions s ON s.id = c.of;
		INSERT INTO subscription_seats (id, subscription_id, number, family_id, family_role, renewal_minor, term_starts_at, created_at, updated_at)
			SELECT gen_random_uuid(), c.id, x.number, c.family_id, x.family_role, x.renewal_minor, x.term_starts_at, x.created_at, x.updated_at
			FROM copies c JOIN subscription_seats x ON x.subscription_id = c.of;
		SET session_replication_role = origin`)
	if err != nil {
		t.Fatal(err)
	}
	report, err := w.Client.Subscription.RunRenewals(t.Context(), subscription.RenewalRun{At: fixture.FirstEnd, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	planned := map[string]bool{}
	for _, line := range report.Lines {
		planned[line.SubscriptionID] = true
	}
	if len(report.Lines) != many || len(planned) != many {
		t.Errorf("%d lines, of %d subscriptions", len(report.Lines), len(planned))
	}
	w.Clock.Set(fixture.FirstEnd)
	w.RefuseWrites(t, "INSERT", "river_job", "nextval('writes') = 1")
	if err := w.Client.Subscription.ScheduleRenewals(t.Context()); err == nil {
		t.Error("renewals that couldn't be scheduled are no failure")
	}
	if err := w.Client.Subscription.ScheduleRenewals(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := fixture.CountRows(t, w.Env, "river_job WHERE kind = 'renewal_subscription'"); n != many {
		t.Errorf("%d renewals are scheduled", n)
	}
}
