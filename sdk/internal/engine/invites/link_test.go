package invites_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A link opens its invitation while the invitation is open and the account isn't closed, regardless of the token's own state.
func TestLinkEnd(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	for name, end := range map[string]string{
		"the invitation's time is over": "UPDATE invitations SET expires_at = $2 WHERE user_id = $1",
		"the invitation is revoked":     "UPDATE invitations SET state = 'revoked', updated_at = $2 WHERE user_id = $1",
		"the account is closed": `WITH joined AS (UPDATE invitations SET state = 'accepted', accepted_at = $2 WHERE user_id = $1 RETURNING *)
			INSERT INTO accounts (id, person_id, kind, state, created_at, updated_at) SELECT user_id, person_id, 'parent', 'closed', $2, $2 FROM joined`,
	} {
		t.Run(name, func(t *testing.T) {
			g := fixture.GuestOf(t, w, false)
			change := func() error {
				typed := fixture.StepOne()
				typed.Parent.Email = g.UserID + "@example.com"
				return fixture.Second(w.Client.Invite.Update(t.Context(), "", g.Token, typed, fixture.BuyMeta("step-1-of-a-guest")))
			}
			if err := change(); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Pool.Exec(t.Context(), end, g.UserID, w.Clock.Now()); err != nil {
				t.Fatal(err)
			}
			if err := g.StillGood(t); !errors.Is(err, account.InvitationTokenInvalid) {
				t.Errorf("reading: %v, want %v", err, account.InvitationTokenInvalid)
			}
			if err := change(); !errors.Is(err, account.InvitationTokenInvalid) { // although its answer is stored
				t.Errorf("the same change again: %v, want %v", err, account.InvitationTokenInvalid)
			}
		})
	}
}

