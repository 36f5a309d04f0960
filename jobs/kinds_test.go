package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// failures maps each kind of job to the beginning of its error for nonsense arguments or missing tables.
var failures = map[string]string{
	"analytics":                 "analytics: ",
	"analytics_order":           "order analytics: id: ",
	"code_expiry":               "transaction: pick batches that expire: ",
	"expire":                    "expire: transaction: pick registrations to expire: ",
	"invitation_reminder":       "transaction: pick invitees: ",
	"mail_code":                 "code mail: id: ",
	"mail_code_batch":           "code batch mail: id: ",
	"mail_code_expiry":          "code expiry mail: id: ",
	"mail_credentials":          "credentials mail: account id: ",
	"mail_invitation":           "invitation mail: id: ",
	"mail_login":                "login mail: account id: ",
	"mail_password":             "password mail: account id: ",
	"mail_signup_link":          "sign-up link mail: id: ",
	"mail_payment":              "payment mail: attempt id: ",
	"mail_professional_welcome": "welcome mail: id: ",
	"mail_receipt":              "receipt mail: id: ",
	"mail_subscription":         "subscription mail: id: ",
	"mail_welcome":              "welcome mail: account id: ",
	"payment_capture":           "capture: attempt id: ",
	"payment_method_forget":     "forget payment method: ",
	"payment_reconcile":         "reconcile: attempt id: ",
	"payment_audit":             "audit: ",
	"payment_settle":            "settle: ",
	"payment_void":              "void: attempt id: ",
	"person_keys_delete":        "delete persons' keys: ",
	"purge":                     "purge: transaction: pick registrations: ",
	"renewal":                   "transaction: coming ends: ",
	"renewal_subscription":      "renewal: subscription id: ",
}

// intervals lists the interval of each kind of periodic job.
var intervals = map[string]time.Duration{
	"expire":              5 * time.Minute,
	"purge":               time.Hour,
	"invitation_reminder": time.Hour,
	"code_expiry":         time.Hour,
	"renewal":             time.Hour,
	"payment_audit":       24 * time.Hour,
	"payment_settle":      24 * time.Hour,
}

// limits lists the kinds of job with a limit above one minute.
var limits = map[string]time.Duration{
	"expire":              10 * time.Minute,
	"purge":               45 * time.Minute,
	"invitation_reminder": 30 * time.Minute,
	"code_expiry":         30 * time.Minute,
	"renewal":             30 * time.Minute,
	"payment_audit":       6 * time.Hour,
	"payment_settle":      45 * time.Minute,
}

// A job that processes all due work has a longer limit than the minute of a mail. That limit also bounds the provider's searches.
func TestJobTimeouts(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(limits, jobs.Limits()); diff != "" {
		t.Errorf("limits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(intervals)), slices.Sorted(maps.Keys(limits))); diff != "" {
		t.Errorf("periodic jobs have limits of their own (-periodic +limited):\n%s", diff)
	}

	provider := searches{audit: make(chan time.Duration, 1)}
	env := sdktest.New(t, sdktest.WithConnections(10), sdktest.WithConfig(func(c *sdk.Config) { provider.Gateway, c.Gateway = c.Gateway, provider }))
	startWorker(t, env, jobs.Options{AuditEvery: often})
	if left, most := <-provider.audit, limits["payment_audit"]; left > most || left < most-time.Minute {
		t.Errorf("the audit searches with %s left, want %s", left, most)
	}
}

// A job that processes all due work is retried within the hour after any number of failures. A mail waits longer each time.
func TestSweepsRetryWithinAnHour(t *testing.T) {
	t.Parallel()
	for kind := range intervals {
		if pause := jobs.PauseAfter(kind, 2); pause > time.Minute {
			t.Errorf("%s waits %s after two failures", kind, pause)
		}
		if pause := jobs.PauseAfter(kind, 20); pause < 59*time.Minute || pause > time.Hour {
			t.Errorf("%s waits %s after 20 failures, want an hour", kind, pause)
		}
	}
	if pause := jobs.PauseAfter("mail_receipt", 20); pause < 24*time.Hour {
		t.Errorf("a mail waits %s after 20 failures, want days", pause)
	}
}

// Jobs of a killed worker are taken over minutes later, except for those with a longer limit.
func TestJobsOfAKilledWorkerResume(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(10))
	insert(t, env.Pool, nil, job.Options{}, job.CaptureJob{AttemptID: uuid.NewString()}, job.AuditJob{})
	if _, err := env.Pool.Exec(t.Context(), "UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now() - interval '6 minutes', attempted_by = '{killed}'"); err != nil {
		t.Fatal(err)
	}
	startWorker(t, env, jobs.Options{})
	left := func() []string {
		return texts(t, env.Pool, "SELECT kind FROM river_job WHERE state = 'running' AND attempted_by = '{killed}' ORDER BY kind")
	}
	until(func() bool { return len(left()) < 2 })
	if diff := cmp.Diff([]string{"payment_audit"}, left()); diff != "" {
		t.Errorf("left to the worker that was killed (-want +got):\n%s", diff)
	}
}

