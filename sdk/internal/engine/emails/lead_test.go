package emails_test

import (
	"cmp"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/secret"
)

// mailLeads lists the targets of each mail's links, as paths of the hosted page below /app/join. # stands for a token in the fragment. A mail that
// needs no action has no link; its footer has the contact.
var mailLeads = map[email.Kind][]string{
	email.Receipt:               {"/credentials#", "app", "app"},
	email.Welcome:               {"/login", "app", "app"},
	email.Invitation:            {"/invite#", "/app/mail/unknown#"},
	email.InvitationRenewal:     {"/invite#", "/app/mail/unknown#"},
	email.InvitationReminder:    {"/invite#", "/app/mail/unknown#"},
	email.Credentials:           {"/credentials#"},
	email.CredentialsReminder:   {"/credentials#"},
	email.Password:              {"/password#"},
	email.PasswordChanged:       {"/link"},
	email.SignupLink:            {"/resume#"},
	email.ProfessionalWelcome:   {"/credentials#"},
	email.CodeBatchReady:        {},
	email.CodeIssued:            {"/"},
	email.CodesExpiring:         {},
	email.PaymentProblem:        {"/account/payment-method"},
	email.PaymentRecovered:      {},
	email.Refund:                {},
	email.Dispute:               {},
	email.DisputeWon:            {},
	email.DisputeLost:           {},
	email.RenewalConfirm:        {"/account/payment-method"},
	email.RenewalNotice:         {"/account"},
	email.RenewalDeclined:       {"/account/payment-method"},
	email.RenewalLapsed:         {},
	email.SubscriptionCancelled: {},
	email.MethodReplaced:        {},
	email.Login:                 {"/app/mail/not-me#"},
}

// TestEveryMailLinkHasATarget: every link of every mail leads to a path of the hosted page or to an app store.
func TestEveryMailLinkHasATarget(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	signup := c.SignUp(t)
	c.forget(t)
	sent := c.everyMail(t, signup.SignupID, c.setCredentials)

	got := map[email.Kind][]string{}
	for _, m := range sent {
		got[m.Kind] = leads(t, m)
	}
	if diff := gocmp.Diff(mailLeads, got); diff != "" {
		t.Errorf("where the links of the mails lead (-want +got):\n%s", diff)
	}
	routes := append(hostedRoutes(t), "/app/mail/not-me", "/app/mail/unknown") // pages outside the join page
	for kind, links := range got {
		for _, link := range links {
			if path := strings.TrimSuffix(link, "#"); path != "app" && !slices.Contains(routes, path) {
				t.Errorf("%s leads to %s, which the hosted page doesn't have", kind, path)
			}
		}
	}
}

