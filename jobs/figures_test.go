package jobs_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Each state of a job counts in its figure.
func TestFigures(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	_, err := env.Pool.Exec(t.Context(), `INSERT INTO river_job (kind, args, max_attempts, queue, priority, state, scheduled_at, attempted_at, finalized_at)
		SELECT coalesce(j.kind, 'mail_welcome'), '{}', 25, 'default', 1, j.state::river_job_state, now() + j.scheduled::interval, now() + j.attempted::interval, now() + j.finalized::interval
		FROM (VALUES
			('available', '-1 minute', NULL, NULL, NULL), ('available', '-20 minutes', NULL, NULL, NULL),
			('scheduled', '1 hour', NULL, NULL, NULL), ('pending', '1 hour', NULL, NULL, NULL),
			('running', '-1 hour', '-10 minutes', NULL, NULL), ('running', '-1 hour', '-12 minutes', NULL, NULL),
			('running', '-1 hour', '-54 minutes', NULL, 'purge'), ('running', '-1 hour', '-56 minutes', NULL, 'purge'),
			('running', '-1 day', '-6 hours', NULL, 'payment_audit'), ('running', '-1 day', '-7 hours', NULL, 'payment_audit'),
			('retryable', '1 minute', '-1 hour', NULL, NULL), ('retryable', '-6 minutes', '-1 hour', NULL, NULL),
			('completed', '-1 hour', '-1 hour', '-1 hour', NULL), ('cancelled', '-1 hour', '-1 hour', '-1 hour', NULL),
			('discarded', '-30 hours', '-23 hours', '-23 hours', NULL), ('discarded', '-30 hours', '-25 hours', '-25 hours', NULL)
		) AS j (state, scheduled, attempted, finalized, kind)`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := jobs.ReadFigures(t.Context(), env.Pool)
	if err != nil {
		t.Fatal(err)
	}
	want := jobs.Figures{Waiting: 4, Running: 6, Retrying: 2, Stuck: 5, Discarded: 1, Lag: got.Lag.Round(20 * time.Minute)}
	if got.Lag < 20*time.Minute || got.Lag > 25*time.Minute {
		t.Errorf("the oldest job waits for %s, want 20 minutes", got.Lag)
	}
	got.Lag = want.Lag
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("figures (-want +got):\n%s", diff)
	}
}

// A worker looks up payments with a lost response at the provider, without a job.
func TestWorkerSweepsPayments(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(10))
	pro := env.SignUpProfessional(t).ProfessionalID
	if err := env.Sandbox.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
		t.Fatal(err)
	}
	in := codes.PurchaseInput{PackageID: 2001, Size: 1, Nonce: "fake-valid-nonce", CardHolderName: "Pat Lee"}
	bought, err := env.Client.Codes.Buy(t.Context(), pro, in, caller.Meta{Lang: "en", IdempotencyKey: "answer-lost"})
	if err != nil || bought.State != codes.BatchAwaitingPayment {
		t.Fatalf("after a lost answer: %+v, %v", bought, err)
	}
	if _, err := env.Pool.Exec(t.Context(), "DELETE FROM river_job"); err != nil {
		t.Fatal(err)
	}
	env.Clock.Advance(time.Hour)
	startWorker(t, env, jobs.Options{Sweep: 10 * time.Millisecond})
	state := func() codes.BatchState {
		batch, err := env.Client.Codes.Batch(t.Context(), pro, bought.ID)
		if err != nil {
			t.Fatal(err)
		}
		return batch.State
	}
	until(func() bool { return state() == codes.BatchActive })
	if got := state(); got != codes.BatchActive {
		t.Errorf("the batch is %s, want %s", got, codes.BatchActive)
	}
}
