package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
)

// onlyAttempt gives the one attempt that there is.
func onlyAttempt(t *testing.T, w *till) sdk.Attempt {
	t.Helper()
	all, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 {
		t.Fatalf("%d attempts, want 1", len(all))
	}
	return all[0]
}

func wantFindings(t *testing.T, w *till, want ...sdk.AuditKind) *sdk.AuditReport {
	t.Helper()
	report, err := w.Client.AuditPayments(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var got []sdk.AuditKind
	for _, f := range report.Findings {
		got = append(got, f.Kind)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("audit (-want +got):\n%s", diff)
	}
	return report
}

func TestAttempts(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	s := w.SignUp(t)
	_, err := w.pay(t, s, w.input(t, s, "fake-processor-declined-visa-nonce"))
	wantRefusal(t, err, "nonce=payment_method_declined")
	if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	ledger := w.provider.Ledger().Transactions
	all, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []sdk.Attempt{
		{State: sdk.AttemptCaptured, OrderState: sdk.OrderPlaced, RegistrationID: s.SignupID, Amount: "158.99", Currency: "USD", PaymentType: sdk.PaymentCreditCard, TransactionID: ledger[1].ID, CardLastFour: "1881"},
		{State: sdk.AttemptDeclined, OrderState: sdk.OrderPlaced, RegistrationID: s.SignupID, Amount: "158.99", Currency: "USD", PaymentType: sdk.PaymentCreditCard, TransactionID: ledger[0].ID, DeclineCode: "payment_method_declined"},
	}
	ids := cmpopts.IgnoreFields(sdk.Attempt{}, "ID", "OrderID", "GatewayOrderID", "CreatedAt", "UpdatedAt")
	if diff := cmp.Diff(want, all, ids); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}
	older, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{Before: all[0].ID})
	if diff := cmp.Diff(want[1:], older, ids); diff != "" || err != nil {
		t.Errorf("attempts before the newest, error %v (-want +got):\n%s", err, diff)
	}
	some, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{State: sdk.AttemptCaptured})
	if diff := cmp.Diff(want[:1], some, ids); diff != "" || err != nil {
		t.Errorf("captured attempts, error %v (-want +got):\n%s", err, diff)
	}
	if _, err := w.Client.Attempts(t.Context(), sdk.AttemptFilter{State: "lost"}); !errors.Is(err, sdk.PaymentInvalid) {
		t.Errorf("no such state: %v", err)
	}
	detail, err := w.Client.Attempt(t.Context(), all[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	var life []sdk.AttemptState
	for _, change := range detail.Changes {
		life = append(life, change.To)
	}
	if diff := cmp.Diff([]sdk.AttemptState{sdk.AttemptAuthorised, sdk.AttemptCapturing, sdk.AttemptCaptured}, life); diff != "" {
		t.Errorf("life (-want +got):\n%s", diff)
	}
	if _, err := w.Client.Attempt(t.Context(), s.SignupID); !errors.Is(err, sdk.AttemptNotFound) {
		t.Errorf("no such attempt: %v", err)
	}
	report := wantFindings(t, w)
	sums := map[string]string{"USD": "158.99"}
	if diff := cmp.Diff(sums, report.CapturedDatabase); diff != "" || !cmp.Equal(sums, report.CapturedProvider) || report.Attempts != 2 {
		t.Errorf("sums of %d attempts: provider %v (-want +database):\n%s", report.Attempts, report.CapturedProvider, diff)
	}
}

func TestReconcileNow(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	s := w.SignUp(t)
	w.fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
		t.Fatal(err)
	}
	wantFindings(t, w, sdk.AuditUnsettled)
	got, err := w.Client.ReconcileNow(t.Context(), onlyAttempt(t, w).ID)
	if err != nil || got.State != sdk.AttemptAuthorised {
		t.Fatalf("%+v, %v", got, err)
	}
	w.fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "any", Count: -1, BeforeActing: true})
	for range 9 {
		w.work(t)
		w.Clock.Advance(20 * time.Minute)
	}
	wantAttempts(t, w, "review")
	w.provider.ClearFaults()
	got, err = w.Client.ReconcileNow(t.Context(), onlyAttempt(t, w).ID)
	if err != nil || got.State != sdk.AttemptCaptured {
		t.Fatalf("out of review: %+v, %v", got, err)
	}
	w.wantLedger(t, captured)
	w.wantBooks(t, paidOnce)
	wantFindings(t, w)
}

