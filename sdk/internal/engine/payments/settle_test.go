package payments_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The daily sweep finds settled payments, without any webhook.
func TestSettle(t *testing.T) {
	t.Parallel()
	const to = " ana.diaz.1@example.com: "
	hook := func(kind string) func(*testing.T, *fixture.Till, string) { // it happens, and its webhook is lost
		return func(t *testing.T, w *fixture.Till, id string) {
			if _, err := w.Provider.Webhook(kind, id); err != nil {
				t.Fatal(err)
			}
		}
	}
	open := func(kind string) func(*testing.T, *fixture.Till, string) {
		return func(t *testing.T, w *fixture.Till, id string) {
			if _, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: id, Kind: kind}); err != nil {
				t.Fatal(err)
			}
		}
	}
	settle := func(_ *testing.T, w *fixture.Till, _ string) { w.Provider.SettleAll() }
	type found struct {
		State  payment.AttemptState
		Seats  map[string]int
		Mails  []string
		Report payment.SettleReport
	}
	active, suspended := map[string]int{"active": 1}, map[string]int{"suspended": 1}
	cancelled := map[string]int{"cancelled": 1}
	moved := func(s payment.AttemptState) map[payment.AttemptState]int { return map[payment.AttemptState]int{s: 1} }
	for name, test := range map[string]struct {
		days []func(t *testing.T, w *fixture.Till, id string) // events before each day's sweep
		want []found                                          // what it finds
	}{
		"nothing yet, then settled, then final": {
			[]func(*testing.T, *fixture.Till, string){func(*testing.T, *fixture.Till, string) {}, settle, func(*testing.T, *fixture.Till, string) {}},
			[]found{
				{payment.AttemptCaptured, active, nil, payment.SettleReport{Asked: 1}},
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}},
				{payment.AttemptSettled, active, nil, payment.SettleReport{}},
			},
		},
		"declined": {
			[]func(*testing.T, *fixture.Till, string){func(t *testing.T, w *fixture.Till, id string) {
				if err := w.Provider.DeclineSettlement(id); err != nil {
					t.Fatal(err)
				}
			}},
			[]found{{
				payment.AttemptSettlementDeclined, suspended, []string{"payment_problem" + to + "There is a problem with your Cojoin payment"},
				payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettlementDeclined)},
			}},
		},
		"disputed after it was settled, and won": {
			[]func(*testing.T, *fixture.Till, string){settle, hook("dispute_opened"), hook("dispute_won")},
			[]found{
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}},
				{payment.AttemptDisputed, suspended, []string{"dispute" + to + "Your Cojoin payment is disputed"}, payment.SettleReport{Asked: 1, Disputes: 1, Moved: moved(payment.AttemptDisputed)}},
				{payment.AttemptSettled, active, []string{"dispute_won" + to + "Your bank decided that your Cojoin payment is valid"}, payment.SettleReport{Disputes: 1, Moved: moved(payment.AttemptSettled)}},
			},
		},
		"lost": {
			[]func(*testing.T, *fixture.Till, string){settle, hook("dispute_lost")},
			[]found{
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}},
				{payment.AttemptLost, cancelled, []string{"dispute_lost" + to + "Your Cojoin payment was returned"}, payment.SettleReport{Asked: 1, Disputes: 1, Moved: moved(payment.AttemptLost)}},
			},
		},
		"an inquiry, and a second round that is lost": {
			[]func(*testing.T, *fixture.Till, string){settle, open(sandbox.DisputeRetrieval), open(sandbox.DisputePreArbitration), hook("dispute_lost")},
			[]found{
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}},
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Disputes: 1}},
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Disputes: 1}},
				{payment.AttemptLost, cancelled, []string{"dispute_lost" + to + "Your Cojoin payment was returned"}, payment.SettleReport{Asked: 1, Disputes: 1, Moved: moved(payment.AttemptLost)}},
			},
		},
		"refunded in the control panel, in part and then whole": {
			[]func(*testing.T, *fixture.Till, string){settle, refundThere(5000), refundThere(10899)},
			[]found{
				{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}},
				{payment.AttemptSettled, active, []string{"refund" + to + "Your Cojoin refund"}, payment.SettleReport{Asked: 1, Refunds: 1}},
				{payment.AttemptRefunded, cancelled, []string{"refund" + to + "Your Cojoin refund"}, payment.SettleReport{Asked: 1, Refunds: 1, Moved: moved(payment.AttemptRefunded)}},
			},
		},
		"a search that finds nothing isn't believed": {
			[]func(*testing.T, *fixture.Till, string){func(t *testing.T, w *fixture.Till, _ string) {
				w.Provider.SettleAll()
				w.Fault(t, sandbox.Fault{Kind: sandbox.FaultSearchEmpty, Count: 1})
			}},
			[]found{{payment.AttemptSettled, active, nil, payment.SettleReport{Asked: 1, Moved: moved(payment.AttemptSettled)}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			w.NewMails(t)
			id := fixture.OnlyAttempt(t, w).TransactionID
			for day, happens := range test.days {
				happens(t, w, id)
				report := w.Settle(t)
				a := fixture.OnlyAttempt(t, w)
				got := found{a.State, w.Subscriptions(t), w.NewMails(t), *report}
				if day > 0 && got.Report.Asked > 1 { // by its day, and by a search
					got.Report.Asked = 1
				}
				want := test.want[day]
				if want.Report.Asked == 0 {
					got.Report.Asked = 0
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("day %d (-want +got):\n%s", day+1, diff)
				}
				wantFindings(t, w)
			}
		})
	}
}

