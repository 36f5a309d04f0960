package invites_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// readyToPay fills in everything that is required before an invited parent's payment.
func readyToPay(t *testing.T, g fixture.Guest, order form.OrderChoice) {
	t.Helper()
	g.Fill(t, fixture.StepOne())
	g.Fill(t, fixture.Ordering(order))
	g.Fill(t, fixture.Billing())
}

// seatsOf lists an account's subscriptions with their states and payers, the oldest first.
func seatsOf(t *testing.T, g fixture.Guest) []string {
	t.Helper()
	rows, err := g.Pool.Query(t.Context(), `SELECT coalesce(x.ended_as, s.state) || ' paid by ' || p.role
		FROM invitations i JOIN subscription_seats x ON x.family_id = i.family_id AND x.family_role = i.role JOIN subscriptions s ON s.id = x.subscription_id
		JOIN seats p ON p.account_id = s.payer_account_id WHERE i.user_id = $1 ORDER BY x.id`, g.UserID)
	if err != nil {
		t.Fatal(err)
	}
	seats, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return seats
}

// termIsOver sets the end of terms to their start. Only this test changes rows of terms.
const termIsOver = `SET session_replication_role = replica;
	UPDATE subscription_terms SET starts_at = starts_at - interval '1 year', ends_at = starts_at;
	UPDATE subscription_seats SET term_starts_at = term_starts_at - interval '1 year';
	UPDATE subscriptions SET term_starts_at = term_starts_at - interval '1 year', ends_at = term_starts_at;
	RESET session_replication_role`

// inState ends subscriptions and their seats.
func inState(state string) string {
	return fmt.Sprintf("UPDATE subscriptions SET state = '%[1]s'; UPDATE subscription_seats SET ended_as = '%[1]s'", state)
}

// An invited parent doesn't pay for a seat that is currently paid. A seat that was paid in the past is bought like any other.
func TestSeatPaidInThePastIsBought(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change string // of the subscription
		status string
		before string // the old seat afterwards
		ended  bool   // by the purchase
	}{
		"its payment failed":     {"UPDATE subscriptions SET state = 'suspended'", accounts.InviteeSubscriptionSuspended, "ended", true},
		"its term is over":       {termIsOver, accounts.InviteeSubscriptionEnded, "ended", true},
		"it is ended":            {inState("ended"), accounts.InviteeSubscriptionEnded, "ended", false},
		"it was given back":      {inState("cancelled"), accounts.InviteeSubscriptionEnded, "cancelled", false},
		"it couldn't be renewed": {inState("lapsed"), accounts.InviteeSubscriptionEnded, "lapsed", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			w.Subscribe(t, fixture.Kept) // stores a payment method, so that a seat may renew
			g := fixture.GuestOf(t, w, true)
			if now := g.Context(t); !now.IsSubscriptionCurrent || now.SubscriptionStatus != accounts.InviteeSubscriptionCurrent {
				t.Errorf("a seat that is paid is called %s", now.SubscriptionStatus)
			}
			if _, err := w.Pool.Exec(t.Context(), tc.change); err != nil {
				t.Fatal(err)
			}
			if now := g.Context(t); now.IsSubscriptionCurrent || now.SubscriptionStatus != tc.status {
				t.Errorf("status %s, want %s", now.SubscriptionStatus, tc.status)
			}
			w.Clock.Advance(time.Minute)
			order := form.OrderChoice{PackageID: 2001}
			readyToPay(t, g, order)
			if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
				t.Fatal(err)
			}
			ended := fixture.CountRows(t, w.Env, "subscription_seats x JOIN seats p ON p.family_id = x.family_id AND p.role = x.family_role WHERE p.account_id = $1 AND x.ended_as = 'ended' AND x.updated_at = $2", g.UserID, w.Clock.Now())
			if want := map[bool]int{true: 1}[tc.ended]; ended != want {
				t.Errorf("%d seats ended by the purchase, want %d", ended, want)
			}
			if now := g.Context(t); !now.IsSubscriptionCurrent || now.Next != "/invite/credentials" {
				t.Errorf("once bought: status %s, next %s", now.SubscriptionStatus, now.Next)
			}
			if diff := cmp.Diff([]string{tc.before + " paid by parent_a", "active paid by parent_b"}, seatsOf(t, g)); diff != "" {
				t.Errorf("seats (-want +got):\n%s", diff)
			}
		})
	}
}