func TestRefundPayment(t *testing.T) {
	t.Parallel()
	paid := func(t *testing.T) *till {
		w := newTill(t)
		s := w.SignUp(t)
		if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	refund := func(t *testing.T, w *till, want sdk.AttemptState, order sdk.OrderState) {
		t.Helper()
		for range 2 {
			got, err := w.Client.RefundPayment(t.Context(), onlyAttempt(t, w).ID)
			if err != nil || got.State != want || got.OrderState != order {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		w.work(t)
		b := w.books(t)
		if b.Subscriptions != 0 || b.Placed != 0 {
			t.Errorf("books after a refund: %+v", b)
		}
	}

	t.Run("authorised", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		refund(t, w, sdk.AttemptVoided, sdk.OrderCancelled)
		w.wantLedger(t, voided)
	})
	t.Run("captured", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.work(t)
		refund(t, w, sdk.AttemptRefunded, sdk.OrderRefunded)
		w.wantLedger(t, voided)
		wantMails(t, w, "receipt ana.diaz.1@example.com", "invitation ben.diaz.1@example.com", "refund ana.diaz.1@example.com")
	})
	t.Run("settled", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.work(t)
		w.provider.SettleAll()
		refund(t, w, sdk.AttemptRefunded, sdk.OrderRefunded)
		w.wantLedger(t, line{"settled", "158.99", "USD"}, line{"submitted_for_settlement", "158.99", "USD"})
		if sums := w.provider.Ledger().Captured; len(sums) != 1 || sums[0].Amount != "0.00" {
			t.Errorf("captured less refunded: %v", sums)
		}
		wantFindings(t, w)
	})
	t.Run("answer lost", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.work(t)
		w.provider.SettleAll()
		w.fault(t, sandbox.Fault{Kind: sandbox.FaultDrop, Operation: "refund"})
		if _, err := w.Client.RefundPayment(t.Context(), onlyAttempt(t, w).ID); !errors.Is(err, sdk.PaymentUnavailable) {
			t.Errorf("got %v, want %v", err, sdk.PaymentUnavailable)
		}
		refund(t, w, sdk.AttemptRefunded, sdk.OrderRefunded)
		if sums := w.provider.Ledger().Captured; len(sums) != 1 || sums[0].Amount != "0.00" {
			t.Errorf("captured less refunded: %v", sums)
		}
	})
	t.Run("nothing to give back", func(t *testing.T) {
		t.Parallel()
		w := newTill(t)
		s := w.SignUp(t)
		_, err := w.pay(t, s, w.input(t, s, "fake-processor-declined-visa-nonce"))
		wantRefusal(t, err, "nonce=payment_method_declined")
		if _, err := w.Client.RefundPayment(t.Context(), onlyAttempt(t, w).ID); !errors.Is(err, sdk.AttemptNotRefundable) {
			t.Errorf("got %v, want %v", err, sdk.AttemptNotRefundable)
		}
	})
}

// Each kind of difference is found when it is there.
func TestAuditPayments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage string
		want   []sdk.AuditKind
	}{
		"order gone":            {"UPDATE orders SET state = 'cancelled'", []sdk.AuditKind{sdk.AuditWithoutOrder}},
		"amount changed":        {"UPDATE payment_attempts SET amount_minor = amount_minor - 1", []sdk.AuditKind{sdk.AuditWrongAmount}},
		"never captured here":   {"UPDATE payment_attempts SET state = 'authorised'", []sdk.AuditKind{sdk.AuditWrongStatus}},
		"another provider's id": {"UPDATE payment_attempts SET gateway_order_id = 'lost'", []sdk.AuditKind{sdk.AuditWithoutMoney, sdk.AuditUnknown}},
		"refunded only here":    {"UPDATE payment_attempts SET state = 'refunded'; UPDATE orders SET state = 'refunded'", []sdk.AuditKind{sdk.AuditWrongStatus}},
		"another account":       {"UPDATE payment_attempts SET merchant_account_id = 'other'", []sdk.AuditKind{sdk.AuditWrongAmount}},
		"another currency":      {"UPDATE payment_attempts SET currency = 'CAD'", []sdk.AuditKind{sdk.AuditWrongAmount}},
		"attempt lost":          {"TRUNCATE payment_attempts CASCADE", []sdk.AuditKind{sdk.AuditUnknown, sdk.AuditWithoutMoney}},
		"attempt given up":      {"UPDATE payment_attempts SET state = 'voided'", []sdk.AuditKind{sdk.AuditWrongStatus, sdk.AuditWithoutMoney}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			s := w.SignUp(t)
			if _, err := w.pay(t, s, w.input(t, s, goodNonce)); err != nil {
				t.Fatal(err)
			}
			w.work(t)
			wantFindings(t, w)
			if _, err := w.Pool.Exec(t.Context(), c.damage); err != nil {
				t.Fatal(err)
			}
			wantFindings(t, w, c.want...)
		})
	}
}
