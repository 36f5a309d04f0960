package subscriptions_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/subscription"
)

var (
	secondEnd = fixture.FirstEnd.AddDate(1, 0, 0)
)

func TestRenewal(t *testing.T) {
	t.Parallel()

	t.Run("two notices, one charge, with tax of the day and without the coupon", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PromoCodes = []string{"FLAT15"} })
		w.NewMails(t)
		w.RunOn(t, fixture.FirstEnd.Add(-31*fixture.Day))
		w.WantMails(t)
		w.RunOn(t, fixture.FirstEnd.Add(-30*fixture.Day))
		w.WantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription renews on June 2, 2027")
		w.RunOn(t, fixture.FirstEnd.Add(-8*fixture.Day))
		w.WantMails(t)
		w.RunOn(t, fixture.FirstEnd.Add(-7*fixture.Day))
		w.WantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription renews on June 2, 2027")
		w.RunOn(t, fixture.FirstEnd.Add(-time.Second))
		first := fixture.Line{Status: "submitted_for_settlement", Amount: "143.09", Currency: "USD"} // 134.99 and 6 %
		w.WantLedger(t, first)
		w.RunOn(t, fixture.FirstEnd)
		w.WantLedger(t, first, fixture.Captured)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt")
		receipt := fixture.Record(t, w.Env, `SELECT document->>'transactionDateTime' AS paid_at, document->>'endsAt' AS ends_at, r.created_at = o.placed_at AS of_then
			FROM receipts r JOIN orders o ON o.id = r.order_id WHERE o.purpose = 'renewal'`)
		if diff := cmp.Diff(map[string]any{"paid_at": "2027-06-02T04:00:00Z", "ends_at": "2028-06-02T04:00:00Z", "of_then": true}, receipt); diff != "" {
			t.Errorf("receipt of the renewal (-want +got):\n%s", diff)
		}
		var bought [2]map[string]any
		for i, purpose := range []string{"signup", "renewal"} {
			bought[i] = fixture.Record(t, w.Env, `SELECT package_id, package_name, product_id, services, years, seats, payment_type, store_payment, country, region, locale
				FROM orders WHERE purpose = '`+purpose+`'`)
		}
		if diff := cmp.Diff(bought[0], bought[1]); diff != "" {
			t.Errorf("the renewal's order (-first order +renewal):\n%s", diff)
		}
		w.RunOn(t, fixture.FirstEnd.Add(fixture.Day))
		w.WorkAgain(t)
		w.WantLedger(t, first, fixture.Captured)
		w.WantMails(t)
		if got := w.Provider.Ledger().Transactions[1]; got.Source != "recurring" || got.CardLastFour != "1881" {
			t.Errorf("the renewal's transaction: %+v", got)
		}
		done, err := w.Client.Audit.VerifyReceipts(t.Context(), time.Time{}, func(d audit.ReceiptDifference) { t.Errorf("%+v", d) })
		if err != nil || done.Orders != 2 || done.Receipts != 2 {
			t.Errorf("receipts verified: %+v, %v", done, err)
		}
	})

	t.Run("a custom package is renewed unchanged", func(t *testing.T) {
		t.Parallel()
		built := form.OrderChoice{PackageID: 2009, ProductID: "SUB1YEAR", Services: []string{"MYFILES5GB", "CALLSBASIC"}}
		w, paid := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.Order = built })
		w.RunOn(t, fixture.FirstEnd)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
		var bought [2]map[string]any
		for i, purpose := range []string{"signup", "renewal"} {
			bought[i] = fixture.Record(t, w.Env, "SELECT product_id, services, package_id FROM orders WHERE purpose = '"+purpose+"'")
		}
		if diff := cmp.Diff(bought[0], bought[1]); diff != "" || bought[1]["product_id"] != "SUB1YEAR" || paid.Receipt == nil {
			t.Errorf("renewed %v (-first order +renewal):\n%s", bought[1], diff)
		}
	})

	t.Run("both seats are one charge", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
		w.Clock.Set(fixture.FirstEnd)
		if got, err := w.Client.Subscription.Renew(t.Context(), seat(t, seats(t, w, 2), 2)); got != subscription.RenewalNotDue || err != nil {
			t.Errorf("the second seat by itself: %s, %v", got, err)
		}
		w.WantLedger(t, fixture.Line{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"})
		w.RunRenewals(t)
		both := fixture.Line{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"} // 299.98 and 6 %
		w.WantLedger(t, both, both)
		renewed := fixture.Term{State: "active", Renews: true, Ends: secondEnd}
		w.WantTerms(t, renewed, renewed)
	})

	t.Run("without a stored method it ends, as its terms and notices state", func(t *testing.T) {
		t.Parallel()
		w, answer := fixture.Subscribed(t, func(*payment.Input) {})
		if want := "Your payment method isn’t saved: your subscription ends after 1 year and does not renew automatically."; !strings.Contains(answer.PricingInfo.Terms, want) {
			t.Errorf("terms %q lack %q", answer.PricingInfo.Terms, want)
		}
		w.NewMails(t)
		w.RunOn(t, fixture.FirstEnd.Add(-30*fixture.Day))
		w.WantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription ends on June 2, 2027")
		w.RunOn(t, fixture.FirstEnd)
		w.WantTerms(t, fixture.Term{State: "ended", Ends: fixture.FirstEnd})
		w.WantLedger(t, fixture.Captured)
	})

	t.Run("declined after 1, 3 and 7 days, then lapsed", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001", Count: -1}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(fixture.FirstEnd.Add(-time.Hour)) // past the notices
		w.RunRenewals(t)
		w.NewMails(t)
		for i, next := range []time.Duration{fixture.Day, 3 * fixture.Day, 7 * fixture.Day} {
			w.RunOn(t, fixture.FirstEnd.Add([]time.Duration{0, fixture.Day, 3 * fixture.Day}[i]))
			w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd, Tries: i + 1, Next: fixture.FirstEnd.Add(next).Format(time.DateOnly)})
			w.RunOn(t, fixture.FirstEnd.Add(next-time.Hour)) // nothing in between
		}
		w.WantMails(t, "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet")
		w.RunOn(t, fixture.FirstEnd.Add(7*fixture.Day))
		w.WantTerms(t, fixture.Term{State: "lapsed", Ends: fixture.FirstEnd, Tries: 4})
		w.WantMails(t, "renewal_lapsed ana.diaz.1@example.com: Your Cojoin subscription has ended")
		w.Provider.ClearFaults()
		w.RunOn(t, fixture.FirstEnd.Add(30*fixture.Day))
		no := fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}
		w.WantLedger(t, fixture.Captured, no, no, no, no)
		w.WantBooks(t, fixture.Books{Placed: 1, Families: 1, Receipts: 1, Captured: 1})
	})

	t.Run("declined once, then renewed from the day it ended", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd)
		w.RunOn(t, fixture.FirstEnd.Add(fixture.Day))
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
		w.WantLedger(t, fixture.Captured, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"}, fixture.Captured)
		receipt := fixture.Record(t, w.Env, `SELECT document->>'transactionDateTime' AS paid_at, document->>'endsAt' AS ends_at, document->>'renewsAt' AS renews_at
			FROM receipts r JOIN orders o ON o.id = r.order_id WHERE o.purpose = 'renewal'`)
		want := map[string]any{"paid_at": "2027-06-03T04:00:00Z", "ends_at": "2028-06-02T04:00:00Z", "renews_at": "2028-06-02T04:00:00Z"}
		if diff := cmp.Diff(want, receipt); diff != "" {
			t.Errorf("receipt (-want +got):\n%s", diff)
		}
	})

	t.Run("a refunded renewal continues on request, if its payment was captured", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		w.Clock.Set(fixture.FirstEnd)
		if got, err := w.Client.Subscription.Renew(t.Context(), w.OnlyID(t)); got != subscription.RenewalDone || err != nil {
			t.Fatalf("%s, %v", got, err)
		}
		list, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptAuthorised})
		if err != nil || len(list) != 1 {
			t.Fatalf("authorized: %+v, %v", list, err)
		}
		in := payment.RefundInput{Reason: "goodwill", KeepSubscription: true}
		if _, err := w.Client.Payment.Refund(t.Context(), list[0].ID, in); !errors.Is(err, payment.RefundUnsettled) {
			t.Errorf("not captured yet: %v, want %v", err, payment.RefundUnsettled)
		}
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
		w.Work(t)
		if _, err := w.Client.Payment.Refund(t.Context(), list[0].ID, in); err != nil {
			t.Fatal(err)
		}
		w.WantLedger(t, fixture.Captured, fixture.Voided)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("a seat that is left while both are being paid: given back, and the other one renews", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("none")
		w, _ := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true }, fixture.WithHold(h))
		w.Clock.Set(fixture.FirstEnd)
		endWhileRenewing(t, w, h, seat(t, seats(t, w, 2), 1), seat(t, seats(t, w, 2), 2))
		w.RunRenewals(t)
		both := fixture.Line{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"}
		back := fixture.Line{Status: "voided", Amount: "317.98", Currency: "USD"}
		w.WantLedger(t, both, back, fixture.Captured)
	})

	t.Run("an answer that is lost is found", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd)
		w.RunOn(t, fixture.FirstEnd.Add(time.Hour))
		w.WantLedger(t, fixture.Captured, fixture.Captured)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("a missing payment goes to review, and an operator settles it", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultReset}); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd)
		for range 6 {
			w.Clock.Advance(time.Minute)
			w.RunRenewals(t)
		}
		if diff := cmp.Diff([]string{"captured", "review"}, w.Attempts(t)); diff != "" {
			t.Fatalf("attempts (-want +got):\n%s", diff)
		}
		w.RunOn(t, fixture.FirstEnd.Add(5*time.Hour))
		w.WantLedger(t, fixture.Captured) // no automatic retry
		list, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptReview})
		if err != nil || len(list) != 1 {
			t.Fatalf("in review: %v, %v", list, err)
		}
		if _, err := w.Client.Payment.ReconcileNow(t.Context(), list[0].ID); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			w.Clock.Advance(time.Minute)
			w.Work(t)
		}
		w.RunRenewals(t) // absent for certain: now it is charged
		w.WantLedger(t, fixture.Captured, fixture.Captured)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("a payment found by an operator is refunded, and its seats are free", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultSearchEmpty, Count: -1})
		w.RunOn(t, fixture.FirstEnd)
		for range 6 {
			w.Clock.Advance(time.Minute)
			w.RunRenewals(t)
		}
		if diff := cmp.Diff([]string{"captured", "review"}, w.Attempts(t)); diff != "" {
			t.Fatalf("attempts (-want +got):\n%s", diff)
		}
		if _, err := w.Pool.Exec(t.Context(), "UPDATE payment_attempts SET transaction_id = $1 WHERE state = 'review'", w.Provider.Ledger().Transactions[1].ID); err != nil {
			t.Fatal(err)
		}
		list, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptReview})
		if err != nil || len(list) != 1 {
			t.Fatalf("in review: %v, %v", list, err)
		}
		seat, err := w.Client.Subscription.Find(t.Context(), w.OnlyID(t))
		if err != nil || !seat.RenewingNow {
			t.Fatalf("seat in review: %+v, %v", seat, err)
		}
		got, err := w.Client.Payment.Refund(t.Context(), list[0].ID, payment.RefundInput{})
		if err != nil || got.State != payment.AttemptVoided || got.OrderState != order.Cancelled {
			t.Fatalf("refunded: %+v, %v", got, err)
		}
		seat, err = w.Client.Subscription.Find(t.Context(), w.OnlyID(t))
		if err != nil || seat.RenewingNow {
			t.Errorf("seat after the refund: %+v, %v", seat, err)
		}
		w.RunRenewals(t)
		w.WantLedger(t, fixture.Captured, fixture.Voided)
		w.WantTerms(t, fixture.Term{State: "ended", Ends: fixture.FirstEnd})
	})
}

