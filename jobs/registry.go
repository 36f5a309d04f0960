package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/riverqueue/river"
	"go.opentelemetry.io/otel/trace"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/job"
)

// registry maps each kind of job to the function that runs it.
type registry struct {
	tracer  trace.Tracer
	workers *river.Workers
	work    map[string]operate
}

// operate runs one job.
type operate func(ctx context.Context, id int64, args []byte) error

// usualLimit is the time limit of job kinds without their own: they send one mail, or look up one payment at the provider.
const usualLimit = time.Minute

// limits lists the time limits of job kinds that process all due work, no matter how much there is. After a timeout a later job continues the work, except
// for the audit. River doesn't rescue a job within its limit.
var limits = map[string]time.Duration{
	job.ExpireJob{}.Kind():             10 * time.Minute,
	job.PurgeJob{}.Kind():              45 * time.Minute,
	job.InvitationReminderJob{}.Kind(): 30 * time.Minute,
	job.CodeExpiryJob{}.Kind():         30 * time.Minute,
	job.RenewalJob{}.Kind():            30 * time.Minute,
	job.SettleJob{}.Kind():             45 * time.Minute,
	job.AuditJob{}.Kind():              6 * time.Hour, // a call to the provider for each payment of three days
}

func limitOf(kind string) time.Duration { return cmp.Or(limits[kind], usualLimit) }

// newRegistry registers every kind of job with its operation. occasion identifies the job by its id: a retry has the same occasion, a second job
// another.
func newRegistry(c *sdk.Client, tracing trace.TracerProvider) *registry {
	r := &registry{tracer: tracing.Tracer(tracerName), workers: river.NewWorkers(), work: map[string]operate{}}
	register(r, func(ctx context.Context, j job.CaptureJob, _ string) error {
		return c.Payment.Capture(ctx, j.AttemptID)
	})
	register(r, func(ctx context.Context, j job.VoidJob, _ string) error { return c.Payment.Void(ctx, j.AttemptID) })
	register(r, func(ctx context.Context, j job.ReconcileJob, _ string) error {
		return c.Payment.Reconcile(ctx, j.AttemptID)
	})
	register(r, func(ctx context.Context, _ job.SettleJob, _ string) error {
		_, err := c.Payment.Settle(ctx)
		return err
	})
	register(r, func(ctx context.Context, _ job.AuditJob, _ string) error { return c.Audit.Recent(ctx) })
	register(r, func(ctx context.Context, j email.ReceiptJob, _ string) error {
		return c.Email.SendReceipt(ctx, j.ReceiptID)
	})
	register(r, func(ctx context.Context, j email.WelcomeJob, _ string) error {
		return c.Email.SendWelcome(ctx, j.AccountID)
	})
	register(r, func(ctx context.Context, j email.PaymentJob, _ string) error {
		return c.Email.SendPaymentNotice(ctx, j)
	})
	register(r, func(ctx context.Context, _ job.RenewalJob, _ string) error {
		return c.Subscription.ScheduleRenewals(ctx)
	})
	register(r, func(ctx context.Context, j job.RenewSubscriptionJob, _ string) error {
		_, err := c.Subscription.Renew(ctx, j.SubscriptionID)
		return err
	})
	register(r, func(ctx context.Context, j email.SubscriptionJob, _ string) error {
		return c.Email.SendSubscription(ctx, j)
	})
	register(r, func(ctx context.Context, j job.ForgetMethodJob, _ string) error {
		return c.Payment.ForgetMethod(ctx, j.PaymentMethodID)
	})
	register(r, func(ctx context.Context, j job.PersonKeysJob, _ string) error {
		return c.Privacy.DeletePersonKeys(ctx, j.PersonIDs)
	})
	register(r, c.Email.SendInvitation)
	register(r, func(ctx context.Context, _ job.InvitationReminderJob, _ string) error {
		_, err := c.Invite.Remind(ctx)
		return err
	})
	register(r, func(ctx context.Context, j email.CredentialsJob, occasion string) error {
		return c.Email.SendCredentials(ctx, j, occasion)
	})
	register(r, func(ctx context.Context, j email.SignupLinkJob, occasion string) error {
		return c.Email.SendSignupLink(ctx, j, occasion)
	})
	register(r, func(ctx context.Context, j email.PasswordJob, occasion string) error {
		return c.Email.SendPassword(ctx, j, occasion)
	})
	register(r, c.Email.SendLogin)
	register(r, func(ctx context.Context, j email.ProfessionalWelcomeJob, occasion string) error {
		return c.Email.SendProfessionalWelcome(ctx, j, occasion)
	})
	register(r, func(ctx context.Context, j email.CodeBatchJob, _ string) error {
		return c.Email.SendCodeBatch(ctx, j.BatchID)
	})
	register(r, func(ctx context.Context, j email.CodeJob, _ string) error { return c.Email.SendCode(ctx, j.CodeID) })
	register(r, func(ctx context.Context, j email.CodesExpiringJob, _ string) error {
		return c.Email.SendCodesExpiring(ctx, j)
	})
	register(r, func(ctx context.Context, _ job.CodeExpiryJob, _ string) error {
		_, err := c.Codes.NoticeExpiring(ctx)
		return err
	})
	register(r, func(ctx context.Context, j job.AnalyticsJob, _ string) error {
		return c.Analytics.SendAnalytics(ctx, j.Messages)
	})
	register(r, func(ctx context.Context, j job.AnalyticsOrderJob, _ string) error {
		return c.Analytics.SendOrderAnalytics(ctx, j.OrderID)
	})
	register(r, func(ctx context.Context, _ job.ExpireJob, _ string) error { return c.Operate.Expire(ctx) })
	register(r, func(ctx context.Context, _ job.PurgeJob, _ string) error {
		_, err := c.Privacy.Purge(ctx)
		return err
	})
	return r
}

