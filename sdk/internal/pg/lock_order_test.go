package pg_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// meet runs first in a transaction, starts an operation that waits for that lock, and then runs second in the
// transaction. An operation that already holds second's lock violates the order documented at Client.tx and ends in a
// deadlock.
func meet(t *testing.T, env *sdktest.Env, first, second func(pgx.Tx) error, operation func() error) {
	t.Helper()
	tx, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }() // done already, unless the test failed
	if err := first(tx); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- operation() }()
	waits := false
	for deadline := time.Now().Add(30 * time.Second); !waits; {
		select {
		case err := <-ended:
			t.Fatalf("the operation waited for nothing, and ended with %v", err)
		default:
		}
		if time.Now().After(deadline) {
			t.Fatal("the operation neither waits nor ends")
		}
		const sql = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY(pg_blocking_pids(pid)))"
		if err := env.Pool.QueryRow(t.Context(), sql, tx.Conn().PgConn().PID()).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := second(tx); err != nil {
		t.Errorf("the next lock: %v", err)
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Errorf("commit: %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the operation: %v", err)
	}
}

// Two links of an invitation are created at the same time: the second waits and ends the first.
func TestConcurrentLinksOfAnInvitation(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	fixture.GuestOf(t, w, false)
	c := fixture.Core(w.Env)
	invitation, err := c.Q.GetInvitation(t.Context(), uuid.MustParse(w.InvitationID(t)))
	if err != nil {
		t.Fatal(err)
	}
	renew := func(tx *pg.Tx) error {
		_, err := c.NewInvitationToken(t.Context(), tx, invitation, true)
		return err
	}
	first := func(tx pgx.Tx) error { return renew(&pg.Tx{Queries: db.New(tx)}) }
	meet(t, w.Env, first, func(pgx.Tx) error { return nil }, func() error { return c.Tx(t.Context(), renew) })
	if n := fixture.CountRows(t, w.Env, "tokens WHERE invitation_id = $1 AND ended_at IS NULL", invitation.ID); n != 1 {
		t.Errorf("%d links open the invitation, want the last", n)
	}
}

// A renewal's failed capture suspends its subscription, while a person cancels or renews that: both lock the
// subscription before the attempt.
func TestFailedCaptureDuringSubscriptionChange(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Clock.Set(fixture.FirstEnd)
	seat, err := uuid.Parse(w.OnlyID(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Client.Subscription.Renew(t.Context(), seat.String()); err != nil {
		t.Fatal(err)
	}
	fixture.WantAttempts(t, w, "captured", "authorised")
	newest, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptAuthorised})
	if err != nil {
		t.Fatal(err)
	}
	renewal := newest[0]
	if _, err := w.Config.Gateway.Void(t.Context(), renewal.TransactionID); err != nil { // as in the provider's own console
		t.Fatal(err)
	}
	meet(t, w.Env,
		func(tx pgx.Tx) error { _, err := db.New(tx).LockSubscription(t.Context(), seat); return err },
		func(tx pgx.Tx) error {
			_, err := db.New(tx).LockAttempt(t.Context(), uuid.MustParse(renewal.ID))
			return err
		},
		func() error { return w.Client.Payment.Capture(t.Context(), renewal.ID) })
	fixture.WantAttempts(t, w, "captured", "review")
}

// A declined settlement suspends a subscription while another transaction, which holds it, changes its seats. The
// subscription is locked before its seats.
func TestDeclinedSettlementDuringSeatChange(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, func(in *payment.Input) { in.PayForCoparent = true })
	all, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(all) != 2 {
		t.Fatalf("%d subscriptions, want 2 (%v)", len(all), err)
	}
	transaction := w.OnlyTransaction(t)
	if err := w.Provider.DeclineSettlement(transaction); err != nil {
		t.Fatal(err)
	}
	hook, err := w.Provider.Webhook("transaction_settlement_declined", transaction)
	if err != nil {
		t.Fatal(err)
	}
	meet(t, w.Env,
		func(tx pgx.Tx) error {
			_, err := db.New(tx).LockSubscription(t.Context(), uuid.MustParse(all[0].ID))
			return err
		},
		func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), "UPDATE subscription_seats SET updated_at = created_at")
			return err
		},
		func() error { return w.Client.Payment.Webhook(t.Context(), hook.Signature, hook.Payload) })
	if diff := cmp.Diff(map[string]int{"suspended": 2}, w.Subscriptions(t)); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

// Two professionals invite the same two parents in opposite order.
func TestConcurrentInvitationsOfTheSameParents(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pat := env.SignUpProfessional(t)
	ana, ben := "ana@example.com", "ben@example.com"
	name := func(email string) func(tx pgx.Tx) error {
		return func(tx pgx.Tx) error {
			q := db.New(tx)
			if err := q.LockEmails(t.Context(), []string{ana, ben}); err != nil {
				return err
			}
			family, by := uuid.New(), uuid.MustParse(pat.ProfessionalID)
			if err := q.InsertFamily(t.Context(), family, nil, env.Clock.Now()); err != nil {
				return err
			}
			c := fixture.Core(env)
			guest, err := c.People.Create(t.Context(), q, person.Identity{FirstName: "Guest", LastName: "Roy", Email: email}, person.Row{Now: env.Clock.Now()})
			if err != nil {
				return err
			}
			_, err = q.InsertInvitation(t.Context(), db.InsertInvitationParams{
				ID: uuid.New(), FamilyID: family, Role: "parent_a", UserID: uuid.New(), PersonID: guest, ProfessionalID: &by, EmailHashes: [][]byte{},
				Locale: "en", Now: env.Clock.Now(), ExpiresAt: env.Clock.Now(), EventID: uuid.New(), Actor: "operator",
			})
			return err
		}
	}
	meet(t, env, name(ben), name(ana), func() error {
		_, err := env.Client.Invite.Create(t.Context(), pat.ProfessionalID, invite.Input{
			Parent:   form.InvitedPerson{FirstName: "Ana", LastName: "Roy", Email: ana},
			CoParent: &form.InvitedPerson{FirstName: "Ben", LastName: "Roy", Email: ben},
		}, caller.Meta{})
		return err
	})
}
