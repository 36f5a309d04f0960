package sdk_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/jobs"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

const day = 24 * time.Hour

var (
	firstEnd  = sdktest.Start.AddDate(1, 0, 0)
	secondEnd = sdktest.Start.AddDate(2, 0, 0)
)

func kept(in *sdk.PaymentInput) { in.Payment.StorePaymentOnFile = true }

// subscribed is a till with one sign-up that was paid and captured.
func subscribed(t *testing.T, change func(*sdk.PaymentInput), opts ...sdktest.Option) (*till, *sdk.PaymentAnswer) {
	t.Helper()
	w := newTill(t, opts...)
	answer := w.subscribe(t, change)
	return w, answer
}

func (w *till) subscribe(t *testing.T, change func(*sdk.PaymentInput)) *sdk.PaymentAnswer {
	t.Helper()
	s := w.SignUp(t)
	answer, err := w.pay(t, s, w.input(t, s, goodNonce, change))
	if err != nil {
		t.Fatal(err)
	}
	w.work(t)
	return answer
}

// runRenewals does what the periodic job does, and everything that follows from it.
func (w *till) runRenewals(t *testing.T) {
	t.Helper()
	if err := w.Client.ScheduleRenewals(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.work(t)
}

// runOn is runRenewals at a time.
func (w *till) runOn(t *testing.T, at time.Time) {
	t.Helper()
	w.Clock.Set(at)
	w.runRenewals(t)
}

// term is a subscription as far as renewing changes it.
type term struct {
	State  string
	Renews bool
	Ends   time.Time
	Tries  int
	Next   string
}

func (w *till) terms(t *testing.T) []term {
	t.Helper()
	list, err := w.Client.Subscriptions(t.Context(), sdk.SubscriptionFilter{})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]term, len(list))
	for i, s := range list {
		out[len(list)-1-i] = term{State: string(s.State), Renews: s.Renews, Ends: s.EndsAt, Tries: s.RefusedTries}
		if s.NextTryAt != nil {
			out[len(list)-1-i].Next = s.NextTryAt.Format(time.DateOnly)
		}
	}
	return out
}

func (w *till) wantTerms(t *testing.T, want ...term) {
	t.Helper()
	if diff := cmp.Diff(want, w.terms(t)); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
}

// mails gives kind and subject of every mail since the last call.
func (w *till) newMails(t *testing.T) []string {
	t.Helper()
	out := []string{}
	all := w.Mailbox.Mails()
	for _, m := range all[w.read:] {
		out = append(out, string(m.Kind)+" "+m.To+": "+m.Subject)
	}
	w.read = len(all)
	return out
}

func (w *till) wantMails(t *testing.T, want ...string) {
	t.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, w.newMails(t)); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}

func (w *till) onlyID(t *testing.T) string {
	t.Helper()
	list, err := w.Client.Subscriptions(t.Context(), sdk.SubscriptionFilter{Limit: 1})
	if err != nil || len(list) != 1 {
		t.Fatalf("subscriptions: %v, %v", list, err)
	}
	return list[0].ID
}