func TestRenewalOnce(t *testing.T) {
	t.Parallel()

	t.Run("two concurrent workers", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept, sdktest.WithConnections(12))
		w.Clock.Set(fixture.FirstEnd)
		id := w.OnlyID(t)
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() {
				if _, err := w.Client.Subscription.Renew(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		w.Work(t)
		w.WantLedger(t, fixture.Captured, fixture.Captured)
		w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("cancelled while it is being paid: given back", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("none")
		w, _ := fixture.Subscribed(t, fixture.Kept, fixture.WithHold(h))
		w.Clock.Set(fixture.FirstEnd)
		endWhileRenewing(t, w, h, w.OnlyID(t), w.OnlyID(t))
		w.RunRenewals(t)
		w.WantLedger(t, fixture.Captured, fixture.Voided)
		w.WantTerms(t, fixture.Term{State: "ended", Ends: fixture.FirstEnd})
	})

	t.Run("canceled during a decline: the order isn't retried", func(t *testing.T) {
		t.Parallel()
		h := fixture.NewHold("none")
		w, _ := fixture.Subscribed(t, fixture.Kept, fixture.WithHold(h))
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline})
		w.Clock.Set(fixture.FirstEnd)
		endWhileRenewing(t, w, h, w.OnlyID(t), w.OnlyID(t))
		if n := fixture.CountRows(t, w.Env, "orders WHERE state = 'pending'"); n != 0 {
			t.Errorf("%d orders wait for a renewal that was cancelled", n)
		}
	})

	t.Run("cancelled between two tries", func(t *testing.T) {
		t.Parallel()
		w, _ := fixture.Subscribed(t, fixture.Kept)
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd)
		if _, err := w.Client.Subscription.EndRenewal(t.Context(), w.OnlyID(t)); err != nil {
			t.Fatal(err)
		}
		w.RunOn(t, fixture.FirstEnd.Add(10*fixture.Day))
		w.WantLedger(t, fixture.Captured, fixture.Line{Status: "processor_declined", Amount: "158.99", Currency: "USD"})
		w.WantTerms(t, fixture.Term{State: "ended", Ends: fixture.FirstEnd, Tries: 1})
	})

	t.Run("the server dies at every step", func(t *testing.T) {
		t.Parallel()
		for _, point := range payment.InterruptPoints[len(payment.InterruptPoints)-6:] {
			t.Run(string(point), func(t *testing.T) {
				t.Parallel()
				w, _ := fixture.Subscribed(t, fixture.Kept)
				cfg := w.Config
				cfg.Payment.Interrupt = func(at payment.InterruptPoint) {
					if at == point {
						panic(errDied)
					}
				}
				doomed := w.NewClient(t, cfg)
				w.Clock.Set(fixture.FirstEnd)
				func() {
					defer func() {
						if got := recover(); got != errDied { //nolint:errorlint // the very value
							t.Errorf("recovered %v", got)
						}
					}()
					_, _ = doomed.Subscription.Renew(t.Context(), w.OnlyID(t))
				}()
				for range 8 { // past the lease, three searches and, where nothing was sent, the nonce's life
					w.Clock.Advance(2 * time.Minute)
					w.RunRenewals(t)
				}
				if point == payment.InterruptSentRenewal { // nothing was sent, but only the operator can confirm that
					w.Clock.Advance(4 * time.Hour)
					list, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptReview})
					if err != nil || len(list) != 1 {
						t.Fatalf("in review: %v, %v", list, err)
					}
					if _, err := w.Client.Payment.ReconcileNow(t.Context(), list[0].ID); err != nil {
						t.Fatal(err)
					}
					for range 4 {
						w.Clock.Advance(time.Minute)
						w.RunRenewals(t)
					}
				}
				w.WantLedger(t, fixture.Captured, fixture.Captured)
				w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: secondEnd})
			})
		}
	})
}