// A payment for both places failed, and the other parent has bought their own place meanwhile: the payer doesn't owe the price of both.
func TestDebtEndsOnceOnePlaceIsBought(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	answer := w.Subscribe(t, func(in *payment.Input) { in.PayForCoparent = true })
	g := w.MailedGuest(t, email.Invitation)
	w.AccountToken(t, answer)
	if err := w.Provider.DeclineSettlement(w.LastSale().ID); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	debts := func() []string {
		t.Helper()
		page, err := w.Client.Home.Read(t.Context(), w.LogIn(t, answer), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, s := range page.Subscriptions {
			due := "nothing"
			if s.Due != nil {
				due = s.Due.Amount
			}
			lines = append(lines, fmt.Sprintf("own %t, %s, due: %s", s.IsOwn, s.State, due))
		}
		return lines
	}
	if diff := cmp.Diff([]string{"own true, suspended, due: 317.98", "own false, suspended, due: 317.98"}, debts()); diff != "" {
		t.Errorf("suspended (-want +got):\n%s", diff)
	}
	order := form.OrderChoice{PackageID: 2001}
	readyToPay(t, g, order)
	if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
		t.Fatal(err)
	}
	for _, line := range debts() {
		if strings.Contains(line, "own true") && line != "own true, suspended, due: nothing" {
			t.Errorf("once the other has bought theirs: %s", line)
		}
	}
}

// A change that waited for the invitation's lock is decided by the new state of invitation and account.
func TestChangeWaitsForTheInvitation(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		meanwhile string
		want      error
	}{
		"revoked": {"UPDATE invitations SET state = 'revoked' WHERE user_id = $1", account.InvitationTokenInvalid},
		"joined": {`WITH joined AS (UPDATE invitations SET state = 'accepted', accepted_at = created_at WHERE user_id = $1 RETURNING *)
			INSERT INTO accounts (id, person_id, kind, state, login_email_hash, created_at, updated_at)
			SELECT user_id, person_id, 'parent', 'created', sha256('ben'), created_at, created_at FROM joined`, fault.RegistrationIsPaid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, false)
			other, err := w.Pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, sql := range []string{"SELECT 1 FROM invitations WHERE user_id = $1 FOR UPDATE", tc.meanwhile} {
				if _, err := other.Exec(t.Context(), sql, g.UserID); err != nil {
					t.Fatal(err)
				}
			}
			done := make(chan error, 1)
			go func() {
				done <- fixture.Second(g.Client.Invite.Update(context.WithoutCancel(t.Context()), g.UserID, g.Token, fixture.StepOne(), fixture.English))
			}()
			fixture.WaitUntil(t, "the change waits", func() bool {
				return fixture.CountRows(t, w.Env, "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 1
			})
			if err := other.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := <-done; !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

// An invitation can't be revoked during its payment, and the payment continues.
func TestInvitationIsNotRevokedWhilePaying(t *testing.T) {
	t.Parallel()
	w, g, h := payingGuest(t)
	order := form.OrderChoice{PackageID: 2001}
	readyToPay(t, g, order)
	paid := payInBackground(t, g, order)
	<-h.Acted
	if diff := cmp.Diff([]string{"/invite", "/invite/payment"}, g.Context(t).Routes); diff != "" {
		t.Errorf("routes while paying (-want +got):\n%s", diff)
	}
	id := invitationOf(t, g)
	if _, err := w.Client.Invite.Revoke(t.Context(), id); !errors.Is(err, fault.RegistrationBusy) {
		t.Errorf("revoked while paying: %v, want %v", err, fault.RegistrationBusy)
	}
	close(h.Release)
	if err := <-paid; err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Invite.Revoke(t.Context(), id); !errors.Is(err, invite.Closed) {
		t.Errorf("revoked once paid: %v, want %v", err, invite.Closed)
	}
	w.Work(t)
	if diff := cmp.Diff([]string{"parent_a created active paid by parent_a"}, w.Seats(t)); diff != "" {
		t.Errorf("seats (-want +got):\n%s", diff)
	}
	w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Subscriptions: 1, Receipts: 1, Captured: 1})
}