// searches is a provider that reports the audit's remaining time for its search.
type searches struct {
	gateway.Gateway
	audit chan time.Duration
}

func (s searches) FindSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	if deadline, limited := ctx.Deadline(); limited {
		select {
		case s.audit <- time.Until(deadline):
		default:
		}
	}
	return s.Gateway.FindSince(ctx, since)
}

const often = 50 * time.Millisecond

// hurried runs every periodic job many times within a test.
var hurried = jobs.Options{ExpireEvery: often, PurgeEvery: often, RemindEvery: often, RenewEvery: often, SettleEvery: often, AuditEvery: often}

func TestPeriodicJobsHaveTheirIntervals(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if diff := cmp.Diff(intervals, jobs.Intervals(env.Client, jobs.Options{})); diff != "" {
		t.Errorf("by default (-want +got):\n%s", diff)
	}
	set := jobs.Options{ExpireEvery: 1, PurgeEvery: 2, RemindEvery: 3, RenewEvery: 4, SettleEvery: 5, AuditEvery: 6}
	want := map[string]time.Duration{"expire": 1, "purge": 2, "invitation_reminder": 3, "code_expiry": 3, "renewal": 4, "payment_settle": 5, "payment_audit": 6}
	if diff := cmp.Diff(want, jobs.Intervals(env.Client, set)); diff != "" {
		t.Errorf("as set (-want +got):\n%s", diff)
	}
}

// kindsOfJobs reads the kinds of job from the source of packages job and email.
func kindsOfJobs(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../sdk/job/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../sdk/email/job.go")
	var kinds []string
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			method, ok := decl.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "Kind" {
				continue
			}
			returned, ok := method.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit)
			if !ok {
				t.Fatalf("%s: a kind isn't written out", file)
			}
			kind, err := strconv.Unquote(returned.Value)
			if err != nil {
				t.Fatal(err)
			}
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}

// outage is an analytics service that is down, and a payment provider that is never called.
type outage struct{ gateway.Gateway }

func (outage) Send(context.Context, []job.AnalyticsMessage) error { return errors.New("away") }

// newFailing returns an environment in which every kind of job fails. Periodic jobs aren't queued yet.
func newFailing(t *testing.T) *sdktest.Env {
	t.Helper()
	env := sdktest.New(t, sdktest.WithConnections(10), sdktest.WithConfig(func(c *sdk.Config) { c.Analytics, c.Gateway = outage{}, outage{} }))
	for _, table := range []string{"registrations", "invitations", "subscriptions", "code_batches", "settlements", "payment_attempts"} {
		if _, err := env.Pool.Exec(t.Context(), fmt.Sprintf("ALTER TABLE %s RENAME TO %[1]s_elsewhere", table)); err != nil {
			t.Fatal(err)
		}
	}
	for kind := range failures {
		if _, periodic := intervals[kind]; !periodic {
			queueNonsense(t, env.Pool, kind)
		}
	}
	return env
}

// queueNonsense inserts a job with arguments that match no row.
func queueNonsense(t *testing.T, pool *pgxpool.Pool, kind string) {
	t.Helper()
	args := `{"attemptId": "x", "receiptId": "x", "accountId": "x", "subscriptionId": "x", "paymentMethodId": "x", "invitationId": "x",
		"professionalId": "x", "batchId": "x", "codeId": "x", "orderId": "x", "mail": "refund", "messages": []}`
	_, err := pool.Exec(t.Context(), "INSERT INTO river_job (kind, args, max_attempts, queue, priority, state) VALUES ($1, $2, 25, 'default', 1, 'available')", kind, args)
	if err != nil {
		t.Fatal(err)
	}
}

