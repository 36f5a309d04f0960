package payments_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// givenBack holds the refunds of an attempt and their effects.
type givenBack struct {
	Attempt       payment.AttemptState
	Detail        string // of the last change
	Refunds       []string
	Subscriptions map[string]int
}

func wantGivenBack(t *testing.T, w *fixture.Till, want givenBack, findings ...audit.Kind) {
	t.Helper()
	d, err := w.Client.Payment.Attempt(t.Context(), fixture.OnlyAttempt(t, w).ID)
	if err != nil {
		t.Fatal(err)
	}
	got := givenBack{d.State, d.Changes[len(d.Changes)-1].Detail, nil, w.Subscriptions(t)}
	for _, r := range d.Refunds {
		number := ""
		if r.CreditNote != "" {
			number = r.CreditNote[len(r.CreditNote)-6:]
		}
		got.Refunds = append(got.Refunds, strings.Join([]string{r.State, r.Amount, r.Tax, r.Origin, number}, " "))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refunds (-want +got):\n%s", diff)
	}
	if n := fixture.CountRows(t, w.Env, "refunds WHERE state = 'done' AND done_at IS NULL"); n != 0 {
		t.Errorf("%d refunds without the day on which they were done", n) // the books are by it
	}
	wantFindings(t, w, findings...)
}

// A captured payment is voided in the provider's control panel.
func TestVoidAtProvider(t *testing.T) {
	t.Parallel()
	void := func(t *testing.T) *fixture.Till {
		w, _ := fixture.Subscribed(t, fixture.Kept)
		w.NewMails(t)
		if _, err := w.Config.Gateway.Void(t.Context(), fixture.OnlyAttempt(t, w).TransactionID); err != nil {
			t.Fatal(err)
		}
		return w
	}
	const mail = "refund ana.diaz.1@example.com: Your Cojoin refund"
	t.Run("found by the sweep", func(t *testing.T) {
		t.Parallel()
		w := void(t)
		w.Settle(t)
		wantGivenBack(t, w, givenBack{payment.AttemptRefunded, "the provider's control panel", []string{"done 158.99 9.00 panel 000001"}, map[string]int{"cancelled": 1}})
		w.WantMails(t, mail)
	})
	t.Run("and refunded here", func(t *testing.T) {
		t.Parallel()
		w := void(t)
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); err != nil {
			t.Fatal(err)
		}
		w.Settle(t)
		wantGivenBack(t, w, givenBack{payment.AttemptRefunded, "operator", []string{"done 158.99 9.00 here 000001"}, map[string]int{"cancelled": 1}})
		w.WantMails(t, mail)
		w.WantLedger(t, fixture.Voided)
	})
}

// A refund from the control panel that is voided there, or isn't settled, gives nothing back.
func TestVoidedRefundAtProvider(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(w *fixture.Till, credit string) error{
		"voided": func(w *fixture.Till, credit string) error {
			_, err := w.Config.Gateway.Void(t.Context(), credit)
			return err
		},
		"not settled": func(w *fixture.Till, credit string) error { return w.Provider.DeclineSettlement(credit) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			w.Provider.SettleAll()
			w.NewMails(t)
			if err := end(w, w.RefundThere(t, fixture.OnlyAttempt(t, w).TransactionID, money.New(15899, "USD"))); err != nil {
				t.Fatal(err)
			}
			w.Settle(t)
			wantGivenBack(t, w, givenBack{Attempt: payment.AttemptSettled, Detail: "settled", Subscriptions: map[string]int{"active": 1}})
			w.WantMails(t)
		})
	}
}

// A refund that the bank refused later gives nothing back either.
func TestFailedRefundAtProvider(t *testing.T) {
	t.Parallel()
	a := &answers{change: func(found *gateway.Transaction) {
		if found.Credit {
			found.Status = gateway.ProcessorDeclined
		}
	}}
	w, _ := fixture.Subscribed(t, fixture.Kept, fixture.WithGateway(a, &a.Gateway))
	w.Provider.SettleAll()
	w.RefundThere(t, fixture.OnlyAttempt(t, w).TransactionID, money.New(15899, "USD"))
	w.Settle(t)
	if n := fixture.CountRows(t, w.Env, "refunds"); n != 0 {
		t.Errorf("%d refunds are in the books", n)
	}
	fixture.WantAttempts(t, w, "captured")
}

// A disputed payment that is also refunded in the control panel stays disputed or lost, and the refund is in the books. The audit reports it: it may
// be paid back twice.
func TestDisputedAndRefundedAtProvider(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	id := fixture.OnlyAttempt(t, w).TransactionID
	opened, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: id, Kind: "chargeback"})
	if err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	w.RefundThere(t, id, money.New(15899, "USD"))
	w.Settle(t)
	refunds := []string{"done 158.99 9.00 panel 000001"}
	wantGivenBack(t, w, givenBack{payment.AttemptDisputed, "settled", refunds, map[string]int{"suspended": 1}}, audit.PaidBackTwice)
	if _, err := w.Provider.DecideDispute(opened.ID, "lost"); err != nil {
		t.Fatal(err)
	}
	w.Settle(t)
	wantGivenBack(t, w, givenBack{payment.AttemptLost, "settled", refunds, map[string]int{"cancelled": 1}}, audit.PaidBackTwice)
}