var errDied = errors.New("died")

// endWhileRenewing renews one subscription, and ends the renewal of another while the provider's response is held.
func endWhileRenewing(t *testing.T, w *fixture.Till, h *fixture.Hold, renewed, ended string) {
	t.Helper()
	h.Call = "authorize"
	done := make(chan error, 1)
	go func() {
		_, err := w.Client.Subscription.Renew(context.WithoutCancel(t.Context()), renewed)
		done <- err
	}()
	<-h.Acted
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	h.Call = "none" // hold no later call
	close(h.Release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// seats lists all subscriptions, the newest first. There must be want of them.
func seats(t *testing.T, w *fixture.Till, want int) []subscription.Subscription {
	t.Helper()
	list, err := w.Client.Subscription.List(t.Context(), subscription.Filter{})
	if err != nil || len(list) != want {
		t.Fatalf("%+v, %v", list, err)
	}
	return list
}

// seat returns the id of a family's first or second seat.
func seat(t *testing.T, family []subscription.Subscription, number int) string {
	t.Helper()
	i := slices.IndexFunc(family, func(s subscription.Subscription) bool { return s.Seat == number })
	if i < 0 {
		t.Fatalf("no seat %d in %+v", number, family)
	}
	return family[i].ID
}

func TestCancelSubscription(t *testing.T) {
	t.Parallel()
	w, answer := fixture.Subscribed(t, func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true })
	w.NewMails(t)
	payer := w.AccountToken(t, answer)
	list, err := w.Client.Subscription.Own(t.Context(), payer)
	if err != nil || len(list) != 2 {
		t.Fatalf("own subscriptions: %v, %v", list, err)
	}
	other := w.Subscribe(t, fixture.Kept)
	w.NewMails(t)
	stranger := w.AccountToken(t, other)
	if _, err := w.Client.Subscription.Cancel(t.Context(), list[1].ID, stranger); !errors.Is(err, subscription.NotFound) {
		t.Errorf("another person's: %v, want %v", err, subscription.NotFound)
	}
	for _, mails := range [][]string{{"subscription_cancelled ana.diaz.1@example.com: Your Cojoin renewal is cancelled"}, nil} { // the second call changes nothing
		got, err := w.Client.Subscription.Cancel(t.Context(), list[1].ID, payer)
		if err != nil {
			t.Fatal(err)
		}
		want := list[1]
		want.Renews, want.CancelledAt = false, &sdktest.Start
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("cancelled (-want +got):\n%s", diff)
		}
		w.Work(t)
		w.WantMails(t, mails...)
	}
	w.RunOn(t, fixture.FirstEnd)
	one := fixture.Term{State: "active", Renews: true, Ends: secondEnd}
	w.WantTerms(t, one, fixture.Term{State: "ended", Ends: fixture.FirstEnd}, one)
	both := fixture.Line{Status: "submitted_for_settlement", Amount: "317.98", Currency: "USD"}
	w.WantLedger(t, both, fixture.Captured, fixture.Captured, fixture.Captured) // one seat, and the other family's
}