// everyMail sends a mail of every kind. choose sets the credentials in between.
func (c *correspondents) everyMail(t *testing.T, signupID string, choose func(t *testing.T, sent []email.Message)) []email.Message {
	t.Helper()
	about := func(kind email.Kind) job.Job {
		return email.SubscriptionJob{SubscriptionID: c.subscription, Mail: kind, TermEnd: "2027-06-02", Notice: 1}
	}
	c.run(t,
		email.ReceiptJob{ReceiptID: c.receipt}, email.CredentialsJob{AccountID: c.account}, email.CredentialsJob{AccountID: c.account, Reminder: 1},
		email.InvitationJob{InvitationID: c.invitation}, email.InvitationJob{InvitationID: c.invitation, Renewal: true},
		email.InvitationJob{InvitationID: c.invitation, Reminder: true}, email.WelcomeJob{AccountID: c.account},
		email.SignupLinkJob{SignupID: signupID}, email.ProfessionalWelcomeJob{ProfessionalID: c.professional},
		email.CodeBatchJob{BatchID: c.batch}, email.CodeJob{CodeID: c.code}, email.CodesExpiringJob{BatchID: c.batch, Notice: 1},
		email.PaymentJob{AttemptID: c.attempt, Mail: email.Refund}, about(email.RenewalNotice), about(email.RenewalDeclined),
		about(email.RenewalConfirm), about(email.SubscriptionCancelled), about(email.MethodReplaced),
	)
	sent := slices.Clone(c.mails)
	choose(t, sent)
	c.forget(t)
	c.run(t, email.PasswordJob{AccountID: c.account}, email.PasswordJob{AccountID: c.account, Changed: true},
		email.LoginJob{AccountID: c.account, At: c.Clock.Now()})
	sent = append(sent, c.mails...)
	for kind, truth := range map[email.Kind]string{ // the state at the time of the mail
		email.PaymentProblem:   "state = 'settlement_declined', lost_at = NULL",
		email.PaymentRecovered: "state = 'captured', captured_at = now(), lost_at = NULL",
		email.Dispute:          "state = 'disputed', lost_at = NULL",
		email.DisputeWon:       "state = 'captured', captured_at = now(), settled_at = now(), lost_at = NULL",
		email.DisputeLost:      "state = 'disputed', lost_at = now()",
	} {
		c.change(t, "UPDATE subscriptions SET state = 'suspended'")
		c.change(t, "UPDATE payment_attempts SET "+truth)
		c.run(t, email.PaymentJob{AttemptID: c.attempt, Mail: kind})
		sent = append(sent, c.mails...)
	}
	c.change(t, "UPDATE subscriptions SET state = 'lapsed'")
	c.run(t, about(email.RenewalLapsed))
	sent = append(sent, c.mails...)
	return sent
}

// setCredentials chooses username and password by one of the mailed links, which ends the others.
func (c *correspondents) setCredentials(t *testing.T, sent []email.Message) {
	t.Helper()
	works := 0
	for _, m := range sent {
		_, token, _ := strings.Cut(m.Link.Reveal(), "/credentials#userId="+c.account+"&token=")
		in := account.CredentialsInput{Username: "ana.by.mail", Password: fixture.GoodPassword, TermsAndConditions: true}
		if _, err := c.Client.Account.SetCredentials(t.Context(), secret.Secret(token), in, fixture.English); err == nil {
			works++
		}
	}
	if works != 1 {
		t.Fatalf("%d of the mailed links set credentials, want 1", works)
	}
}

var link = regexp.MustCompile(`https?://\S+`)

// leads returns the targets of a mail's links. It checks that text and HTML have the same ones.
func leads(t *testing.T, m email.Message) []string {
	t.Helper()
	out := []string{}
	for _, found := range link.FindAllString(m.Text, -1) {
		at, err := url.Parse(found)
		if err != nil {
			t.Fatalf("%s: %v", m.Kind, err)
		}
		if !strings.Contains(m.HTML, strings.ReplaceAll(found, "&", "&amp;")) {
			t.Errorf("%s: the HTML has no link to %s", m.Kind, at.Path)
		}
		path, ok := strings.CutPrefix(at.Path, "/app/join")
		switch {
		case strings.HasPrefix(at.Path, "/app/mail/"):
			path = at.Path + "#"
		case !ok:
			path = "app"
		case at.Fragment != "":
			path += "#"
		}
		out = append(out, cmp.Or(path, "/"))
	}
	return out
}

// hostedRoutes returns the widget's paths, including aliases.
func hostedRoutes(t *testing.T) []string {
	t.Helper()
	source, err := os.ReadFile("../../../../widget/src/session/route.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, pattern := range []string{`path: '(/[^']*)'`, `'(/[a-z/]*)': '/`} {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(source), -1) {
			found[match[1]] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// The table contains every kind of mail.
func TestMailLinkTableIsComplete(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../email/email.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := 0
	for _, match := range regexp.MustCompile(`Kind = "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
		kinds++
		if _, ok := mailLeads[email.Kind(match[1])]; !ok {
			t.Errorf("mailLeads lacks the target of %s", match[1])
		}
	}
	if kinds != len(mailLeads) {
		t.Errorf("%d kinds of mails, %d in the table", kinds, len(mailLeads))
	}
}