func refundThere(minor int64) func(*testing.T, *fixture.Till, string) {
	return func(t *testing.T, w *fixture.Till, id string) { w.RefundThere(t, id, money.New(minor, "USD")) }
}

// A wallet's settlement may be declined like a card's, without a webhook.
func TestSettlementDeclinedForPayPal(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, func(in *payment.Input) {
		fixture.Kept(in)
		in.Payment.Nonce, in.Payment.PaymentType = "fake-paypal-billing-agreement-nonce", gateway.PaymentPayPal
	})
	w.NewMails(t)
	a := fixture.OnlyAttempt(t, w)
	if err := w.Provider.DeclineSettlement(a.TransactionID); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	if got := fixture.OnlyAttempt(t, w); got.State != payment.AttemptSettlementDeclined || got.PaymentType != gateway.PaymentPayPal {
		t.Errorf("the attempt is %s, by %s", got.State, got.PaymentType)
	}
	w.WantTerms(t, fixture.Term{State: "suspended", Ends: fixture.FirstEnd})
	w.WantMails(t, "payment_problem ana.diaz.1@example.com: There is a problem with your Cojoin payment")
	wantFindings(t, w)
}

// A sweep with failing searches changes nothing, and the next one finds everything.
func TestSettleSearchFails(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	w.Clock.Advance(fixture.Day)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "search"})
	if report, err := w.Client.Payment.Settle(t.Context()); err == nil {
		t.Errorf("%+v, and no error", report)
	}
	if got := fixture.OnlyAttempt(t, w).State; got != payment.AttemptCaptured {
		t.Errorf("the attempt is %s", got)
	}
	w.Settle(t)
	if got := fixture.OnlyAttempt(t, w).State; got != payment.AttemptSettled {
		t.Errorf("the attempt is %s", got)
	}
}

// A payment with a running refund is checked again within the hour, and delays no other.
func TestSettleDuringRefund(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	for range 4 {
		w.Subscribe(t, fixture.Kept)
	}
	w.Provider.SettleAll()
	w.Clock.Advance(fixture.Day)
	if _, err := w.Pool.Exec(t.Context(), "UPDATE payment_attempts SET lease_until = $1 WHERE id = (SELECT id FROM payment_attempts ORDER BY transaction_id LIMIT 1)", w.Clock.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []payment.SettleReport{
		{Asked: 4, Moved: map[payment.AttemptState]int{payment.AttemptSettled: 3}},
		{Asked: 1, Moved: map[payment.AttemptState]int{payment.AttemptSettled: 1}},
	} {
		got, err := w.Client.Payment.Settle(t.Context())
		if diff := cmp.Diff(&want, got); diff != "" || err != nil {
			t.Errorf("error %v (-want +got):\n%s", err, diff)
		}
		w.Clock.Advance(time.Hour)
	}
}

// unsearched is a provider with a search for disputes that finds none, as for an old one.
type unsearched struct{ gateway.Gateway }

func (unsearched) FindDisputedSince(context.Context, time.Time) ([]gateway.Transaction, error) {
	return nil, nil
}

// A settled payment with an open inquiry is checked until the inquiry is decided, no matter how long that takes.
func TestOpenInquiryIsChecked(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept, sdktest.WithConfig(func(c *sdk.Config) { c.Gateway = unsearched{c.Gateway} }))
	w.Provider.SettleAll()
	opened, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: fixture.OnlyAttempt(t, w).TransactionID, Kind: sandbox.DisputeRetrieval})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"open", "won"} {
		if want == "won" {
			if _, err := w.Provider.DecideDispute(opened.ID, want); err != nil {
				t.Fatal(err)
			}
		}
		w.Settle(t)
		list, err := w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{})
		if err != nil || len(list) != 1 || string(list[0].State) != want {
			t.Errorf("%+v, %v, want it %s", list, err, want)
		}
		fixture.WantAttempts(t, w, "captured")
	}
}

