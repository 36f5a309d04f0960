package payments_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Three partial refunds add up to the whole. Each is made once, no matter how often it is requested, and not a cent more is refunded.
func TestRefundInParts(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.NewMails(t)
	id := fixture.OnlyAttempt(t, w).ID
	ctx := caller.WithOperator(t.Context(), "olga")
	if _, err := w.Client.Payment.Refund(ctx, id, payment.RefundInput{Amount: "1.00"}); !errors.Is(err, payment.RefundUnsettled) {
		t.Errorf("a partial refund before the settlement: %v, want %v", err, payment.RefundUnsettled)
	}
	w.Provider.SettleAll()
	w.Settle(t)
	type part struct {
		State                                        payment.AttemptState
		Amount, Tax, Reason, By, CreditNote, Refunds string
	}
	var got []part
	for _, in := range []payment.RefundInput{
		{Amount: "50.00", Reason: "late start"}, {Amount: "50.00", Reason: "late start"}, // the same call again
		{Amount: "50.00", Reason: "late start", Key: "another"}, {Amount: "58.98"}, {Amount: "0.02"}, {Reason: "the rest"}, {Reason: "the rest"}, {Amount: "0.01"},
	} {
		detail, err := w.Client.Payment.Refund(ctx, id, in)
		if errors.Is(err, payment.RefundTooMuch) {
			got = append(got, part{Refunds: "too much: " + in.Amount})
			continue
		}
		if err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
		last := detail.Refunds[len(detail.Refunds)-1]
		got = append(got, part{detail.State, last.Amount, last.Tax, last.Reason, last.RequestedBy, last.CreditNote[len(last.CreditNote)-6:], ""})
	}
	first := part{payment.AttemptSettled, "50.00", "2.83", "late start", "olga", "000001", ""}
	whole := part{payment.AttemptRefunded, "0.01", "0.00", "the rest", "olga", "000004", ""}
	want := []part{
		first, first, {payment.AttemptSettled, "50.00", "2.83", "late start", "olga", "000002", ""}, {payment.AttemptSettled, "58.98", "3.34", "", "olga", "000003", ""},
		{Refunds: "too much: 0.02"}, whole, whole, {Refunds: "too much: 0.01"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refunds (-want +got):\n%s", diff)
	}
	w.Work(t)
	const mail = "refund ana.diaz.1@example.com: Your Cojoin refund"
	w.WantMails(t, mail, mail, mail, mail)
	if diff := cmp.Diff(map[string]int{"cancelled": 1}, w.Subscriptions(t)); diff != "" {
		t.Errorf("subscriptions (-want +got):\n%s", diff)
	}
	wantFindings(t, w)
}

// A full refund can keep the subscription.
func TestRefundKeepsSubscription(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	detail, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{Reason: "goodwill", KeepSubscription: true})
	if err != nil || detail.State != payment.AttemptRefunded {
		t.Fatalf("%+v, %v", detail, err)
	}
	w.WantTerms(t, fixture.Term{State: "active", Renews: true, Ends: fixture.FirstEnd})
	w.NewMails(t)
	w.Work(t)
	w.WantMails(t, "refund ana.diaz.1@example.com: Your Cojoin refund")
	mails := w.Mailbox.Mails()
	fixture.WantLines(t, mails[len(mails)-1].Text, "Your subscription is active.")
}

func TestRefundInvalid(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	id := fixture.OnlyAttempt(t, w).ID
	for _, amount := range []string{"0", "-1.00", "1.001", "all", "1e2"} {
		if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{Amount: amount}); !errors.Is(err, payment.RefundInvalid) {
			t.Errorf("%s: %v", amount, err)
		}
	}
	if _, err := w.Client.Payment.Refund(t.Context(), id, payment.RefundInput{Amount: "158.999"}); !errors.Is(err, payment.RefundInvalid) {
		t.Errorf("too many decimals: %v", err)
	}
	wantFindings(t, w)
}

// Refunds get their tax in the order in which they complete, whichever was requested first. In the end all tax is given back.
func TestTaxOfRefundsInAnotherOrder(t *testing.T) {
	t.Parallel()
	w, _ := fixture.Subscribed(t, fixture.Kept)
	w.Provider.SettleAll()
	w.Settle(t)
	w.NewMails(t)
	paid := fixture.OnlyAttempt(t, w)
	refund := func(amount string) error {
		_, err := w.Client.Payment.Refund(t.Context(), paid.ID, payment.RefundInput{Amount: amount})
		return err
	}
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "refund", BeforeActing: true})
	if err := refund("25.00"); !errors.Is(err, payment.Unavailable) {
		t.Fatal(err)
	}
	w.RefundThere(t, paid.TransactionID, money.New(1000, "USD"))
	w.Settle(t)
	for _, amount := range []string{"25.00", "123.99"} {
		if err := refund(amount); err != nil {
			t.Fatal(err)
		}
	}
	w.Work(t)
	wantGivenBack(t, w, givenBack{
		payment.AttemptRefunded, "operator", []string{"done 25.00 1.41 here 000002", "done 10.00 0.57 panel 000001", "done 123.99 7.02 here 000003"}, map[string]int{"cancelled": 1},
	})
	mails := w.Mailbox.Mails()
	for i, lines := range [][]string{{"$10.00", "$0.57"}, {"$25.00", "$1.41"}, {"$123.99", "$7.02"}} { // each credit note has the same amounts
		for _, line := range lines {
			if m := mails[len(mails)-3+i]; m.Kind != email.Refund || !strings.Contains(m.Text, line) {
				t.Errorf("the %s mail lacks %s:\n%s", m.Kind, line, m.Text)
			}
		}
	}
}
