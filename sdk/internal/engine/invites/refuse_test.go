package invites_test

import (
	"errors"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/professionals"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// refusals has professionals, their invitees, and the mails to the invitees.
type refusals struct{ *fixture.Till }

// pro adds a professional.
func (r refusals) pro(t *testing.T, addr string) string {
	t.Helper()
	added, err := r.Client.Professional.Add(t.Context(), form.Professional{FirstName: "Pat", LastName: "Lee", Email: addr}, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	return added.ProfessionalID
}

// invite makes a professional invite an address and returns the invitation.
func (r refusals) invite(t *testing.T, pro, addr string) string {
	t.Helper()
	in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", Email: addr}}
	made, err := r.Client.Invite.Create(t.Context(), pro, in, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	r.Work(t)
	return made[0].ID
}

// mails counts the mails to an address.
func (r refusals) mails(t *testing.T, addr string) (n int) {
	t.Helper()
	r.Work(t)
	for _, m := range r.Mailbox.Mails() {
		if m.To == addr {
			n++
		}
	}
	return n
}

var unknownLink = regexp.MustCompile(`/app/mail/unknown\?lang=en#token=(\S+)`)

// refuse presses the button behind the link in the last mail to an address.
func (r refusals) refuse(t *testing.T, addr string, everyone bool) {
	t.Helper()
	if err := r.Client.Invite.Refuse(t.Context(), r.link(t, addr), everyone); err != nil {
		t.Fatal(err)
	}
}

func (r refusals) link(t *testing.T, addr string) (token secret.Secret) {
	t.Helper()
	for _, m := range r.Mailbox.Mails() {
		if found := unknownLink.FindStringSubmatch(m.Text); found != nil && m.To == addr {
			token = secret.Secret(found[1])
		}
	}
	if token == "" {
		t.Fatalf("no mail to %s has the link", addr)
	}
	return token
}

// After a refusal, that professional can't mail the address any more, for any family. Other professionals' mail arrives until it is refused as well. A
// request for a new link withdraws the refusal of its invitation.
func TestRefusalStopsMail(t *testing.T) {
	t.Parallel()
	r := refusals{fixture.NewTill(t)}
	const ben = "ben@example.com"
	stranger, known := r.pro(t, "stranger@example.com"), r.pro(t, "known@example.com")
	resend := func(id string) {
		if _, err := r.Client.Invite.Resend(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	var first, second string
	var guest fixture.Guest
	var got []string
	for _, step := range []struct {
		what string
		do   func()
	}{
		{"a professional invites him", func() { first = r.invite(t, stranger, ben) }},
		{"he doesn't know them: a new link", func() { r.refuse(t, ben, false); resend(first) }},
		{"they name him in another family", func() { r.invite(t, stranger, "Ben@Example.com ") }},
		{"another professional invites him", func() {
			second = r.invite(t, known, ben)
			guest = r.MailedGuest(t, email.Invitation)
		}},
		{"he refuses all senders: a new link", func() { r.refuse(t, ben, true); resend(second) }},
		{"saying less again: a new link", func() { r.refuse(t, ben, false); resend(second) }},
		{"a parent names him", func() {
			fixture.GuestOf(t, r.Till, false, func(in *signup.Input) { in.CoParent.Email, in.CoParentDuplicateConfirmed = ben, true })
		}},
		{"the invitee requests a new link", func() {
			if err := r.Client.Invite.Renew(t.Context(), guest.Token, fixture.English); err != nil {
				t.Fatal(err)
			}
		}},
		{"another link of that invitation", func() { resend(second) }},
		{"another link of the first", func() { resend(first) }},
	} {
		step.do()
		got = append(got, fmt.Sprintf("%s: %d mails", step.what, r.mails(t, ben)))
	}
	want := []string{
		"a professional invites him: 1 mails", "he doesn't know them: a new link: 1 mails", "they name him in another family: 1 mails",
		"another professional invites him: 2 mails", "he refuses all senders: a new link: 2 mails", "saying less again: a new link: 2 mails",
		"a parent names him: 2 mails", "the invitee requests a new link: 3 mails", "another link of that invitation: 4 mails", "another link of the first: 4 mails",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mails to him (-want +got):\n%s", diff)
	}
}

// After a co-parent refuses a parent's invitation, mail about that family stops; mail about other families arrives. The parent isn't informed.
func TestRefusalOfAFamily(t *testing.T) {
	t.Parallel()
	r := refusals{fixture.NewTill(t)}
	parent := r.Join(t)
	ben := ""
	for _, m := range r.Mailbox.Mails() {
		if m.Kind == email.Invitation {
			ben = m.To
		}
	}
	again := func() *invite.InvitedCoParent {
		sent, err := r.Client.Invite.SendAgain(t.Context(), parent.Token)
		if err != nil {
			t.Fatal(err)
		}
		return sent
	}
	before := again()
	mails := []int{r.mails(t, ben)}
	r.refuse(t, ben, false)
	if diff := cmp.Diff(before, again()); diff != "" {
		t.Errorf("answers to the parent (-before +after):\n%s", diff)
	}
	mails = append(mails, r.mails(t, ben))
	r.Clock.Advance(fixture.Day) // the limit of such mails is two a day
	fixture.GuestOf(t, r.Till, false, func(in *signup.Input) { in.CoParent.Email, in.CoParentDuplicateConfirmed = ben, true })
	if diff := cmp.Diff([]int{2, 2, 3}, append(mails, r.mails(t, ben))); diff != "" {
		t.Errorf("mails before and after the refusal, and of another family (-want +got):\n%s", diff)
	}
}

// A refused invitation doesn't prevent a sign-up. A request for a link then mails the link of another, wanted invitation.
func TestSignUpAfterRefusal(t *testing.T) {
	t.Parallel()
	const ben = "ben@example.com"
	for name, tc := range map[string]struct {
		newer, everyone, duplicate bool
		mails                      []string
	}{
		"the only one":      {},
		"the newer of two":  {newer: true, duplicate: true, mails: []string{"invitation_renewal ben@example.com: Your new link to Cojoin"}},
		"all of any sender": {newer: true, everyone: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := refusals{fixture.NewTill(t)}
			named := func(in *signup.Input) { in.CoParent.Email, in.CoParentDuplicateConfirmed = ben, true }
			if tc.newer {
				fixture.GuestOf(t, r.Till, false, named)
			}
			fixture.GuestOf(t, r.Till, false, named)
			r.refuse(t, ben, tc.everyone)
			r.NewMails(t)
			if err := r.Client.Account.MailLink(t.Context(), ben, fixture.English); err != nil {
				t.Fatal(err)
			}
			r.Work(t)
			if diff := cmp.Diff(tc.mails, r.NewMails(t)); diff != "" {
				t.Errorf("mails (-want +got):\n%s", diff)
			}
			in := sdktest.ReadyToPay(50)
			in.Sections, in.Parent.Email = []signup.Section{signup.SectionParent}, ben
			_, err := r.Client.Signup.Create(t.Context(), in, fixture.English)
			var invalid *fault.ValidationError
			if errors.As(err, &invalid) != tc.duplicate || !tc.duplicate && err != nil {
				t.Errorf("signing up: %v", err)
			}
		})
	}
}

// Three refusals in 30 days suspend the professional until an operator's review. After the review, with or without a restoration, those three no longer
// count. During the suspension the invitees get no reminders.
func TestRefusalsSuspend(t *testing.T) {
	t.Parallel()
	r := refusals{fixture.NewTill(t)}
	pro := r.pro(t, "stranger@example.com")
	if err := r.Client.Professional.Verify(t.Context(), pro); err != nil {
		t.Fatal(err)
	}
	type standing struct {
		State             professional.State
		Refusals, Waiting int
	}
	address := func(n int) string { return fmt.Sprintf("person-%d@example.com", n) }
	now := func() standing {
		found, err := r.Client.Professional.Find(t.Context(), pro)
		if err != nil {
			t.Fatal(err)
		}
		figures, err := r.Client.Operate.Figures(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return standing{found.State, found.Refusals, figures.Refused}
	}
	operator := func(decides func(c *professionals.Engine) error) func() {
		return func() {
			if err := decides(engine.Of(r.Client).Professional); err != nil {
				t.Fatal(err)
			}
		}
	}
	refused := func(n int) func() {
		return func() { r.invite(t, pro, address(n)); r.refuse(t, address(n), false) }
	}
	for _, step := range []struct {
		what string
		do   func()
		want standing
	}{
		{"a first", refused(1), standing{professional.Verified, 1, 0}},
		{"the first, of every mail", func() { r.refuse(t, address(1), true) }, standing{professional.Verified, 1, 0}},
		{"a second, a month later", func() { r.Clock.Advance(30 * fixture.Day); refused(2)() }, standing{professional.Verified, 2, 0}},
		{"a third", refused(3), standing{professional.Verified, 3, 0}},
		{"the fourth, the third within a month", refused(4), standing{professional.Suspended, 4, 1}},
		{"an operator verifies them", operator(func(c *professionals.Engine) error { return c.Verify(t.Context(), pro) }), standing{professional.Suspended, 4, 1}},
		{"an operator leaves them suspended", operator(func(c *professionals.Engine) error { return c.Suspend(t.Context(), pro) }), standing{professional.Suspended, 0, 0}},
		{"an operator restores them", operator(func(c *professionals.Engine) error { return c.Restore(t.Context(), pro) }), standing{professional.Verified, 0, 0}},
		{"a fifth", refused(5), standing{professional.Verified, 1, 0}},
	} {
		step.do()
		if diff := cmp.Diff(step.want, now()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.what, diff)
		}
	}
	r.invite(t, pro, "late@example.com")
	if err := r.Client.Professional.Suspend(t.Context(), pro); err != nil {
		t.Fatal(err)
	}
	before := r.mails(t, "late@example.com")
	r.Clock.Advance(8 * fixture.Day)
	if _, err := r.Client.Invite.Remind(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := r.mails(t, "late@example.com"); before != 1 || after != 1 {
		t.Errorf("%d mails, %d after the reminder of a suspended professional's invitation", before, after)
	}
	var changes []string
	rows, err := r.Pool.Query(t.Context(), "SELECT kind || ' by ' || actor FROM account_events WHERE kind IN ('suspended', 'restored') ORDER BY at, id")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		changes = append(changes, line)
	}
	if diff := cmp.Diff([]string{"suspended by system", "restored by operator", "suspended by operator"}, changes); diff != "" || rows.Err() != nil {
		t.Errorf("recorded events: %v (-want +got):\n%s", rows.Err(), diff)
	}
}

// With the limit off, refusals don't suspend.
func TestRefusalsWithLimitOff(t *testing.T) {
	t.Parallel()
	r := refusals{fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Refusals = caller.Limit{Count: -1} }))}
	pro := r.pro(t, "stranger@example.com")
	for n := range 4 {
		addr := fmt.Sprintf("person-%d@example.com", n)
		r.invite(t, pro, addr)
		r.refuse(t, addr, false)
	}
	if found, err := r.Client.Professional.Find(t.Context(), pro); err != nil || found.State != professional.Pending || found.Refusals != 4 {
		t.Errorf("%+v, %v", found, err)
	}
}

// Only the mailed link refuses, under any server secret. It stops working once the invitee has joined or was erased.
func TestRefusalLink(t *testing.T) {
	t.Parallel()
	r := refusals{fixture.NewTill(t)}
	pro := r.pro(t, "stranger@example.com")
	r.invite(t, pro, "ben@example.com")
	good := r.link(t, "ben@example.com")
	flipped := "A" + good.Reveal()[1:]
	if good.Reveal()[0] == 'A' {
		flipped = "B" + good.Reveal()[1:]
	}
	next := r.Config
	next.Secrets = secret.Secrets{KeyID: 2, Server: []byte("another server secret of 32 bytes"), Old: map[uint8][]byte{1: r.Config.Secrets.Server}}
	switched := r.NewClient(t, next)
	next.Secrets.Old = nil
	finished := r.NewClient(t, next)
	for _, try := range []struct {
		what    string
		client  *sdk.Client
		token   secret.Secret
		refuses bool
	}{
		{"no token", r.Client, "", false},
		{"a made-up one", r.Client, "made-up", false},
		{"another invitation with its signature", r.Client, secret.Secret(flipped), false},
		{"the signature of none", r.Client, fixture.Core(r.Env).RefusalToken(uuid.New()), false},
		{"less than it", r.Client, good[:22], false},
		{"without the secret that it was made under", finished, good, false},
		{"the mail's, after the secret was replaced", switched, good, true},
		{"the mail's", r.Client, good, true},
	} {
		err := try.client.Invite.Refuse(t.Context(), try.token, false)
		if try.refuses && err != nil || !try.refuses && !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("%s: %v", try.what, err)
		}
	}
	for _, is := range []string{
		"UPDATE invitations SET state = 'accepted', accepted_at = now()",
		"WITH again AS (UPDATE invitations SET state = 'revoked', accepted_at = NULL) UPDATE persons SET sealed = NULL, email_hash = NULL, phone_name_hash = NULL, country = NULL, keep_until = NULL, erased_at = now() WHERE named_by IS NOT NULL",
	} {
		if _, err := r.Pool.Exec(t.Context(), is); err != nil {
			t.Fatal(err)
		}
		if err := r.Client.Invite.Refuse(t.Context(), good, false); !errors.Is(err, fault.TokenInvalid) {
			t.Errorf("after %s: %v", is, err)
		}
	}
}