// register adds the operation of a kind of job.
func register[T job.Job](r *registry, do func(ctx context.Context, task T, occasion string) error) {
	var task T
	river.AddWorker(r.workers, &operation[T]{registry: r, do: do})
	r.work[task.Kind()] = func(ctx context.Context, id int64, raw []byte) error {
		var args T
		if err := json.Unmarshal(raw, &args); err != nil {
			return fmt.Errorf("jobs: arguments of %s: %w", task.Kind(), err)
		}
		return do(ctx, args, occasionOf(id))
	}
}

// operation is the River worker of a kind of job.
type operation[T job.Job] struct {
	river.WorkerDefaults[T]
	registry *registry
	do       func(ctx context.Context, task T, occasion string) error
}

// Work implements [river.Worker].
func (o *operation[T]) Work(ctx context.Context, j *river.Job[T]) error {
	var later *job.Later // neither a failure nor a failed span
	err := o.registry.traced(ctx, j.JobRow, func(ctx context.Context) error {
		if err := o.do(ctx, j.Args, occasionOf(j.ID)); !errors.As(err, &later) {
			return err
		}
		return nil
	})
	if later != nil {
		return river.JobSnooze(later.Pause)
	}
	return err
}

// Timeout implements [river.Worker].
func (*operation[T]) Timeout(j *river.Job[T]) time.Duration { return limitOf(j.Kind) }

// sweepRetry is the maximum delay before a retry of a job that processes all due work. River's own delays grow to days. Meanwhile no other job of the
// kind is inserted, so nothing would be processed even after the cause was fixed.
const sweepRetry = time.Hour

// NextRetry implements [river.Worker].
func (*operation[T]) NextRetry(j *river.Job[T]) time.Time {
	next := new(river.DefaultClientRetryPolicy).NextRetry(j.JobRow)
	if _, sweeps := limits[j.Kind]; !sweeps {
		return next
	}
	if latest := time.Now().Add(sweepRetry); latest.Before(next) {
		return latest
	}
	return next
}

func occasionOf(jobID int64) string { return "job-" + strconv.FormatInt(jobID, 10) }