func TestRunRenewals(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	id := w.OnlyID(t)
	planned := subscription.RenewalLine{
		SubscriptionID: id, PackageName: "P0_ESSENTIAL_1Y", Seats: 1, TermEnded: fixture.FirstEnd, Try: 1,
		Renewal: "149.99", Tax: "9.00", Total: "158.99", Currency: "USD", Outcome: subscription.RenewalPlanned,
	}
	got, err := w.Client.Subscription.RunRenewals(t.Context(), subscription.RenewalRun{At: fixture.FirstEnd, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&subscription.RenewalReport{At: fixture.FirstEnd, DryRun: true, Lines: []subscription.RenewalLine{planned}}, got); diff != "" {
		t.Errorf("dry run (-want +got):\n%s", diff)
	}
	w.WantLedger(t, fixture.Captured)
	cfg := w.Config
	cfg.Payment.ReusableNonces = false // a real provider
	if ahead, err := w.NewClient(t, cfg).Subscription.RunRenewals(t.Context(), subscription.RenewalRun{At: fixture.FirstEnd, DryRun: true}); err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(got, ahead); diff != "" {
		t.Errorf("dry run with a real provider (-want +got):\n%s", diff)
	}
	if _, err := w.NewClient(t, cfg).Subscription.RunRenewals(t.Context(), subscription.RenewalRun{At: fixture.FirstEnd}); !errors.Is(err, subscription.RenewalsEarly) {
		t.Errorf("early: %v, want %v", err, subscription.RenewalsEarly)
	}
	w.Clock.Set(fixture.FirstEnd)
	got, err = w.NewClient(t, cfg).Subscription.RunRenewals(t.Context(), subscription.RenewalRun{})
	if err != nil {
		t.Fatal(err)
	}
	done := planned
	done.Outcome = subscription.RenewalDone
	if diff := cmp.Diff(&subscription.RenewalReport{At: fixture.FirstEnd, Lines: []subscription.RenewalLine{done}}, got); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
	w.WantLedger(t, fixture.Captured, fixture.Authorized)
	if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	w.WantLedger(t, fixture.Captured, fixture.Captured)
}

// An operator's run reports each result: declined where a retry follows, lapsed after the last try.
func TestRunReportsDeclinedRenewals(t *testing.T) {
	t.Parallel()
	for code, tries := range map[string][]time.Duration{"2001": {0, fixture.Day, 3 * fixture.Day, 7 * fixture.Day}, "2013": {0, 7 * fixture.Day}} {
		w, _ := fixture.Subscribed(t, fixture.Kept)
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDecline, Code: code, Count: -1})
		var reported, want []subscription.RenewalOutcome
		for i, later := range tries {
			w.Clock.Set(fixture.FirstEnd.Add(later))
			report, err := w.Client.Subscription.RunRenewals(t.Context(), subscription.RenewalRun{})
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range report.Lines {
				reported = append(reported, line.Outcome)
			}
			want = append(want, subscription.RenewalRefused)
			if i == len(tries)-1 {
				want[i] = subscription.RenewalLapsed
			}
		}
		if diff := cmp.Diff(want, reported); diff != "" {
			t.Errorf("declined as %s (-want +got):\n%s", code, diff)
		}
	}
}

