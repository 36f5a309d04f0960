package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/riverqueue/river"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/sdk"
)

// registry maps each kind of job to the function that runs it.
type registry struct {
	tracer  trace.Tracer
	workers *river.Workers
	work    map[string]func(ctx context.Context, id int64, args []byte) error
}

// newRegistry lists every kind of job with its operation. occasion is the job's id: a job that runs
// twice is the same occasion, a second job is another.
func newRegistry(c *sdk.Client, tracing trace.TracerProvider) *registry {
	r := &registry{tracer: tracing.Tracer(tracerName), workers: river.NewWorkers(), work: map[string]func(context.Context, int64, []byte) error{}}
	register(r, func(ctx context.Context, j sdk.CaptureJob, _ string) error { return c.CapturePayment(ctx, j.AttemptID) })
	register(r, func(ctx context.Context, j sdk.VoidJob, _ string) error { return c.VoidPayment(ctx, j.AttemptID) })
	register(r, func(ctx context.Context, j sdk.ReconcileJob, _ string) error {
		return c.ReconcilePayment(ctx, j.AttemptID)
	})
	register(r, func(ctx context.Context, j sdk.ReceiptMailJob, _ string) error {
		return c.MailReceipt(ctx, j.ReceiptID)
	})
	register(r, func(ctx context.Context, j sdk.WelcomeMailJob, _ string) error {
		return c.MailWelcome(ctx, j.AccountID)
	})
	register(r, func(ctx context.Context, j sdk.PaymentMailJob, _ string) error { return c.MailPaymentNotice(ctx, j) })
	register(r, func(ctx context.Context, _ sdk.RenewalJob, _ string) error { return c.ScheduleRenewals(ctx) })
	register(r, func(ctx context.Context, j sdk.RenewSubscriptionJob, _ string) error {
		_, err := c.RenewSubscription(ctx, j.SubscriptionID)
		return err
	})
	register(r, func(ctx context.Context, j sdk.SubscriptionMailJob, _ string) error {
		return c.MailSubscription(ctx, j)
	})
	register(r, func(ctx context.Context, j sdk.ForgetMethodJob, _ string) error {
		return c.ForgetPaymentMethod(ctx, j.PaymentMethodID)
	})
	register(r, c.MailInvitation)
	register(r, func(ctx context.Context, _ sdk.InvitationReminderJob, _ string) error {
		_, err := c.RemindInvitees(ctx)
		return err
	})
	register(r, func(ctx context.Context, j sdk.CredentialsMailJob, occasion string) error {
		return c.MailCredentials(ctx, j.AccountID, occasion)
	})
	register(r, func(ctx context.Context, j sdk.ProfessionalWelcomeMailJob, occasion string) error {
		return c.MailProfessionalWelcome(ctx, j.ProfessionalID, occasion)
	})
	register(r, func(ctx context.Context, j sdk.CodeBatchMailJob, _ string) error {
		return c.MailCodeBatch(ctx, j.BatchID)
	})
	register(r, func(ctx context.Context, j sdk.CodeMailJob, _ string) error { return c.MailCode(ctx, j.CodeID) })
	register(r, func(ctx context.Context, j sdk.CodeExpiryMailJob, _ string) error { return c.MailCodesExpiring(ctx, j) })
	register(r, func(ctx context.Context, _ sdk.CodeExpiryJob, _ string) error {
		_, err := c.NoticeExpiringCodes(ctx)
		return err
	})
	register(r, func(ctx context.Context, j sdk.AnalyticsJob, _ string) error { return c.SendAnalytics(ctx, j.Messages) })
	register(r, func(ctx context.Context, j sdk.AnalyticsOrderJob, _ string) error {
		return c.SendOrderAnalytics(ctx, j.OrderID)
	})
	register(r, func(ctx context.Context, _ sdk.ExpireJob, _ string) error { return c.Expire(ctx) })
	register(r, func(ctx context.Context, _ sdk.PurgeJob, _ string) error {
		_, err := c.Purge(ctx)
		return err
	})
	return r
}

// register adds the operation of a kind of job.
func register[T sdk.Job](r *registry, do func(ctx context.Context, job T, occasion string) error) {
	var job T
	river.AddWorker(r.workers, river.WorkFunc(func(ctx context.Context, j *river.Job[T]) error {
		return r.traced(ctx, j.JobRow, func(ctx context.Context) error { return do(ctx, j.Args, occasionOf(j.ID)) })
	}))
	r.work[job.Kind()] = func(ctx context.Context, id int64, raw []byte) error {
		var args T
		if err := json.Unmarshal(raw, &args); err != nil {
			return fmt.Errorf("jobs: arguments of %s: %w", job.Kind(), err)
		}
		return do(ctx, args, occasionOf(id))
	}
}

func occasionOf(jobID int64) string { return "job-" + strconv.FormatInt(jobID, 10) }
