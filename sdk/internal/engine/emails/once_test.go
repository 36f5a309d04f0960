package emails_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// carrier accepts every mail, including duplicates.
type carrier []email.Message

func (c *carrier) Send(_ context.Context, m email.Message) error {
	*c = append(*c, m)
	return nil
}

// correspondents are the recipients of mails: Ana, the payer for herself and Ben, and a professional with two codes, one issued
// to an address.
type correspondents struct {
	*fixture.Till
	mails carrier
	tab   secret.Secret // of the browser that paid

	account, receipt, attempt, subscription, method, invitation, professional, batch, code string
}

func newCorrespondents(t *testing.T) *correspondents {
	t.Helper()
	return correspondentsNamed(t, "en", (*fixture.Till).Professional, "", func(*signup.Input) {})
}

// correspondentsNamed returns correspondents with other names and language. note is the professional's note about a client.
func correspondentsNamed(t *testing.T, lang string, add func(*fixture.Till, *testing.T) string, note string, change func(*signup.Input)) *correspondents {
	t.Helper()
	c := &correspondents{}
	w := fixture.NewTill(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Mailer = &c.mails }))
	s := w.SignUp(t, change)
	heard := signup.Input{Sections: []signup.Section{signup.SectionReferral}, Referral: &form.Referral{Selection: "SEARCH_ENGINE"}}
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, heard, caller.Meta{Lang: lang}); err != nil {
		t.Fatal(err)
	}
	in := w.Input(t, s, fixture.GoodNonce, fixture.Kept, func(in *payment.Input) { in.PayForCoparent = true })
	paid, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: lang, IdempotencyKey: w.NewKey()})
	if err != nil {
		t.Fatal(err)
	}
	c.Till, c.tab, c.professional = w, secret.Secret(paid.ClickToJoinToken), add(w, t)
	batch := fixture.NewBatch(t, w.Env, c.professional, 2001, 2)
	code, err := w.Client.Codes.Issue(t.Context(), c.professional, batch.ID, codes.IssueInput{Email: "client@example.com", IssuedTo: note}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	c.batch, c.code = batch.ID, code.ID
	for query, into := range map[string]*string{
		"SELECT account_id FROM seats WHERE role = 'parent_a'": &c.account,
		"SELECT id FROM receipts WHERE kind = 'payer'":         &c.receipt,
		"SELECT id FROM payment_attempts":                      &c.attempt,
		"SELECT id FROM subscription_seats WHERE number = 1":   &c.subscription,
		"SELECT id FROM payment_methods":                       &c.method,
		"SELECT id FROM invitations":                           &c.invitation,
	} {
		if err := w.Pool.QueryRow(t.Context(), query).Scan(into); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	c.forget(t)
	return c
}

// forget deletes the jobs and the records of deliveries, so that every mail is new.
func (c *correspondents) forget(t *testing.T) {
	t.Helper()
	c.change(t, "DELETE FROM river_job")
	c.change(t, "DELETE FROM mail_deliveries")
}

func (c *correspondents) change(t *testing.T, statement string) {
	t.Helper()
	if _, err := c.Pool.Exec(t.Context(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// run enqueues the jobs one by one and does the due work. It returns the kinds of the sent mails.
func (c *correspondents) run(t *testing.T, tasks ...job.Job) []string {
	t.Helper()
	c.mails = nil
	for _, task := range tasks {
		err := pgx.BeginFunc(t.Context(), c.Pool, func(tx pgx.Tx) error {
			return jobs.NewInserter().InsertTx(t.Context(), tx, []job.QueuedJob{{Job: task}})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.Work(t)
	var kinds []string
	keys := map[string]bool{}
	for _, m := range c.mails {
		kinds = append(kinds, string(m.Kind))
		if keys[m.Key] {
			t.Errorf("a carrier would drop one of two mails with key %s", m.Key)
		}
		keys[m.Key] = true
	}
	return kinds
}

// A job that runs twice, or is enqueued twice for the same reason, sends one mail. Another reason sends another.
func TestOneMailPerReason(t *testing.T) {
	t.Parallel()
	notice := func(c *correspondents, change func(*email.SubscriptionJob)) job.Job {
		j := email.SubscriptionJob{SubscriptionID: c.subscription, Mail: email.RenewalNotice, TermEnd: "2027-06-02", Notice: 1}
		change(&j)
		return j
	}
	same := func(*email.SubscriptionJob) {}
	c := newCorrespondents(t)
	for name, tc := range map[string]struct {
		left func(c *correspondents) []job.Job
		want []string // the kinds of the mails
	}{
		"a receipt": {func(c *correspondents) []job.Job {
			return []job.Job{email.ReceiptJob{ReceiptID: c.receipt}, email.ReceiptJob{ReceiptID: c.receipt}}
		}, []string{"receipt"}},
		"a welcome": {func(c *correspondents) []job.Job {
			return []job.Job{email.WelcomeJob{AccountID: c.account}, email.WelcomeJob{AccountID: c.account}}
		}, []string{"welcome"}},
		"a refund, and a problem that there isn't": {func(c *correspondents) []job.Job {
			refund, problem := email.PaymentJob{AttemptID: c.attempt, Mail: email.Refund}, email.PaymentJob{AttemptID: c.attempt, Mail: email.PaymentProblem}
			return []job.Job{refund, problem, refund, problem}
		}, []string{"refund"}},
		"a notice of the end": {func(c *correspondents) []job.Job { return []job.Job{notice(c, same), notice(c, same)} }, []string{"renewal_notice"}},
		"the second notice": {func(c *correspondents) []job.Job {
			return []job.Job{notice(c, same), notice(c, func(j *email.SubscriptionJob) { j.Notice = 2 })}
		}, []string{"renewal_notice", "renewal_notice"}},
		"a notice of a term that isn't the present one": {func(c *correspondents) []job.Job {
			return []job.Job{notice(c, same), notice(c, func(j *email.SubscriptionJob) { j.TermEnd = "2028-06-02" })}
		}, []string{"renewal_notice"}},
		"a notice, and a decline": {func(c *correspondents) []job.Job {
			return []job.Job{notice(c, same), notice(c, func(j *email.SubscriptionJob) { j.Mail = email.RenewalDeclined })}
		}, []string{"renewal_notice", "renewal_declined"}},
		"a payment method, and another": {func(c *correspondents) []job.Job {
			replaced := func(j *email.SubscriptionJob) { j.Mail = email.MethodReplaced }
			again := func(j *email.SubscriptionJob) { replaced(j); j.MethodID = c.method }
			return []job.Job{notice(c, replaced), notice(c, again), notice(c, again)}
		}, []string{"method_replaced", "method_replaced"}},
		"a batch of codes": {func(c *correspondents) []job.Job {
			return []job.Job{email.CodeBatchJob{BatchID: c.batch}, email.CodeBatchJob{BatchID: c.batch}}
		}, []string{"code_batch_ready"}},
		"a code": {func(c *correspondents) []job.Job {
			return []job.Job{email.CodeJob{CodeID: c.code}, email.CodeJob{CodeID: c.code}}
		}, []string{"code_issued"}},
		"two notices of codes that expire": {func(c *correspondents) []job.Job {
			first, second := email.CodesExpiringJob{BatchID: c.batch, Notice: 1}, email.CodesExpiringJob{BatchID: c.batch, Notice: 2}
			return []job.Job{first, first, second}
		}, []string{"codes_expiring", "codes_expiring"}},
		// Each of these was requested.
		"links to set credentials": {func(c *correspondents) []job.Job {
			return []job.Job{email.CredentialsJob{AccountID: c.account}, email.CredentialsJob{AccountID: c.account}}
		}, []string{"credentials", "credentials"}},
		"links of a professional": {func(c *correspondents) []job.Job {
			return []job.Job{email.ProfessionalWelcomeJob{ProfessionalID: c.professional}, email.ProfessionalWelcomeJob{ProfessionalID: c.professional}}
		}, []string{"professional_welcome", "professional_welcome"}},
		"links of an invitation": {func(c *correspondents) []job.Job {
			renewal := email.InvitationJob{InvitationID: c.invitation, Renewal: true}
			return []job.Job{email.InvitationJob{InvitationID: c.invitation}, renewal, renewal, email.InvitationJob{InvitationID: c.invitation, Reminder: true}}
		}, []string{"invitation", "invitation_renewal", "invitation_renewal", "invitation_reminder"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.forget(t)
			if diff := cmp.Diff(tc.want, c.run(t, tc.left(c)...)); diff != "" {
				t.Errorf("mails (-want +got):\n%s", diff)
			}
			c.WorkAgain(t)
			if more := len(c.mails) - len(tc.want); more != 0 {
				t.Errorf("%d mails more once every job ran again", more)
			}
		})
	}
}

// If the reason of a mail has ended before its job runs, the mail isn't sent and the job completes.
func TestObsoleteMailsAreSkipped(t *testing.T) {
	t.Parallel()
	invitation := func(c *correspondents) job.Job { return email.InvitationJob{InvitationID: c.invitation} }
	credentials := func(c *correspondents) job.Job { return email.CredentialsJob{AccountID: c.account} }
	code := func(c *correspondents) job.Job { return email.CodeJob{CodeID: c.code} }
	ready := func(c *correspondents) job.Job { return email.CodeBatchJob{BatchID: c.batch} }
	receipt := func(c *correspondents) job.Job { return email.ReceiptJob{ReceiptID: c.receipt} }
	expiring := func(c *correspondents) job.Job { return email.CodesExpiringJob{BatchID: c.batch, Notice: 1} }
	notice := func(c *correspondents) job.Job {
		return email.SubscriptionJob{SubscriptionID: c.subscription, Mail: email.RenewalNotice, TermEnd: "2027-06-02", Notice: 1}
	}
	refund := func(c *correspondents) job.Job {
		return email.PaymentJob{AttemptID: c.attempt, Mail: email.Refund}
	}
	for name, tc := range map[string]struct {
		left func(c *correspondents) job.Job
		// is creates the reason; gone ends it.
		is, gone string
		want     string // the mail while the reason holds
	}{
		"invitation, revoked":                        {invitation, "", "UPDATE invitations SET state = 'revoked'", "invitation"},
		"invitation, accepted":                       {invitation, "", "UPDATE invitations SET state = 'accepted', accepted_at = now()", "invitation"},
		"invitation of another's address, revoked":   {invitation, "UPDATE invitations SET email_taken = true", "UPDATE invitations SET state = 'revoked'", "invitation"},
		"invitation, by phone only":                  {invitation, "", "UPDATE invitations SET by_mail = false", "invitation"},
		"credentials, set":                           {credentials, "", "UPDATE accounts SET state = 'active' WHERE state = 'created' AND kind = 'parent'", "credentials"},
		"credentials, of a closed account":           {credentials, "", "UPDATE accounts SET state = 'closed'", "credentials"},
		"code, revoked":                              {code, "", "UPDATE subscription_codes SET state = 'revoked', ended_at = now()", "code_issued"},
		"code, expired":                              {code, "", "UPDATE subscription_codes SET state = 'expired', ended_at = now()", "code_issued"},
		"code, of an address that was erased":        {code, "", "UPDATE persons SET sealed = NULL, email_hash = NULL, phone_name_hash = NULL, keep_until = NULL, erased_at = now() WHERE id IN (SELECT recipient_id FROM subscription_codes)", "code_issued"},
		"receipt, of an order that was voided":       {receipt, "", "UPDATE orders SET state = 'cancelled'", "receipt"},
		"codes ready, revoked":                       {ready, "", "UPDATE code_batches SET state = 'revoked', revoked_at = now()", "code_batch_ready"},
		"codes ready, expired":                       {ready, "", "UPDATE code_batches SET created_at = created_at - interval '1 day', expires_at = created_at", "code_batch_ready"},
		"codes ready, none of them unused":           {ready, "", "UPDATE subscription_codes SET state = 'revoked', ended_at = now()", "code_batch_ready"},
		"codes expiring, all of them used":           {expiring, "", "UPDATE subscription_codes SET state = 'revoked', ended_at = now()", "codes_expiring"},
		"renewal, of a closed account":               {notice, "", "UPDATE accounts SET state = 'closed'", "renewal_notice"},
		"end of the term of an open invitation":      {notice, "UPDATE subscription_seats SET cancelled_at = now()", "UPDATE seats SET account_id = NULL", "renewal_notice"},
		"refund, of an order that became no account": {refund, "", "UPDATE orders SET account_id = NULL, state = 'cancelled', placed_at = NULL", "refund"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCorrespondents(t)
			if tc.is != "" {
				c.change(t, tc.is)
			}
			if diff := cmp.Diff([]string{tc.want}, c.run(t, tc.left(c))); diff != "" {
				t.Errorf("mails (-want +got):\n%s", diff)
			}
			c.forget(t)
			c.change(t, tc.gone)
			if diff := cmp.Diff([]string(nil), c.run(t, tc.left(c))); diff != "" {
				t.Errorf("mails after the reason has ended (-want +got):\n%s", diff)
			}
		})
	}
}

// Every requested link to set username and password is mailed and ends no other: a stranger may have requested it. The first use ends all others.
func TestEveryRequestedLinkIsMailed(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	var links []secret.Secret
	for range 2 {
		if err := w.Client.Account.MailLink(t.Context(), "ana.diaz.1@example.com", fixture.English); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		links = append(links, secret.Secret(w.Mailbox.Link(email.Credentials).Get("token")))
	}
	in := account.CredentialsInput{Username: "ana.diaz", Password: fixture.GoodPassword}
	if _, err := w.Client.Account.SetCredentials(t.Context(), links[0], in, fixture.English); err != nil {
		t.Errorf("the first link, after a second was requested: %v", err)
	}
	in.Username = "somebody.else"
	_, err := w.Client.Account.SetCredentials(t.Context(), links[1], in, fixture.English)
	fixture.WantFault(t, err, fault.TokenInvalid)
}