// When invitees refuse simultaneously, the last count includes all refusals: each refusal is stored before it is counted.
func TestRefusalsAtTheSameTime(t *testing.T) {
	t.Parallel()
	const people = 4
	r := refusals{fixture.NewTill(t, sdktest.WithConnections(people+2), sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Refusals = caller.Limit{Count: people, Per: time.Hour} }))}
	pro := r.pro(t, "stranger@example.com")
	for n := range people {
		r.invite(t, pro, fmt.Sprintf("person-%d@example.com", n))
	}
	holding, err := r.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holding.Exec(t.Context(), "SELECT FROM professionals WHERE id = $1 FOR UPDATE", pro); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, people)
	for n := range people {
		link := r.link(t, fmt.Sprintf("person-%d@example.com", n))
		go func() { done <- r.Client.Invite.Refuse(t.Context(), link, false) }()
	}
	fixture.WaitUntil(t, "every refusal waits for its turn to count", func() bool {
		return len(done) > 0 || fixture.CountRows(t, r.Env, "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == people
	})
	if len(done) > 0 {
		t.Error("a refusal was counted while others were in progress")
	}
	if err := holding.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range people {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	if found, err := r.Client.Professional.Find(t.Context(), pro); err != nil || found.State != professional.Suspended || found.Refusals != people {
		t.Errorf("%+v, %v", found, err)
	}
}