func TestRenewal(t *testing.T) {
	t.Parallel()

	t.Run("told twice, charged once, with tax of the day and without the coupon", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, func(in *sdk.PaymentInput) { kept(in); in.PromoCodes = []string{"FLAT15"} })
		w.newMails(t)
		w.runOn(t, firstEnd.Add(-31*day))
		w.wantMails(t)
		w.runOn(t, firstEnd.Add(-30*day))
		w.wantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription renews on June 2, 2027")
		w.runOn(t, firstEnd.Add(-8*day))
		w.wantMails(t)
		w.runOn(t, firstEnd.Add(-7*day))
		w.wantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription renews on June 2, 2027")
		w.runOn(t, firstEnd.Add(-time.Second))
		first := line{"submitted_for_settlement", "143.09", "USD"} // 134.99 and 6 %
		w.wantLedger(t, first)
		w.runOn(t, firstEnd)
		w.wantLedger(t, first, captured)
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
		w.wantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt")
		w.runOn(t, firstEnd.Add(day))
		w.workAgain(t)
		w.wantLedger(t, first, captured)
		w.wantMails(t)
		if got := w.provider.Ledger().Transactions[1]; got.Source != "recurring" || got.CardLastFour != "1881" {
			t.Errorf("the renewal's transaction: %+v", got)
		}
		done, err := w.Client.VerifyReceipts(t.Context(), time.Time{}, func(d sdk.ReceiptDifference) { t.Errorf("%+v", d) })
		if err != nil || done.Orders != 2 || done.Receipts != 2 {
			t.Errorf("receipts verified: %+v, %v", done, err)
		}
	})

	t.Run("both seats are one charge", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, func(in *sdk.PaymentInput) { kept(in); in.PayForCoparent = true })
		w.runOn(t, firstEnd)
		both := line{"submitted_for_settlement", "317.98", "USD"} // 299.98 and 6 %
		w.wantLedger(t, both, both)
		renewed := term{State: "active", Renews: true, Ends: secondEnd}
		w.wantTerms(t, renewed, renewed)
	})

	t.Run("what isn't kept ends, and its terms and notices say so", func(t *testing.T) {
		t.Parallel()
		w, answer := subscribed(t, func(*sdk.PaymentInput) {})
		if want := "Your payment method isn’t saved: your subscription ends after 1 year and does not renew automatically."; !strings.Contains(answer.PricingInfo.Terms, want) {
			t.Errorf("terms %q lack %q", answer.PricingInfo.Terms, want)
		}
		w.newMails(t)
		w.runOn(t, firstEnd.Add(-30*day))
		w.wantMails(t, "renewal_notice ana.diaz.1@example.com: Your Cojoin subscription ends on June 2, 2027")
		w.runOn(t, firstEnd)
		w.wantTerms(t, term{State: "ended", Ends: firstEnd})
		w.wantLedger(t, captured)
	})

	t.Run("declined after 1, 3 and 7 days, then lapsed", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept)
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Code: "2001", Count: -1}); err != nil {
			t.Fatal(err)
		}
		w.Clock.Set(firstEnd.Add(-time.Hour)) // past the notices
		w.runRenewals(t)
		w.newMails(t)
		for i, next := range []time.Duration{day, 3 * day, 7 * day} {
			w.runOn(t, firstEnd.Add([]time.Duration{0, day, 3 * day}[i]))
			w.wantTerms(t, term{State: "active", Renews: true, Ends: firstEnd, Tries: i + 1, Next: firstEnd.Add(next).Format(time.DateOnly)})
			w.runOn(t, firstEnd.Add(next-time.Hour)) // nothing in between
		}
		w.wantMails(t, "renewal_declined ana.diaz.1@example.com: We could not renew your Cojoin subscription yet")
		w.runOn(t, firstEnd.Add(7*day))
		w.wantTerms(t, term{State: "lapsed", Ends: firstEnd, Tries: 4})
		w.wantMails(t, "renewal_lapsed ana.diaz.1@example.com: Your Cojoin subscription has ended")
		w.provider.ClearFaults()
		w.runOn(t, firstEnd.Add(30*day))
		no := line{"processor_declined", "158.99", "USD"}
		w.wantLedger(t, captured, no, no, no, no)
		w.wantBooks(t, books{Placed: 1, Families: 1, Receipts: 1, Captured: 1})
	})

	t.Run("declined once, then renewed from the day it ended", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept)
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd)
		w.runOn(t, firstEnd.Add(day))
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
		w.wantLedger(t, captured, line{"processor_declined", "158.99", "USD"}, captured)
	})

	t.Run("an answer that is lost is found", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept)
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDrop}); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd)
		w.runOn(t, firstEnd.Add(time.Hour))
		w.wantLedger(t, captured, captured)
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("one that can't be found waits for a person, who settles it", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept)
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultReset}); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd)
		for range 6 {
			w.Clock.Advance(time.Minute)
			w.runRenewals(t)
		}
		if diff := cmp.Diff([]string{"captured", "review"}, w.attempts(t)); diff != "" {
			t.Fatalf("attempts (-want +got):\n%s", diff)
		}
		w.runOn(t, firstEnd.Add(5*time.Hour))
		w.wantLedger(t, captured) // nobody tries again by himself
		list, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{State: sdk.AttemptReview})
		if err != nil || len(list) != 1 {
			t.Fatalf("in review: %v, %v", list, err)
		}
		if _, err := w.Client.ReconcileNow(t.Context(), list[0].ID); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			w.Clock.Advance(time.Minute)
			w.work(t)
		}
		w.runRenewals(t) // absent for certain: now it is charged
		w.wantLedger(t, captured, captured)
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
	})
}

