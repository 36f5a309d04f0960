package sdktest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/subscription"
)

const day = 24 * time.Hour

// diary is a mailer that notes the day of each mail.
type diary struct {
	mu    sync.Mutex
	clock site.Clock
	fail  error
	mails []string
}

func (d *diary) Send(_ context.Context, m email.Message) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != nil {
		return d.fail
	}
	d.mails = append(d.mails, d.clock.Now().Format(time.DateOnly)+" "+string(m.Kind))
	return nil
}

// take returns the mails since the last call.
func (d *diary) take() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	mails := d.mails
	d.mails = nil
	return mails
}

func newDiary(t *testing.T) (*sdktest.Env, *diary) {
	t.Helper()
	d := &diary{}
	env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) { d.clock, c.Mailer = c.Clock, d }))
	return env, d
}

// A year passes in one call, and each mail is sent on its own day.
func TestAdvance(t *testing.T) {
	t.Parallel()
	env, mails := newDiary(t)
	env.Clock.Advance(time.Hour) // due moments are at another time of day than the stops
	env.Join(t)
	pro, err := env.Client.Professional.Add(t.Context(), sdktest.ReadyProfessional(1), caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := env.Client.Codes.Create(t.Context(), codes.BatchInput{
		ProfessionalID: pro.ProfessionalID, PackageID: 2001, Size: 1, ExpiresAt: env.Clock.Now().Add(40 * day), Active: true,
	}, caller.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := env.Client.Codes.Issue(t.Context(), pro.ProfessionalID, batch.ID, codes.IssueInput{IssuedTo: "Client 7"}, caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	env.Clock.Set(sdktest.Start.Add(2 * time.Hour))
	env.RunJobs(t)
	mails.take()

	env.Advance(t, 366*day)
	want := []string{
		"2026-06-09 invitation_reminder", "2026-06-12 codes_expiring", "2026-07-05 codes_expiring", "2027-05-03 renewal_notice", "2027-05-26 renewal_notice", "2027-06-02 receipt",
	}
	if diff := cmp.Diff(want, mails.take()); diff != "" {
		t.Errorf("mails of a year (-want +got):\n%s", diff)
	}
	if got, want := env.Clock.Now(), sdktest.Start.Add(2*time.Hour+366*day); !got.Equal(want) {
		t.Errorf("the clock is at %s, want %s", got, want)
	}
	held, err := env.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(held) != 1 || held[0].EndsAt.Format(time.DateOnly) != "2028-06-02" {
		t.Errorf("subscriptions %+v, %v; want one until 2028-06-02", held, err)
	}
	if n := len(env.Sandbox.Ledger().Transactions); n != 2 {
		t.Errorf("%d transactions, want the sign-up's and the renewal's", n)
	}
	issued, err := env.Client.Codes.Codes(t.Context(), pro.ProfessionalID, batch.ID)
	if err != nil || len(issued) != 1 || issued[0].State != codes.SubscriptionCodeExpired {
		t.Errorf("codes %+v, %v; want an expired one", issued, err)
	}

	if n := env.Advance(t, 0); n != 0 {
		t.Errorf("again: %d jobs", n)
	}
	env.Advance(t, day)
	if got := mails.take(); len(got) > 0 {
		t.Errorf("again: %v", got)
	}
	if n := len(env.Sandbox.Ledger().Transactions); n != 2 {
		t.Errorf("again: %d transactions", n)
	}
}

// A failed job is retried on the way, and fails the test.
func TestAdvanceAfterAFailure(t *testing.T) {
	t.Parallel()
	env, mails := newDiary(t)
	env.Pay(t, env.SignUp(t))
	mails.fail = errors.New("mail server is away")
	rec := &recorder{TB: t}
	env.Advance(rec, 3*day)
	want := []string{
		"2026-06-02T09:30:00Z: job mail_receipt: send mail receipt: mail server is away",
		"2026-06-02T09:30:00Z: job mail_invitation: send mail invitation: mail server is away",
		"2026-06-02T10:30:00Z: job mail_credentials: send mail credentials_reminder: mail server is away",
	}
	if diff := cmp.Diff(want, rec.errors); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	if got, want := env.Clock.Now(), sdktest.Start.Add(3*day); !got.Equal(want) {
		t.Errorf("the clock is at %s, want %s", got, want)
	}
	mails.fail = nil
	env.Advance(t, time.Hour)
	if diff := cmp.Diff([]string{"2026-06-05 receipt", "2026-06-05 invitation", "2026-06-05 credentials_reminder", "2026-06-05 credentials_reminder"}, mails.take()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}

// recorder notes errors in place of failing the test.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Error(args ...any) { r.errors = strings.Split(fmt.Sprint(args...), "\n") }