// failed returns the first error of each job with at least so many failures, by kind, as in [failures].
func failed(t *testing.T, pool *pgxpool.Pool, times int) map[string]string {
	t.Helper()
	rows, err := pool.Query(t.Context(), "SELECT kind, errors[1]->>'error' FROM river_job WHERE cardinality(errors) >= $1", times)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	var kind, message string
	_, err = pgx.ForEachRow(rows, []any{&kind, &message}, func() error {
		if want := failures[kind]; want != "" && strings.HasPrefix(message, want) {
			message = want
		}
		got[kind] = message
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// until waits for a condition, at most a minute. The caller reports a timeout.
func until(is func() bool) {
	deadline := time.After(time.Minute)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		select {
		case <-tick.C:
		case <-deadline:
			return
		}
	}
}

func startWorker(t *testing.T, env *sdktest.Env, opts jobs.Options) {
	t.Helper()
	worker, err := jobs.New(env.Client, env.Pool, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := worker.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// Every kind of job has a worker that runs its operation. The error reaches River, which retries the job. A failing periodic job isn't queued twice.
func TestEveryKindOfJobRunsItsOperation(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(slices.Sorted(maps.Keys(failures)), kindsOfJobs(t)); diff != "" {
		t.Fatalf("kinds of packages job and email (-tested +there):\n%s", diff)
	}

	t.Run("by a worker", func(t *testing.T) {
		t.Parallel()
		env := newFailing(t)
		startWorker(t, env, hurried)
		until(func() bool { return len(failed(t, env.Pool, 2)) == len(failures) })
		if diff := cmp.Diff(failures, failed(t, env.Pool, 2)); diff != "" {
			t.Errorf("errors (-want +got):\n%s", diff)
		}
		if n := len(queue(t, env.Pool)); n != len(failures) {
			t.Errorf("%d jobs are queued, want one of each of %d kinds", n, len(failures))
		}
	})

	t.Run("by Drain", func(t *testing.T) {
		t.Parallel()
		env := newFailing(t)
		for kind := range intervals {
			queueNonsense(t, env.Pool, kind)
		}
		n, err := jobs.Drain(t.Context(), env.Client, env.Pool, env.Clock.Now())
		if n != len(failures) || err == nil {
			t.Errorf("%d jobs, %v; want %d", n, err, len(failures))
		}
		if diff := cmp.Diff(failures, failed(t, env.Pool, 1)); diff != "" {
			t.Errorf("errors (-want +got):\n%s", diff)
		}
	})
}

// completed counts the completed jobs by kind.
func completed(t *testing.T, pool *pgxpool.Pool) map[string]int {
	t.Helper()
	rows, err := pool.Query(t.Context(), "SELECT kind, count(*) FROM river_job WHERE state = 'completed' GROUP BY kind")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	var kind string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&kind, &n}, func() error { got[kind] = n; return nil }); err != nil {
		t.Fatal(err)
	}
	return got
}

// Every periodic job runs at the start of a worker, even with a long interval, and again after its interval. An audit looks up every payment, so it
// waits for its hour.
func TestPeriodicJobsRun(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		opts  jobs.Options
		least int
		waits string
	}{"at the start": {jobs.Options{}, 1, "payment_audit"}, "after the interval": {hurried, 2, ""}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t, sdktest.WithConnections(10))
			startWorker(t, env, tc.opts)
			want := maps.Clone(intervals)
			delete(want, tc.waits)
			enough := func() map[string]time.Duration {
				done := maps.Clone(want)
				for kind := range want {
					if completed(t, env.Pool)[kind] < tc.least {
						delete(done, kind)
					}
				}
				return done
			}
			until(func() bool { return len(enough()) == len(want) })
			if diff := cmp.Diff(want, enough()); diff != "" {
				t.Errorf("kinds that have run %d times (-want +got):\n%s", tc.least, diff)
			}
		})
	}
}