func TestRenewalOnce(t *testing.T) {
	t.Parallel()

	t.Run("two workers at once", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept, sdktest.WithConnections(12))
		w.Clock.Set(firstEnd)
		id := w.onlyID(t)
		var both sync.WaitGroup
		for range 4 {
			both.Go(func() {
				if _, err := w.Client.RenewSubscription(t.Context(), id); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		w.work(t)
		w.wantLedger(t, captured, captured)
		w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
	})

	t.Run("cancelled while it is being paid: given back", func(t *testing.T) {
		t.Parallel()
		h := newHold("none")
		w, _ := subscribed(t, kept, withHold(h))
		w.Clock.Set(firstEnd)
		h.call = "authorize"
		done := make(chan error, 1)
		go func() {
			_, err := w.Client.RenewSubscription(context.WithoutCancel(t.Context()), w.onlyID(t))
			done <- err
		}()
		<-h.acted
		if _, err := w.Client.EndRenewal(t.Context(), w.onlyID(t)); err != nil {
			t.Fatal(err)
		}
		close(h.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		w.runRenewals(t)
		w.wantLedger(t, captured, voided)
		w.wantTerms(t, term{State: "ended", Ends: firstEnd})
	})

	t.Run("cancelled between two tries", func(t *testing.T) {
		t.Parallel()
		w, _ := subscribed(t, kept)
		if err := w.provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline}); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd)
		if _, err := w.Client.EndRenewal(t.Context(), w.onlyID(t)); err != nil {
			t.Fatal(err)
		}
		w.runOn(t, firstEnd.Add(10*day))
		w.wantLedger(t, captured, line{"processor_declined", "158.99", "USD"})
		w.wantTerms(t, term{State: "ended", Ends: firstEnd, Tries: 1})
	})

	t.Run("the server dies at every step", func(t *testing.T) {
		t.Parallel()
		for _, point := range sdk.InterruptPoints[len(sdk.InterruptPoints)-6:] {
			t.Run(string(point), func(t *testing.T) {
				t.Parallel()
				w, _ := subscribed(t, kept)
				cfg := w.Config
				cfg.Payment.Interrupt = func(at sdk.InterruptPoint) {
					if at == point {
						panic(errDied)
					}
				}
				doomed := w.NewClient(t, cfg)
				w.Clock.Set(firstEnd)
				func() {
					defer func() {
						if got := recover(); got != errDied { //nolint:errorlint // the very value
							t.Errorf("recovered %v", got)
						}
					}()
					_, _ = doomed.RenewSubscription(t.Context(), w.onlyID(t))
				}()
				for range 8 { // past the lease, three searches and, where nothing was sent, the nonce's life
					w.Clock.Advance(2 * time.Minute)
					w.runRenewals(t)
				}
				if point == sdk.InterruptSentRenewal { // nothing was sent, but who knows: a person says so
					w.Clock.Advance(4 * time.Hour)
					list, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{State: sdk.AttemptReview})
					if err != nil || len(list) != 1 {
						t.Fatalf("in review: %v, %v", list, err)
					}
					if _, err := w.Client.ReconcileNow(t.Context(), list[0].ID); err != nil {
						t.Fatal(err)
					}
					for range 4 {
						w.Clock.Advance(time.Minute)
						w.runRenewals(t)
					}
				}
				w.wantLedger(t, captured, captured)
				w.wantTerms(t, term{State: "active", Renews: true, Ends: secondEnd})
			})
		}
	})
}

var errDied = errors.New("died")

