package payments_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

// An order has at most one live attempt, and a purchase has at most one live order, no matter which code writes the rows. Without these constraints
// of the database, only a race could lead to a second payment, so the test writes the rows itself.
func TestDatabaseRefusesASecondPayment(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	for index, statement := range map[string]string{
		"payment_attempts_standing_order": `INSERT INTO payment_attempts (id, order_id, number, state, amount_minor, currency, merchant_account_id, payment_type, vault, lease_until, check_at, created_at, updated_at)
			SELECT gen_random_uuid(), order_id, number + 1, 'created', amount_minor, currency, merchant_account_id, payment_type, vault, lease_until, lease_until, created_at, updated_at FROM payment_attempts`,
		"orders_one_live": `INSERT INTO orders (id, purpose, state, registration_id, package_id, package_name, years, seats, currency, sub_total_minor, discount_minor, code_total_minor, tax_minor,
				total_minor, renewal_minor, locale, created_at, updated_at)
			SELECT gen_random_uuid(), purpose, 'pending', registration_id, package_id, package_name, years, seats, currency, sub_total_minor, discount_minor, code_total_minor, tax_minor,
				total_minor, renewal_minor, locale, created_at, updated_at FROM orders`,
	} {
		_, err := w.Pool.Exec(t.Context(), statement)
		var refused *pgconn.PgError
		if !errors.As(err, &refused) || refused.ConstraintName != index {
			t.Errorf("%s admits a second one: %v", index, err)
		}
	}
}

// Money is captured only for a placed order: the authorization of any other order is voided. No operation leads to this state, so the test writes it
// itself.
func TestCaptureOfAnOrderThatIsNotPlaced(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), "UPDATE orders SET state = 'cancelled'"); err != nil {
		t.Fatal(err)
	}
	if err := w.Client.Payment.Capture(t.Context(), fixture.OnlyAttempt(t, w).ID); err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Voided)
	fixture.WantAttempts(t, w, "voided")
}

// The first charge of a series is sent to the provider as recurring_first, and the following ones as recurring. A single charge has no mark.
func TestChargesOfASeriesAreMarked(t *testing.T) {
	t.Parallel()
	for source, change := range map[string]func(*payment.Input){"recurring_first": fixture.Kept, "": func(*payment.Input) {}} {
		w, _ := fixture.Subscribed(t, change)
		if got := w.Provider.Ledger().Transactions[0].Source; got != source {
			t.Errorf("the first charge has the source %q, want %q", got, source)
		}
		w.RunOn(t, fixture.FirstEnd)
		if all := w.Provider.Ledger().Transactions; source != "" && (len(all) != 2 || all[1].Source != "recurring") {
			t.Errorf("the renewal: %+v", all)
		}
	}
}

// A failed search proves nothing: no number of failed searches ends the attempt. When a search succeeds and finds the payment, the order is placed.
func TestFailedSearchesProveNothing(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "search", Count: -1})
	for range 8 {
		w.Clock.Advance(time.Hour)
		w.Work(t)
	}
	if a := fixture.OnlyAttempt(t, w); a.State != payment.AttemptUnknown || a.Searches != 0 {
		t.Errorf("after failed searches the attempt is %s, and %d searches count as finding nothing", a.State, a.Searches)
	}
	w.Provider.ClearFaults()
	w.Clock.Advance(time.Hour)
	w.Work(t)
	w.WantBooks(t, fixture.PaidOnce)
}