// The first to join with an address keeps it. The link of another invitation to that address then leads nowhere, and a request for a new link of it
// mails nothing about it.
func TestAddressOfAnotherInvitationIsTaken(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	first, second := fixture.GuestOf(t, w, false), fixture.GuestOf(t, w, false)
	typed, bill, order := fixture.StepOne(), fixture.Billing(), form.OrderChoice{PackageID: 2001}
	typed.Parent.Email, bill.Parent.Email = "ben.diaz.2@example.com", "ben.diaz.2@example.com" // the second's invitation went here
	first.Fill(t, typed)
	first.Fill(t, fixture.Ordering(order))
	first.Fill(t, bill)
	if _, err := first.Pay(t, first.Payment(t, order)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if owner := fixture.AccountOf(t, w.Env, "ben.diaz.2@example.com"); owner != first.UserID {
		t.Errorf("the address belongs to %q, want %s", owner, first.UserID)
	}
	before := len(w.Mailbox.Mails())
	if err := w.Client.Invite.Renew(t.Context(), second.Token, fixture.English); err != nil {
		t.Errorf("asking for a new link is answered as ever: %v", err)
	}
	w.Work(t)
	// The mail to the address has the link to its own account, and nothing of the other family.
	if mails := w.Mailbox.Mails()[before:]; len(mails) != 1 || mails[0].Kind != email.Credentials || mails[0].To != "ben.diaz.2@example.com" {
		t.Errorf("the address of the first got %d mails", len(mails))
	}
	before = len(w.Mailbox.Mails())
	// The operator's mail informs the owner of the address, without a link into the other family.
	if _, err := w.Client.Invite.Resend(t.Context(), invitationOf(t, second)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	mails := w.Mailbox.Mails()
	if last := mails[len(mails)-1]; len(mails) != before+1 || last.To != "ben.diaz.2@example.com" || last.Link != "" {
		t.Errorf("%d mails, the last to %s with a link: %t", len(mails)-before, last.To, last.Link != "")
	}
}

// The account keeps the country of the invitation's locale while its owner keeps the language.
func TestLanguageOfInvitee(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	pro, order := w.Professional(t), form.OrderChoice{PackageID: 2001}
	for invited, joined := range map[string]map[string]string{
		"es_MX": {"es": "es-MX", "en": "en"},
		"en":    {"es": "es", "en": "en"},
	} {
		for lang, want := range joined {
			t.Run(invited+" then "+lang, func(t *testing.T) {
				address := lang + "." + invited + "@example.com"
				in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", Email: address}, Locale: invited}
				if _, err := w.Client.Invite.Create(t.Context(), pro, in, fixture.English); err != nil {
					t.Fatal(err)
				}
				w.Work(t)
				g := w.MailedGuest(t, email.Invitation)
				typed, bill := fixture.StepOne(), fixture.Billing()
				typed.Parent.Email, bill.Parent.Email = address, address
				for _, step := range []signup.Input{typed, fixture.Ordering(order), bill} {
					if _, err := w.Client.Invite.Update(t.Context(), g.UserID, g.Token, step, caller.Meta{Lang: lang}); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
					t.Fatal(err)
				}
				got := fixture.Record(t, w.Env, "SELECT locale FROM accounts WHERE id = $1", g.UserID)
				if diff := cmp.Diff(map[string]any{"locale": want}, got); diff != "" {
					t.Errorf("account (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// The entered data stays as long as each link is renewed before it ends.
func TestRenewedLinksKeepEnteredData(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, false)
	g.Fill(t, fixture.StepOne())
	for range 5 {
		w.Clock.Advance(13 * 24 * time.Hour)
		if err := w.Client.Operate.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := w.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
			t.Fatal(err)
		}
		w.Work(t)
		g = w.MailedGuest(t, email.InvitationRenewal)
	}
	if c := g.Context(t); c.Next != "/invite/packages" || c.Registration.Parent.FirstName != "Benjamin" {
		t.Errorf("after 65 days: next %s, parent %+v", c.Next, c.Registration.Parent)
	}
}

// An invitation is listed as expired after its link has ended, and as open again with a new link.
func TestExpiredInvitationIsListedAsExpired(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	id := invitationOf(t, fixture.GuestOf(t, w, false))
	state := func() (states []invite.State) {
		t.Helper()
		found, err := w.Client.Invite.Find(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		listed, err := w.Client.Invite.List(t.Context(), invite.Filter{})
		if err != nil || len(listed) != 1 {
			t.Fatalf("listed %+v, %v", listed, err)
		}
		return []invite.State{found.State, listed[0].State}
	}
	got := state()
	w.Clock.Advance(14*24*time.Hour - time.Second)
	got = append(got, state()...)
	w.Clock.Advance(time.Second)
	got = append(got, state()...)
	if _, err := w.Client.Invite.Link(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	got = append(got, state()...)
	want := []invite.State{invite.Open, invite.Open, invite.Open, invite.Open, invite.Expired, invite.Expired, invite.Open, invite.Open}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("states (-want +got):\n%s", diff)
	}
}

// An invited parent who has joined can have the first seat offered to another person once its invitation is revoked. While the seat has an account,
// even a closed one, it is taken.
func TestSecondParentInvitesIntoTheFirstSeat(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	family := invite.Input{
		Parent:   form.InvitedPerson{FirstName: "Ana", LastName: "Diaz", Email: "ana@example.com"},
		CoParent: &form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", Email: "ben@example.com"},
	}
	invited, err := w.Client.Invite.Create(t.Context(), w.ProvedProfessional(t), family, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	g, order := w.MailedGuest(t, email.Invitation), form.OrderChoice{PackageID: 2001}
	if g.UserID != invited[1].UserID {
		t.Fatalf("the last mail is for %s, want %s", g.UserID, invited[1].UserID)
	}
	cara := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "pat@example.com"} // the professional's
	offer := func(inviter string) (*invite.Info, error) {
		return w.Client.Invite.InviteCoParent(t.Context(), inviter, cara, "", fixture.English)
	}
	refused := func(why, inviter string, want *fault.Fault) {
		t.Helper()
		if _, err := offer(inviter); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", why, err, want)
		}
	}
	refused("who is invited invites", g.UserID, invite.InviterNotFound)
	readyToPay(t, g, order)
	if _, err := g.Pay(t, g.Payment(t, order)); err != nil {
		t.Fatal(err)
	}
	refused("while the first parent is invited", g.UserID, account.SeatTaken)
	if _, err := w.Client.Invite.Revoke(t.Context(), invited[0].ID); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	before := len(w.Mailbox.Mails())
	made, err := offer(g.UserID)
	if err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	if mails := w.Mailbox.Mails()[before:]; len(mails) != 1 || mails[0].To != "pat@example.com" || mails[0].Link != "" {
		t.Errorf("the owner of a taken address got %d mails", len(mails))
	}
	seat := fixture.Record(t, w.Env, "SELECT family_id, role, state FROM invitations WHERE user_id = $1", made.UserID)
	seat["person"] = fixture.Known(t, w.Env, made.UserID)
	want := map[string]any{
		"family_id": invited[0].FamilyID, "role": "parent_a", "state": "open",
		"person": map[string]any{"firstName": "Cara", "lastName": "Vale", "email": "pat@example.com"},
	}
	if diff := cmp.Diff(want, seat); diff != "" {
		t.Errorf("seat (-want +got):\n%s", diff)
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE accounts SET state = 'closed' WHERE id = $1", g.UserID); err != nil {
		t.Fatal(err)
	}
	refused("by who has closed their account", g.UserID, invite.InviterNotFound)
}

// Two identical requests send one mail: an operator's for the invitation, an invitee's for a new link.
func TestRepeatedLinkRequestSendsOneMail(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, false)
	for range 2 {
		if _, err := w.Client.Invite.Resend(t.Context(), invitationOf(t, g)); err != nil {
			t.Fatal(err)
		}
		if err := w.Client.Invite.Renew(t.Context(), g.Token, fixture.English); err != nil {
			t.Fatal(err)
		}
	}
	w.Work(t)
	if diff := cmp.Diff([]string{"invitation", "invitation", "invitation_renewal"}, w.Kinds()); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}