func TestCancelSubscription(t *testing.T) {
	t.Parallel()
	w, answer := subscribed(t, func(in *sdk.PaymentInput) { kept(in); in.PayForCoparent = true })
	w.newMails(t)
	payer := w.accountToken(t, answer)
	list, err := w.Client.OwnSubscriptions(t.Context(), payer)
	if err != nil || len(list) != 2 {
		t.Fatalf("own subscriptions: %v, %v", list, err)
	}
	other := w.subscribe(t, kept)
	w.newMails(t)
	stranger := w.accountToken(t, other)
	if _, err := w.Client.CancelSubscription(t.Context(), list[1].ID, stranger); !errors.Is(err, sdk.SubscriptionNotFound) {
		t.Errorf("somebody else's: %v, want %v", err, sdk.SubscriptionNotFound)
	}
	for range 2 { // the second changes nothing
		got, err := w.Client.CancelSubscription(t.Context(), list[1].ID, payer)
		if err != nil {
			t.Fatal(err)
		}
		want := list[1]
		want.Renews, want.CancelledAt = false, &sdktest.Start
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("cancelled (-want +got):\n%s", diff)
		}
	}
	w.work(t)
	w.wantMails(t, "subscription_cancelled ana.diaz.1@example.com: Your Cojoin renewal is cancelled")
	w.runOn(t, firstEnd)
	one := term{State: "active", Renews: true, Ends: secondEnd}
	w.wantTerms(t, one, term{State: "ended", Ends: firstEnd}, one)
	both := line{"submitted_for_settlement", "317.98", "USD"}
	w.wantLedger(t, both, captured, captured, captured) // one seat, and the other family's
}

// accountToken sets username and password of who has just paid, and logs in.
func (w *till) accountToken(t *testing.T, answer *sdk.PaymentAnswer) sdk.Secret {
	t.Helper()
	name := usernameOf(answer)
	if _, err := w.Client.SetCredentials(t.Context(), sdk.Secret(answer.ClickToJoinToken), sdk.CredentialsInput{Username: name, Password: "Quite-long-pass-7"}, english); err != nil {
		t.Fatal(err)
	}
	return w.logIn(t, answer)
}

func usernameOf(answer *sdk.PaymentAnswer) string {
	return "user_" + strings.ReplaceAll(answer.Registration.Parent.UserID[24:], "-", "_")
}

// logIn gives a new account token to who has credentials.
func (w *till) logIn(t *testing.T, answer *sdk.PaymentAnswer) sdk.Secret {
	t.Helper()
	login, err := w.Client.Login(t.Context(), usernameOf(answer), "Quite-long-pass-7", english)
	if err != nil {
		t.Fatal(err)
	}
	return sdk.Secret(login.Auth)
}

func TestRunRenewals(t *testing.T) {
	t.Parallel()
	w, _ := subscribed(t, kept)
	id := w.onlyID(t)
	planned := sdk.RenewalLine{
		SubscriptionID: id, PackageName: "P0_ESSENTIAL_1Y", Seats: 1, TermEnded: firstEnd, Try: 1,
		Renewal: "149.99", Tax: "9.00", Total: "158.99", Currency: "USD", Outcome: sdk.RenewalPlanned,
	}
	got, err := w.Client.RunRenewals(t.Context(), sdk.RenewalRun{At: firstEnd, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&sdk.RenewalReport{At: firstEnd, DryRun: true, Lines: []sdk.RenewalLine{planned}}, got); diff != "" {
		t.Errorf("dry run (-want +got):\n%s", diff)
	}
	w.wantLedger(t, captured)
	cfg := w.Config
	cfg.Payment.ReusableNonces = false // a real provider
	if _, err := w.NewClient(t, cfg).RunRenewals(t.Context(), sdk.RenewalRun{At: firstEnd}); !errors.Is(err, sdk.RenewalsEarly) {
		t.Errorf("early: %v, want %v", err, sdk.RenewalsEarly)
	}
	w.Clock.Set(firstEnd)
	got, err = w.NewClient(t, cfg).RunRenewals(t.Context(), sdk.RenewalRun{})
	if err != nil {
		t.Fatal(err)
	}
	done := planned
	done.Outcome = sdk.RenewalDone
	if diff := cmp.Diff(&sdk.RenewalReport{At: firstEnd, Lines: []sdk.RenewalLine{done}}, got); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
	w.wantLedger(t, captured, authorised)
	if _, err := jobs.Drain(t.Context(), w.Client, w.Pool, w.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	w.wantLedger(t, captured, captured)
}
