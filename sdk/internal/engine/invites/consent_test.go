package invites_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
)

// The next invitee to a seat starts without consents, whatever the previous one agreed to.
func TestConsentIsNotInherited(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	ben := fixture.GuestOf(t, w, true)
	inviter := ben.Context(t).FamilyMembers[0].UserID
	if _, err := w.Client.Account.AgreeToTerms(t.Context(), ben.UserID, ben.Token); err != nil {
		t.Fatal(err)
	}
	if own, err := w.Client.Account.SetMarketingOptIn(t.Context(), ben.UserID, ben.Token, true); err != nil || !own.AgreedToTerms || !own.MarketingOptIn {
		t.Fatalf("Ben's consents: %+v, %v", own, err)
	}
	if _, err := w.Client.Invite.Revoke(t.Context(), invitationOf(t, ben)); err != nil {
		t.Fatal(err)
	}
	guest := form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, guest, "", fixture.English); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	cara := w.MailedGuest(t, email.Invitation)
	if own, err := w.Client.Account.Parent(t.Context(), cara.UserID, cara.Token); err != nil || own.AgreedToTerms || own.MarketingOptIn {
		t.Errorf("Cara's consents: %+v, %v", own, err)
	}
}

// Consents that an invited parent gives before joining move to their account, with their time.
func TestConsentsGoToTheAccount(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		consent func(t *testing.T, g fixture.Guest)
		want    map[string]any
	}{
		"neither": {func(*testing.T, fixture.Guest) {}, map[string]any{"agreed": nil, "marketing_opt_in": false}},
		"the terms": {func(t *testing.T, g fixture.Guest) {
			t.Helper()
			if _, err := g.Client.Account.AgreeToTerms(t.Context(), g.UserID, g.Token); err != nil {
				t.Fatal(err)
			}
		}, map[string]any{"agreed": true, "marketing_opt_in": false}},
		"marketing": {func(t *testing.T, g fixture.Guest) {
			t.Helper()
			if _, err := g.Client.Account.SetMarketingOptIn(t.Context(), g.UserID, g.Token, true); err != nil {
				t.Fatal(err)
			}
		}, map[string]any{"agreed": nil, "marketing_opt_in": true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			g := fixture.GuestOf(t, w, true)
			at := w.Clock.Now()
			tc.consent(t, g)
			w.Clock.Advance(time.Hour)
			g.Fill(t, fixture.StepOne())
			g.Fill(t, fixture.Billing())
			got := fixture.Record(t, w.Env, "SELECT agreed_to_terms_at = $2 AS agreed, marketing_opt_in FROM accounts WHERE id = $1", g.UserID, at)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("account (-want +got):\n%s", diff)
			}
			// From now on the account holds the consent.
			own, err := w.Client.Account.SetMarketingOptIn(t.Context(), g.UserID, g.Token, true)
			if err != nil || !own.MarketingOptIn {
				t.Errorf("opting in once joined: %+v, %v", own, err)
			}
			if n := fixture.CountRows(t, w.Env, "accounts WHERE id = $1 AND marketing_opt_in", g.UserID); n != 1 {
				t.Error("the account lacks the consent")
			}
		})
	}
}

// A consent that waits while its invited parent joins goes to the account.
func TestConsentDuringJoining(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)
	joining := begin(t, g, "SELECT 1 FROM invitations WHERE user_id = $1 FOR UPDATE", `WITH joined AS (UPDATE invitations SET state = 'accepted', accepted_at = created_at WHERE user_id = $1 RETURNING *)
		INSERT INTO accounts (id, person_id, kind, state, login_email_hash, created_at, updated_at)
		SELECT user_id, person_id, 'parent', 'created', sha256('ben'), created_at, created_at FROM joined`)
	agreed := held(t, g, 1, func(ctx context.Context) error {
		return fixture.Second(w.Client.Account.AgreeToTerms(ctx, g.UserID, g.Token))
	})
	if err := joining.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-agreed; err != nil {
		t.Fatal(err)
	}
	if n := fixture.CountRows(t, w.Env, "accounts WHERE id = $1 AND agreed_to_terms_at IS NOT NULL", g.UserID); n != 1 {
		t.Error("the account lacks the consent")
	}
}