// A won dispute brings back the disputed money, but no refunds. After a full refund the subscription has ended, whatever the bank decides, unless the
// operator kept it.
func TestWonDisputeOfARefundedPayment(t *testing.T) {
	t.Parallel()
	const to = " ana.diaz.1@example.com: "
	disputed, refunded, won := "dispute"+to+"Your Cojoin payment is disputed", "refund"+to+"Your Cojoin refund", "dispute_won"+to+"Your bank decided that your Cojoin payment is valid"
	const panel = "the provider's control panel"
	kept := func(t *testing.T, w *fixture.Till, _ string) { // made here, and its response is lost
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop, Operation: "refund"})
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{KeepSubscription: true}); !errors.Is(err, payment.Unavailable) {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		refund func(t *testing.T, w *fixture.Till, id string)
		want   givenBack
		mails  []string
	}{
		"in full": {
			refundThere(15899), givenBack{payment.AttemptRefunded, panel, []string{"done 158.99 9.00 panel 000001"}, map[string]int{"cancelled": 1}},
			[]string{disputed, refunded},
		},
		"in full, and kept on purpose": {
			kept, givenBack{payment.AttemptRefunded, "operator", []string{"done 158.99 9.00 here 000001"}, map[string]int{"active": 1}},
			[]string{disputed, refunded},
		},
		"in part": {
			refundThere(5000), givenBack{payment.AttemptSettled, "settled", []string{"done 50.00 2.83 panel 000001"}, map[string]int{"active": 1}},
			[]string{disputed, refunded, won},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, _ := fixture.Subscribed(t, fixture.Kept)
			w.Provider.SettleAll()
			w.Settle(t)
			w.NewMails(t)
			id := fixture.OnlyAttempt(t, w).TransactionID
			test.refund(t, w, id)
			opened, err := w.Provider.OpenDispute(sandbox.NewDispute{TransactionID: id, Kind: "chargeback"})
			if err != nil {
				t.Fatal(err)
			}
			w.Settle(t)
			if got := fixture.OnlyAttempt(t, w).State; got != payment.AttemptDisputed {
				t.Errorf("before the bank has decided the attempt is %s", got)
			}
			if _, err := w.Provider.DecideDispute(opened.ID, "won"); err != nil {
				t.Fatal(err)
			}
			w.Settle(t)
			wantGivenBack(t, w, test.want)
			w.WantMails(t, test.mails...)
		})
	}
}

// refuses is a gateway that refuses refunds.
type refuses struct {
	gateway.Gateway
	code string
}

func (r *refuses) Refund(ctx context.Context, id string, amount money.Amount) (gateway.Transaction, error) {
	if r.code != "" {
		return gateway.Transaction{}, &gateway.Decline{ProcessorCode: r.code}
	}
	return r.Gateway.Refund(ctx, id, amount)
}

// A refund that the provider has refused can be requested again.
func TestRefundRefused(t *testing.T) {
	t.Parallel()
	provider := &refuses{code: "91513"}
	w, _ := fixture.Subscribed(t, fixture.Kept, fixture.WithGateway(provider, &provider.Gateway))
	w.Provider.SettleAll()
	w.Settle(t)
	w.NewMails(t)
	id := fixture.OnlyAttempt(t, w).ID
	if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{}); !errors.Is(err, payment.AttemptNotRefundable) {
		t.Errorf("refused: %v, want %v", err, payment.AttemptNotRefundable)
	}
	w.Work(t)
	wantGivenBack(t, w, givenBack{payment.AttemptSettled, "settled", []string{"failed 158.99 9.00 here "}, map[string]int{"active": 1}})
	w.WantMails(t)
	provider.code = ""
	if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{}); err != nil {
		t.Error(err)
	}
	w.Work(t)
	wantGivenBack(t, w, givenBack{payment.AttemptRefunded, "operator", []string{"failed 158.99 9.00 here ", "done 158.99 9.00 here 000001"}, map[string]int{"cancelled": 1}})
	w.WantMails(t, "refund ana.diaz.1@example.com: Your Cojoin refund")
}

// A reason is stored trimmed, and is limited in length.
func TestRefundReason(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	w.Settle(t)
	id := fixture.OnlyAttempt(t, w).ID
	for _, reason := range []string{strings.Repeat("é", 201), "late \xff"} {
		if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{Reason: reason}); !errors.Is(err, payment.RefundInvalid) {
			t.Errorf("%q: %v", reason, err)
		}
	}
	longest := strings.Repeat("é", 200)
	d, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{Reason: "  " + longest + "\n"})
	if err != nil || len(d.Refunds) != 1 || d.Refunds[0].Reason != longest {
		t.Errorf("%+v, %v", d, err)
	}
}
