package chaos

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
)

// endingTerms stores the terms that the suite has ended.
const endingTerms = `
CREATE TABLE chaos_terms (subscription uuid NOT NULL, ended_at timestamptz NOT NULL, PRIMARY KEY (subscription, ended_at));`

// endedTerms are the ended terms that aren't renewed yet.
const endedTerms = `chaos_terms t WHERE NOT EXISTS (SELECT 1 FROM orders o
	WHERE o.renews_id = t.subscription AND o.term_starts_at = t.ended_at AND o.state = 'placed')`

// endTerms ends the terms of a few subscriptions now. It may pick the same one again.
const endTerms = `
WITH ended AS (
	UPDATE subscriptions SET ends_at = now() WHERE id IN (
		SELECT s.id FROM subscriptions s JOIN subscription_terms t ON t.subscription_id = s.id AND t.starts_at = s.term_starts_at
			JOIN payment_attempts a ON a.order_id = t.order_id AND a.state = 'captured'
		WHERE s.chargeable AND s.renewing_since IS NULL AND s.ends_at > now() AND s.term_starts_at < now()
		ORDER BY random() LIMIT 3 FOR UPDATE OF s) RETURNING id)
INSERT INTO chaos_terms SELECT id, now() FROM ended`

// impatient inserts every job even if a job like it is unfinished: River resumes a killed worker's jobs only after an hour. So two workers often run
// the same renewal concurrently.
type impatient struct{ job.Inserter }

// InsertTx implements [job.Inserter].
func (i impatient) InsertTx(ctx context.Context, tx pgx.Tx, jobs []job.QueuedJob) error {
	for n := range jobs {
		jobs[n].Unique = false
	}
	return i.Inserter.InsertTx(ctx, tx, jobs)
}

// renewTerms ends terms and has the workers renew them until the context ends. Then it closes the channel.
func (w *world) renewTerms(ctx context.Context) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			// Each of these may fail while Postgres or the provider is down. The next turn makes up for it.
			if !w.calm.Load() {
				_, _ = w.pool.Exec(ctx, endTerms)
			}
			_ = w.client.Subscription.ScheduleRenewals(ctx)
			w.lookUpReviews(ctx)
			pause(ctx, 700*time.Millisecond)
		}
	}()
	return done
}

// lookUpReviews follows the operators' handbook: it searches again for a renewal whose reply was lost and that wasn't found, once it can no longer
// turn up.
func (w *world) lookUpReviews(ctx context.Context) {
	list, err := w.client.Payment.Attempts(ctx, payment.AttemptFilter{State: payment.AttemptReview})
	if err != nil {
		return
	}
	for _, a := range list {
		if a.RegistrationID == "" && time.Since(a.CreatedAt) > nonceLife+lease {
			if _, err := w.client.Payment.ReconcileNow(ctx, a.ID); err == nil {
				w.note("renewals that were lost and looked up by a person")
			}
		}
	}
}
