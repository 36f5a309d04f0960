package integrations_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/secret"
)

// databaseTimes lists the columns with the database's time: the first audit is the migration's own.
var databaseTimes = map[string]bool{"payment_audits.at": true}

// Events and stored times are the product clock's, not the database's.
func TestEventsHaveTheProductsTime(t *testing.T) {
	t.Parallel()
	a := &app{}
	w := fixture.NewTill(t, withApp(a))
	addEndpoint(t, w.Client, integration.EndpointInput{})

	s := w.SignUp(t)
	paid := run[*payment.Answer](t)(w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.PayForCoparent, in.TermsAndConditions, in.Payment.StorePaymentOnFile = true, true, new(true)
	})))
	w.Work(t)
	run[*account.CredentialsAnswer](t)(w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), account.CredentialsInput{Username: "ana_diaz", Password: fixture.GoodPassword}, caller.Meta{Lang: "en"}))
	guest := w.MailedGuest(t, "invitation")
	guest.Fill(t, fixture.StepOne())
	joined := guest.Fill(t, fixture.Billing())
	run[*account.CredentialsAnswer](t)(guest.Join(t, joined.ClickToJoinToken.Reveal(), true))
	w.Work(t)
	w.Clock.Advance(24 * time.Hour)
	if _, err := w.Client.Privacy.ErasePerson(t.Context(), paid.Registration.Parent.UserID); err != nil {
		t.Fatal(err)
	}
	w.Work(t)

	got := map[string]int{}
	for _, e := range a.got {
		got[e.At.Format(time.DateOnly)+" "+e.Type]++
	}
	want := map[string]int{
		"2026-06-02 account.created": 2, "2026-06-02 account.activated": 2, "2026-06-02 family.joined": 2, "2026-06-02 order.placed": 1,
		"2026-06-02 subscription.started": 2, "2026-06-02 invitation.sent": 1, "2026-06-02 invitation.accepted": 1,
		"2026-06-03 privacy.erased": 1, "2026-06-03 subscription.ended": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events by day (-want +got):\n%s", diff)
	}

	rows, err := w.Pool.Query(t.Context(), `SELECT table_name::text, column_name::text FROM information_schema.columns
		WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name NOT LIKE 'river\_%'`)
	if err != nil {
		t.Fatal(err)
	}
	type column struct{ Table, Name string }
	columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	if err != nil || len(columns) < 50 {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	for _, c := range columns {
		var n int
		if err := w.Pool.QueryRow(t.Context(), fmt.Sprintf("SELECT count(*) FROM %s WHERE %s BETWEEN now() - interval '2 hours' AND now() + interval '2 hours'", c.Table, c.Name)).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n > 0 && !databaseTimes[c.Table+"."+c.Name] {
			t.Errorf("%s.%s has the database's time", c.Table, c.Name)
		}
	}
}
