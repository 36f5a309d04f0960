package emails_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The payer gets the mails about prices and results of renewals; the holder of a seat gets those about its end.
func TestSubscriptionMailRecipients(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	c.change(t, `WITH joined AS (INSERT INTO accounts (id, person_id, kind, state, login_email_hash, created_at, updated_at)
		SELECT user_id, person_id, 'parent', 'active', sha256('ben'), created_at, created_at FROM invitations RETURNING id)
		UPDATE seats SET account_id = joined.id FROM joined WHERE role = 'parent_b'`)
	var seat string // Ben's, which Ana pays for
	if err := c.Pool.QueryRow(t.Context(), "SELECT id FROM subscription_seats WHERE family_role = 'parent_b'").Scan(&seat); err != nil {
		t.Fatal(err)
	}
	const ana, ben = "ana.diaz.1@example.com", "ben.diaz.1@example.com"
	for kind, want := range map[email.Kind]struct{ renews, ends string }{
		email.RenewalNotice:         {ana, ben},
		email.RenewalDeclined:       {ana, ana},
		email.RenewalLapsed:         {ben, ben},
		email.SubscriptionCancelled: {ana, ana},
		email.MethodReplaced:        {ana, ana},
	} {
		for renews, to := range map[string]string{"true": want.renews, "false": want.ends} {
			c.forget(t)
			c.change(t, "UPDATE subscription_seats SET cancelled_at = CASE WHEN NOT "+renews+" THEN now() END")
			state := "active"
			if kind == email.RenewalLapsed {
				state = "lapsed"
			}
			c.change(t, "UPDATE subscriptions SET state = '"+state+"'")
			c.run(t, email.SubscriptionJob{SubscriptionID: seat, Mail: kind, TermEnd: "2027-06-02", Notice: 1})
			var recipients []string
			for _, m := range c.mails {
				recipients = append(recipients, m.To)
			}
			if diff := cmp.Diff([]string{to}, recipients); diff != "" {
				t.Errorf("%s, renews %s: recipients (-want +got):\n%s", kind, renews, diff)
			}
		}
	}
}

// A receipt's mail has the language of the receipt's document. A code's mail has the language that the professional chose for the client, else the
// professional's own.
func TestLanguageOfReceiptAndCodeMails(t *testing.T) {
	t.Parallel()
	c := newCorrespondents(t)
	c.change(t, "UPDATE accounts SET locale = 'es'")
	batch := fixture.NewBatch(t, c.Env, c.professional, 2001, 2)
	code, err := c.Client.Codes.Issue(t.Context(), c.professional, batch.ID, codes.IssueInput{Email: "client@example.com", Locale: "en"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	unset, err := c.Client.Codes.Issue(t.Context(), c.professional, batch.ID, codes.IssueInput{Email: "another@example.com"}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	c.forget(t)
	c.run(t, email.ReceiptJob{ReceiptID: c.receipt}, email.CodeJob{CodeID: code.ID}, email.CodeJob{CodeID: unset.ID}, email.CredentialsJob{AccountID: c.account})
	got := map[string]string{}
	for _, m := range c.mails {
		got[string(m.Kind)+" "+m.To] = m.Lang
	}
	want := map[string]string{
		"receipt ana.diaz.1@example.com": "en", "code_issued client@example.com": "en", "code_issued another@example.com": "es", "credentials ana.diaz.1@example.com": "es",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("languages (-want +got):\n%s", diff)
	}
}