// payingGuest returns an invited parent with a payment that is held after the provider has acted.
func payingGuest(t *testing.T) (*fixture.Till, fixture.Guest, *fixture.Hold) {
	t.Helper()
	h := fixture.NewHold("authorize")
	w := fixture.NewTill(t, fixture.WithHold(h))
	pro := w.Professional(t)
	parent := form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", Email: "ben@example.com"}
	if _, err := w.Client.Invite.Create(t.Context(), pro, invite.Input{Parent: parent}, fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	return w, w.MailedGuest(t, email.Invitation), h
}

func payInBackground(t *testing.T, g fixture.Guest, order form.OrderChoice) <-chan error {
	t.Helper()
	in, paid := g.Payment(t, order), make(chan error, 1)
	go func() {
		meta := caller.Meta{Lang: "en", IdempotencyKey: "paid-in-background"}
		paid <- fixture.Second(g.Client.Invite.Pay(t.Context(), g.UserID, g.Token, in, meta))
	}()
	return paid
}

func invitationOf(t *testing.T, g fixture.Guest) (id string) {
	t.Helper()
	if err := g.Pool.QueryRow(t.Context(), "SELECT id FROM invitations WHERE user_id = $1", g.UserID).Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

// A reminder goes only to an invitee with an address and without any entered data, a week after the invitation.
func TestReminderRecipients(t *testing.T) {
	t.Parallel()
	week := 7 * 24 * time.Hour
	for name, tc := range map[string]struct {
		since func(t *testing.T, w *fixture.Till, g fixture.Guest, early sdktest.Session) // the invitation
		after time.Duration
		want  []string
	}{
		"not begun":               {nil, week, []string{"ben.diaz.2@example.com"}},
		"a second before a week":  {nil, week - time.Second, nil},
		"a second before its end": {nil, 2*week - time.Second, []string{"ben.diaz.2@example.com"}},
		"link expired":            {nil, 2 * week, nil},
		"begun":                   {func(t *testing.T, _ *fixture.Till, g fixture.Guest, _ sdktest.Session) { g.Fill(t, fixture.StepOne()) }, week, nil},
		"invitation revoked": {func(t *testing.T, w *fixture.Till, g fixture.Guest, _ sdktest.Session) {
			if _, err := w.Client.Invite.Revoke(t.Context(), invitationOf(t, g)); err != nil {
				t.Fatal(err)
			}
		}, week, nil},
		"address taken by another": {func(t *testing.T, w *fixture.Till, _ fixture.Guest, early sdktest.Session) {
			if _, err := w.Pay(t, early, w.Input(t, early, fixture.GoodNonce)); err != nil {
				t.Fatal(err)
			}
		}, week, nil},
		"joined": {func(t *testing.T, _ *fixture.Till, g fixture.Guest, _ sdktest.Session) {
			order := form.OrderChoice{PackageID: 2001}
			readyToPay(t, g, order)
			if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
				t.Fatal(err)
			}
		}, week, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			// Ben had started his own sign-up before the invitation.
			early := w.SignUp(t, func(in *signup.Input) {
				known := false
				in.Parent.Email, in.KnowsCoParentEmail, in.CoParent.Email = "ben.diaz.2@example.com", &known, ""
			})
			g := fixture.GuestOf(t, w, false)
			if tc.since != nil {
				tc.since(t, w, g, early)
			}
			w.Clock.Advance(tc.after)
			w.Work(t)
			n, err := w.Client.Invite.Remind(t.Context())
			if err != nil || n != len(tc.want) {
				t.Errorf("reminded %d, %v; want %d", n, err, len(tc.want))
			}
			w.Work(t)
			var reminded []string
			for _, m := range w.Mailbox.Mails() {
				if m.Kind == email.InvitationReminder {
					reminded = append(reminded, m.To)
				}
			}
			if diff := cmp.Diff(tc.want, reminded); diff != "" {
				t.Errorf("reminded (-want +got):\n%s", diff)
			}
		})
	}
}
