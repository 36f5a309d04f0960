package batches_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The owner of unused codes gets a mail 30 and 7 days before they expire, once each, in their language. Without unused codes there is no mail.
func TestNoticeExpiringCodes(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	b := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 2)
	spent := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 1)
	if _, err := env.Client.Codes.RevokeBatch(t.Context(), pat.ProfessionalID, spent.ID); err != nil {
		t.Fatal(err)
	}
	notice := func(at time.Time, want int) {
		t.Helper()
		env.Clock.Advance(at.Sub(env.Clock.Now()))
		if got, err := env.Client.Codes.NoticeExpiring(t.Context()); err != nil || got != want {
			t.Errorf("%s before the end: %d notices, %v; want %d", b.ExpiresAt.Sub(at), got, err, want)
		}
		env.RunJobs(t)
	}
	day := 24 * time.Hour
	notice(b.ExpiresAt.Add(-30*day-time.Second), 0)
	notice(b.ExpiresAt.Add(-30*day), 1)
	notice(b.ExpiresAt.Add(-29*day), 0)
	if _, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{}, caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	notice(b.ExpiresAt.Add(-7*day), 1) // issued codes count as unused
	notice(b.ExpiresAt, 0)

	var mails []email.Message
	for _, m := range env.Mailbox.Mails() {
		if m.Kind == email.CodesExpiring {
			mails = append(mails, m)
		}
	}
	if len(mails) != 2 {
		t.Fatalf("%d mails, want 2", len(mails))
	}
	fixture.WantLines(t, mails[0].Text, "Hello Pat,", "You can still give 2 of them to clients who will sign up before that day.", "Unused codes: 2",
		"Package: Essential, 1 year", "Batch: "+b.ID)
	fixture.WantLines(t, mails[1].Text, "You can still give 1 of them to a client who will sign up before that day.", "Unused codes: 2", "Of these given out already: 1")
	if mails[0].To != pat.Email || !strings.Contains(mails[0].Subject, "expire on June 2, 2028") {
		t.Errorf("mail to %s: %s", mails[0].To, mails[0].Subject)
	}
	want := []string{"operator bought", "system expiry_noticed", "professional issued 1", "system expiry_noticed"}
	if diff := cmp.Diff(want, batchTrail(t, env, b)); diff != "" {
		t.Errorf("trail (-want +got):\n%s", diff)
	}
}

// There is no mail if the professional may not issue codes, or has none left to issue.
func TestNoticeOfUnissuableCodes(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(*sdktest.Env, sdktest.Professional, *codes.Batch) error{
		"the professional is suspended": func(env *sdktest.Env, pat sdktest.Professional, _ *codes.Batch) error {
			return env.Client.Professional.Suspend(t.Context(), pat.ProfessionalID)
		},
		"every code is given out": func(env *sdktest.Env, pat sdktest.Professional, b *codes.Batch) error {
			_, err := env.Client.Codes.Issue(t.Context(), pat.ProfessionalID, b.ID, codes.IssueInput{}, caller.Meta{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			pat := env.SignUpProfessional(t)
			b := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 1)
			if err := before(env, pat, b); err != nil {
				t.Fatal(err)
			}
			env.Clock.Set(b.ExpiresAt.Add(-24 * time.Hour))
			if got, err := env.Client.Codes.NoticeExpiring(t.Context()); err != nil || got != 1 {
				t.Fatalf("%d notices, %v", got, err)
			}
			env.RunJobs(t)
			mails := env.Mailbox.Mails()
			last := mails[len(mails)-1]
			if last.Kind != email.CodesExpiring || strings.Contains(last.Text, "You can still give") {
				t.Errorf("mailed %s:\n%s", last.Kind, last.Text)
			}
		})
	}
}

// Codes bought with fewer than seven days left get one notice, not two.
func TestNoticeOfLateBatchIsSentOnce(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	in := codes.BatchInput{ProfessionalID: pat.ProfessionalID, PackageID: 2001, Size: 1, ExpiresAt: env.Clock.Now().Add(48 * time.Hour), Active: true}
	if _, err := env.Client.Codes.Create(t.Context(), in, caller.Meta{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if got, err := env.Client.Codes.NoticeExpiring(t.Context()); err != nil || got != want {
			t.Errorf("%d notices, %v; want %d", got, err, want)
		}
	}
}

// A mail isn't sent if its job ran after the codes expired: it would announce a past expiry.
func TestLateNoticeIsSkipped(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		late time.Duration
		want []email.Kind
	}{
		"a moment before the end": {-time.Second, []email.Kind{email.CodesExpiring}},
		"at the end":              {0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			pat := env.SignUpProfessional(t)
			b := fixture.NewBatch(t, env, pat.ProfessionalID, 2001, 1)
			env.RunJobs(t)
			before := len(env.Mailbox.Mails())
			env.Clock.Set(b.ExpiresAt.Add(-24 * time.Hour))
			if _, err := env.Client.Codes.NoticeExpiring(t.Context()); err != nil {
				t.Fatal(err)
			}
			env.Clock.Set(b.ExpiresAt.Add(tc.late))
			env.RunJobs(t)
			var got []email.Kind
			for _, m := range env.Mailbox.Mails()[before:] {
				got = append(got, m.Kind)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("mails (-want +got):\n%s", diff)
			}
		})
	}
}
