package invites_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
)

var cara = form.InvitedPerson{FirstName: "Cara", LastName: "Vale", Email: "cara@example.com"}

// guestOfParent returns an invited parent with an unpaid seat, and the inviter's user id.
func guestOfParent(t *testing.T, w *fixture.Till) (g fixture.Guest, inviter string) {
	t.Helper()
	g = fixture.GuestOf(t, w, false)
	return g, g.Context(t).FamilyMembers[0].UserID
}

// placeOf returns the holder of the guest's place, and the states of its invitations, the oldest first.
func placeOf(t *testing.T, g fixture.Guest) map[string]any {
	t.Helper()
	return fixture.Record(t, g.Env, `SELECT s.account_id = $1 AS taken_by_guest, array_agg(i.state ORDER BY i.id) AS invitations
		FROM invitations own JOIN seats s USING (family_id, role) JOIN invitations i USING (family_id, role) WHERE own.user_id = $1 GROUP BY s.account_id`, g.UserID)
}

// held runs a call in the background until it waits for a transaction's lock.
func held(t *testing.T, g fixture.Guest, waiting int, call func(context.Context) error) <-chan error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- call(context.WithoutCancel(t.Context())) }()
	fixture.WaitUntil(t, "the call waits", func() bool {
		return fixture.CountRows(t, g.Env, "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == waiting
	})
	return done
}

func begin(t *testing.T, g fixture.Guest, statements ...string) pgx.Tx {
	t.Helper()
	tx, err := g.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range statements {
		if _, err := tx.Exec(t.Context(), sql, g.UserID); err != nil {
			t.Fatal(err)
		}
	}
	return tx
}

// A revocation while the invited parent joins waits and is then rejected, because the place is taken.
func TestRevocationDuringJoining(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g := fixture.GuestOf(t, w, true)
	inviter := g.Context(t).FamilyMembers[0].UserID
	g.Fill(t, fixture.StepOne())
	id := invitationOf(t, g)
	place := begin(t, g, "SELECT 1 FROM seats s JOIN invitations i USING (family_id, role) WHERE i.user_id = $1 FOR UPDATE OF s")
	joined := held(t, g, 1, func(ctx context.Context) error {
		return fixture.Second(w.Client.Invite.Update(ctx, g.UserID, g.Token, fixture.Billing(), fixture.English))
	})
	revoked := held(t, g, 2, func(ctx context.Context) error { return fixture.Second(w.Client.Invite.Revoke(ctx, id)) })
	if err := place.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-joined; err != nil {
		t.Errorf("joining: %v", err)
	}
	if err := <-revoked; !errors.Is(err, invite.Closed) {
		t.Errorf("revoking: %v, want %v", err, invite.Closed)
	}
	if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, cara, "", fixture.English); !errors.Is(err, account.SeatTaken) {
		t.Errorf("offering the place that is taken: %v, want %v", err, account.SeatTaken)
	}
	if diff := cmp.Diff(map[string]any{"taken_by_guest": true, "invitations": []any{"accepted"}}, placeOf(t, g)); diff != "" {
		t.Errorf("place (-want +got):\n%s", diff)
	}
}

// A new offer of a place waits for an account that is about to take the place, and is then rejected.
func TestOfferDuringJoining(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	g, inviter := guestOfParent(t, w)
	if _, err := w.Client.Invite.Revoke(t.Context(), invitationOf(t, g)); err != nil {
		t.Fatal(err)
	}
	taking := begin(t, g, `INSERT INTO accounts (id, person_id, kind, state, login_email_hash, created_at, updated_at)
			SELECT user_id, person_id, 'parent', 'created', sha256('ben'), created_at, created_at FROM invitations WHERE user_id = $1`,
		"UPDATE seats SET account_id = $1 FROM invitations i WHERE i.user_id = $1 AND seats.family_id = i.family_id AND seats.role = i.role")
	offered := held(t, g, 1, func(ctx context.Context) error {
		return fixture.Second(w.Client.Invite.InviteCoParent(ctx, inviter, cara, "", fixture.English))
	})
	if err := taking.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-offered; !errors.Is(err, account.SeatTaken) {
		t.Errorf("offering: %v, want %v", err, account.SeatTaken)
	}
	if diff := cmp.Diff(map[string]any{"taken_by_guest": true, "invitations": []any{"revoked"}}, placeOf(t, g)); diff != "" {
		t.Errorf("place (-want +got):\n%s", diff)
	}
}

// An invitation that ended during its payment is accepted nevertheless, unless its place was offered again since. In that case nothing is charged and
// the new invitation stays.
func TestJoiningAfterAnotherOffer(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		offered bool
		refused []string
		place   map[string]any
		ledger  []fixture.Line
	}{
		"the invitation ended":            {false, nil, map[string]any{"taken_by_guest": true, "invitations": []any{"accepted"}}, []fixture.Line{fixture.Captured, fixture.Captured}},
		"its place was offered once more": {true, []string{"nonce=payment_superseded"}, map[string]any{"taken_by_guest": nil, "invitations": []any{"revoked", "open"}}, []fixture.Line{fixture.Captured, fixture.Voided}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := fixture.NewHold("none")
			w := fixture.NewTill(t, fixture.WithHold(h))
			g, inviter := guestOfParent(t, w)
			order := form.OrderChoice{PackageID: 2001}
			readyToPay(t, g, order)
			h.Call = "authorize"
			paid := payInBackground(t, g, order)
			<-h.Acted
			if _, err := w.Pool.Exec(t.Context(), "UPDATE invitations SET state = 'revoked' WHERE user_id = $1", g.UserID); err != nil { // as the purge does
				t.Fatal(err)
			}
			if tc.offered {
				if _, err := w.Client.Invite.InviteCoParent(t.Context(), inviter, cara, "", fixture.English); err != nil {
					t.Fatal(err)
				}
			}
			close(h.Release)
			err := <-paid
			if tc.refused == nil && err != nil {
				t.Errorf("paying: %v", err)
			}
			if tc.refused != nil {
				fixture.WantRefusal(t, err, tc.refused...)
			}
			w.Work(t)
			w.WantLedger(t, tc.ledger...)
			if diff := cmp.Diff(tc.place, placeOf(t, g)); diff != "" {
				t.Errorf("place (-want +got):\n%s", diff)
			}
		})
	}
}