// A run counts its mails: one for seats that renew together, one for each seat that ends and has a user. It counts the seats that it ends. A dry run
// sends and ends none. A renewal that fails reports the problem and doesn't stop the others.
func TestRunCountsNoticesAndEnds(t *testing.T) {
	t.Parallel()
	both := func(in *payment.Input) { fixture.Kept(in); in.PayForCoparent = true }
	w, _ := fixture.Subscribed(t, both)
	w.Subscribe(t, func(in *payment.Input) { in.PayForCoparent = true }) // neither renews
	w.Subscribe(t, both)
	all := seats(t, w, 6)
	if _, err := w.Client.Subscription.EndRenewal(t.Context(), seat(t, all[4:], 2)); err != nil { // of the first family
		t.Fatal(err)
	}
	w.Work(t)
	w.NewMails(t)
	type counts struct{ Notices, Ended, Renewals int }
	run := func(at time.Time, dry bool) *subscription.RenewalReport {
		t.Helper()
		report, err := w.Client.Subscription.RunRenewals(t.Context(), subscription.RenewalRun{At: at, DryRun: dry})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	monthBefore := fixture.FirstEnd.Add(-30 * fixture.Day)
	var got []counts
	for _, dry := range []bool{true, false, false} {
		report := run(monthBefore, dry)
		got = append(got, counts{report.Notices, report.Ended, len(report.Lines)})
	}
	w.Work(t)
	if n := len(w.NewMails(t)); n != 3 {
		t.Errorf("%d mails about coming ends, want 3", n)
	}

	// The newest family's stored price differs from its catalog's.
	if _, err := w.Pool.Exec(t.Context(), "UPDATE subscription_seats SET renewal_minor = 1 WHERE id IN ($1, $2)", all[0].ID, all[1].ID); err != nil {
		t.Fatal(err)
	}
	w.Clock.Set(fixture.FirstEnd)
	report := run(time.Time{}, false)
	got = append(got, counts{report.Notices, report.Ended, len(report.Lines)})
	w.Work(t)
	w.Clock.Set(secondEnd.Add(-30 * fixture.Day))
	yearLater := run(time.Time{}, false)
	got = append(got, counts{yearLater.Notices, yearLater.Ended, len(yearLater.Lines)})
	if diff := cmp.Diff([]counts{{}, {Notices: 3}, {}, {Ended: 3, Renewals: 2}, {Notices: 1, Renewals: 1}}, got); diff != "" {
		t.Errorf("dry, a month before, once more, at the end, a month before the next one (-want +got):\n%s", diff)
	}
	outcomes := map[subscription.RenewalOutcome]string{}
	for _, line := range report.Lines {
		outcomes[line.Outcome] = line.Problem
	}
	if len(outcomes) != 2 || outcomes[subscription.RenewalDone] != "" || !strings.Contains(outcomes[subscription.RenewalFailed], "its price is 299.98 USD, but 2 was announced") {
		t.Errorf("outcomes and problems: %v", outcomes)
	}
}

// A co-parent who has joined gets a receipt for each paid term.
func TestRenewalIsOnRecordForTheCoParent(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Join(t, func(in *payment.Input) { in.PayForCoparent = true }, fixture.Kept)
	guest := w.MailedGuest(t, email.Invitation)
	guest.Fill(t, fixture.StepOne())
	guest.Fill(t, fixture.Billing())
	w.RunOn(t, fixture.FirstEnd)
	var ends []string
	rows, err := w.Pool.Query(t.Context(), "SELECT document->>'endsAt' FROM receipts WHERE kind = 'co_parent' ORDER BY created_at")
	if err == nil {
		ends, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if diff := cmp.Diff([]string{"2027-06-02T04:00:00Z", "2028-06-02T04:00:00Z"}, ends); diff != "" || err != nil {
		t.Errorf("%v, records (-want +got):\n%s", err, diff)
	}
}