// A settlement that can't be stored is counted, and checked again.
func TestUnstoredSettlementIsRetried(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	allow := w.RefuseWrites(t, "INSERT", "payment_events", "true")
	if report := w.Settle(t); report.Asked != 1 || report.Failed != 1 || len(report.Moved) != 0 {
		t.Errorf("%+v", report)
	}
	allow()
	report := w.Settle(t)
	if report.Asked != 1 || report.Failed != 0 || report.Moved[payment.AttemptSettled] != 1 {
		t.Errorf("afterwards: %+v", report)
	}
}

// undated is a provider that omits the opening day of a dispute.
type undated struct{ gateway.Gateway }

func (g undated) FindDisputedSince(ctx context.Context, since time.Time) ([]gateway.Transaction, error) {
	return undate(g.Gateway.FindDisputedSince(ctx, since))
}

func (g undated) FindMany(ctx context.Context, ids []string) ([]gateway.Transaction, error) {
	return undate(g.Gateway.FindMany(ctx, ids))
}

func undate(found []gateway.Transaction, err error) ([]gateway.Transaction, error) {
	for _, t := range found {
		for i := range t.Disputes {
			t.Disputes[i].OpenedAt = time.Time{}
		}
	}
	return found, err
}

// A dispute without an opening day counts from the day of its first notice.
func TestUndatedDispute(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept, sdktest.WithConfig(func(c *sdk.Config) { c.Gateway = undated{c.Gateway} }))
	w.Provider.SettleAll()
	if _, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: fixture.OnlyAttempt(t, w).TransactionID}); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	list, err := w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{Open: true})
	if err != nil || len(list) != 1 || !list[0].OpenedAt.Equal(w.Clock.Now()) {
		t.Errorf("%+v, %v", list, err)
	}
}

// Disputes are listed by their deadline for evidence, and all facts about a payment are one text.
func TestDisputesAndEvidence(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	a := fixture.OnlyAttempt(t, w)
	opened, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: a.TransactionID, Reason: "product_not_received", Amount: "100.00"})
	if err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	list, err := w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{Open: true})
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	want := payment.Dispute{
		ID: opened.ID, AttemptID: a.ID, OrderID: a.OrderID, Kind: "chargeback", State: "open", Amount: "100.00", Currency: "USD", Reason: "product_not_received",
		OpenedAt: list[0].OpenedAt, ReplyBy: &opened.ReplyBy,
	}
	if diff := cmp.Diff(want, list[0]); diff != "" {
		t.Errorf("dispute (-want +got):\n%s", diff)
	}
	evidence, err := w.Client.Audit.Evidence(caller.WithOperator(t.Context(), "olga"), a.ID)
	if err != nil {
		t.Fatal(err)
	}
	fixture.WantLines(t, evidence, "Payment", "  Transaction: "+a.TransactionID, "  Amount: 158.99 USD", "Customer", "  Name: Ana Diaz", "  E-mail: ana.diaz.1@example.com",
		"  Street: M", "  Postal code: M", "Refunds and disputes", "  Dispute "+opened.ID+": chargeback, open, 100.00 USD, product_not_received", "Receipt", "  Total: $158.99")
	if n := fixture.CountRows(t, w.Env, "operator_readings WHERE what = 'payment' AND operator_name = 'olga'"); n != 1 {
		t.Errorf("%d readings of the payment", n)
	}
	if _, err := w.Provider.DecideDispute(opened.ID, "won"); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	if open, err := w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{Open: true}); err != nil || len(open) != 0 {
		t.Errorf("open after it was won: %+v, %v", open, err)
	}
	want.State, want.DecidedAt = "won", new(w.Clock.Now().UTC())
	list, err = w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{})
	if diff := cmp.Diff([]payment.Dispute{want}, list); diff != "" || err != nil {
		t.Errorf("all after it was won, error %v (-want +got):\n%s", err, diff)
	}
	second, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: a.TransactionID, Reason: "fraud", Amount: "10.00"})
	if err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	var ids []string
	for _, limit := range []int{1, 2} {
		list, err := w.Client.Payment.Disputes(t.Context(), payment.DisputeFilter{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			ids = append(ids, d.ID)
		}
	}
	if diff := cmp.Diff([]string{second.ID, second.ID, opened.ID}, ids); diff != "" {
		t.Errorf("one, and both, the open one first (-want +got):\n%s", diff)
	}
}
