package payments_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
)

func wantFindings(t *testing.T, w *fixture.Till, want ...audit.Kind) *audit.Report {
	t.Helper()
	report, err := w.Client.Audit.Payments(t.Context(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	var got []audit.Kind
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
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce"))
	fixture.WantRefusal(t, err, "nonce=payment_method_declined")
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	w.Work(t)
	ledger := w.Provider.Ledger().Transactions
	all, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []payment.Attempt{
		{State: payment.AttemptCaptured, OrderState: order.Placed, RegistrationID: s.SignupID, Amount: "158.99", Currency: "USD", PaymentType: gateway.PaymentCreditCard, TransactionID: ledger[1].ID, CardLastFour: "1881"},
		{State: payment.AttemptDeclined, OrderState: order.Placed, RegistrationID: s.SignupID, Amount: "158.99", Currency: "USD", PaymentType: gateway.PaymentCreditCard, TransactionID: ledger[0].ID, DeclineCode: "payment_method_declined"},
	}
	ids := cmpopts.IgnoreFields(payment.Attempt{}, "ID", "OrderID", "GatewayOrderID", "CreatedAt", "UpdatedAt")
	if diff := cmp.Diff(want, all, ids); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}
	older, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{Before: all[0].ID})
	if diff := cmp.Diff(want[1:], older, ids); diff != "" || err != nil {
		t.Errorf("attempts before the newest, error %v (-want +got):\n%s", err, diff)
	}
	some, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptCaptured})
	if diff := cmp.Diff(want[:1], some, ids); diff != "" || err != nil {
		t.Errorf("captured attempts, error %v (-want +got):\n%s", err, diff)
	}
	if _, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: "gone"}); !errors.Is(err, payment.Invalid) {
		t.Errorf("no such state: %v", err)
	}
	detail, err := w.Client.Payment.Attempt(t.Context(), all[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	var life []payment.AttemptState
	for _, change := range detail.Changes {
		life = append(life, change.To)
	}
	if diff := cmp.Diff([]payment.AttemptState{payment.AttemptAuthorised, payment.AttemptCapturing, payment.AttemptCaptured}, life); diff != "" {
		t.Errorf("life (-want +got):\n%s", diff)
	}
	if _, err := w.Client.Payment.Attempt(t.Context(), s.SignupID); !errors.Is(err, payment.AttemptNotFound) {
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
	w := fixture.NewTill(t)
	s := w.SignUp(t)
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop})
	if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
		t.Fatal(err)
	}
	wantFindings(t, w, audit.Unsettled)
	unknown, err := w.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{State: payment.AttemptUnknown})
	if err != nil || len(unknown) != 1 || unknown[0].ID != fixture.OnlyAttempt(t, w).ID {
		t.Errorf("unknown ones: %+v, %v", unknown, err)
	}
	got, err := w.Client.Payment.ReconcileNow(t.Context(), fixture.OnlyAttempt(t, w).ID)
	if err != nil || got.State != payment.AttemptAuthorised {
		t.Fatalf("%+v, %v", got, err)
	}
	w.Fault(t, sandbox.Fault{Kind: sandbox.FaultError, Operation: "any", Count: -1, BeforeActing: true})
	for range 9 {
		w.Work(t)
		w.Clock.Advance(20 * time.Minute)
	}
	fixture.WantAttempts(t, w, "review")
	// An operator's request gets as many tries as the first time.
	if got, err = w.Client.Payment.ReconcileNow(t.Context(), fixture.OnlyAttempt(t, w).ID); err != nil || got.State != payment.AttemptCapturing {
		t.Errorf("out of review while the provider still fails: %+v, %v", got, err)
	}
	w.Provider.ClearFaults()
	got, err = w.Client.Payment.ReconcileNow(t.Context(), fixture.OnlyAttempt(t, w).ID)
	if err != nil || got.State != payment.AttemptCaptured {
		t.Fatalf("out of review: %+v, %v", got, err)
	}
	w.WantLedger(t, fixture.Captured)
	w.WantBooks(t, fixture.PaidOnce)
	wantFindings(t, w)
}

func TestRefundPayment(t *testing.T) {
	t.Parallel()
	paid := func(t *testing.T) *fixture.Till {
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
			t.Fatal(err)
		}
		return w
	}
	refund := func(t *testing.T, w *fixture.Till, want payment.AttemptState, o order.State) {
		t.Helper()
		for range 2 {
			got, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{})
			if err != nil || got.State != want || got.OrderState != o {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		w.Work(t)
		b := w.Books(t)
		if b.Subscriptions != 0 || b.Placed != 0 {
			t.Errorf("books after a refund: %+v", b)
		}
	}

	// wantMoney compares the movements of money, the refunds, and the order's refunded amount.
	wantMoney := func(t *testing.T, w *fixture.Till, want string) {
		t.Helper()
		var got string
		err := w.Pool.QueryRow(t.Context(), `SELECT concat_ws('; ',
			(SELECT string_agg(kind || ' ' || amount_minor || ' ' || status, ', ' ORDER BY kind <> 'sale') FROM gateway_transactions),
			(SELECT string_agg(number || ' ' || state || ' ' || amount_minor || ' with tax ' || tax_minor || CASE WHEN provider_id IS NULL THEN '' ELSE ', credited' END, ', ') FROM refunds),
			(SELECT refunded_minor FROM orders))`).Scan(&got)
		if err != nil || got != want {
			t.Errorf("money: %q, want %q (%v)", got, want, err)
		}
	}

	t.Run("authorised", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		refund(t, w, payment.AttemptVoided, order.Cancelled)
		wantMoney(t, w, "0")
		w.WantLedger(t, fixture.Voided)
	})
	// Nothing was bought: the order's code and coupon can pay for another.
	t.Run("authorized, with a code and a coupon", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		code := w.Codes(t, 2001, 1)[0]
		redeem := func() {
			t.Helper()
			s := w.SignUp(t)
			in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
				in.PayForCoparent, in.PaymentCodes, in.PromoCodes = true, []string{code}, []string{"flat15"}
			})
			if _, err := w.Pay(t, s, in); err != nil {
				t.Fatal(err)
			}
		}
		redeem()
		if got, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); err != nil || got.State != payment.AttemptVoided {
			t.Fatalf("%+v, %v", got, err)
		}
		redeem()
		got := fixture.Record(t, w.Env, `SELECT jsonb_object_agg(state, uses) AS uses FROM (
			SELECT o.state, jsonb_agg(concat_ws(' ', r.kind, CASE WHEN r.reversed_at IS NULL THEN 'counts' ELSE 'given back' END) ORDER BY r.kind) AS uses
			FROM redemptions r JOIN orders o ON o.id = r.order_id GROUP BY o.state) of_order`)
		want := map[string]any{"uses": map[string]any{
			"cancelled": []any{"coupon given back", "subscription_code given back"},
			"placed":    []any{"coupon counts", "subscription_code counts"},
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("redemptions (-want +got):\n%s", diff)
		}
	})
	t.Run("captured", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.Work(t)
		refund(t, w, payment.AttemptRefunded, order.Refunded)
		w.WantLedger(t, fixture.Voided)
		wantMoney(t, w, "sale 15899 submitted_for_settlement, void 15899 voided; 1 done 15899 with tax 900; 15899")
		wantFindings(t, w)
		w.WantMails(t, "receipt ana.diaz.1@example.com: Your Cojoin receipt", "invitation ben.diaz.1@example.com: A parent invited you to Cojoin", "refund ana.diaz.1@example.com: Your Cojoin refund")
	})
	t.Run("settled", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.Work(t)
		w.Provider.SettleAll()
		refund(t, w, payment.AttemptRefunded, order.Refunded)
		w.WantLedger(t, fixture.Line{Status: "settled", Amount: "158.99", Currency: "USD"}, fixture.Line{Status: "submitted_for_settlement", Amount: "158.99", Currency: "USD"})
		if sums := w.Provider.Ledger().Captured; len(sums) != 1 || sums[0].Amount != "0.00" {
			t.Errorf("captured less refunded: %v", sums)
		}
		wantMoney(t, w, "sale 15899 submitted_for_settlement, refund 15899 submitted_for_settlement; 1 done 15899 with tax 900, credited; 15899")
		wantFindings(t, w)
	})
	t.Run("answer lost", func(t *testing.T) {
		t.Parallel()
		w := paid(t)
		w.Work(t)
		w.Provider.SettleAll()
		w.Fault(t, sandbox.Fault{Kind: sandbox.FaultDrop, Operation: "refund"})
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); !errors.Is(err, payment.Unavailable) {
			t.Errorf("got %v, want %v", err, payment.Unavailable)
		}
		wantMoney(t, w, "sale 15899 submitted_for_settlement; 1 unknown 15899 with tax 900; 0")
		refund(t, w, payment.AttemptRefunded, order.Refunded)
		wantMoney(t, w, "sale 15899 submitted_for_settlement, refund 15899 submitted_for_settlement; 1 done 15899 with tax 900, credited; 15899")
		if sums := w.Provider.Ledger().Captured; len(sums) != 1 || sums[0].Amount != "0.00" {
			t.Errorf("captured less refunded: %v", sums)
		}
	})
	t.Run("nothing to give back", func(t *testing.T) {
		t.Parallel()
		w := fixture.NewTill(t)
		s := w.SignUp(t)
		_, err := w.Pay(t, s, w.Input(t, s, "fake-processor-declined-visa-nonce"))
		fixture.WantRefusal(t, err, "nonce=payment_method_declined")
		if _, err := w.Client.Payment.Refund(t.Context(), fixture.OnlyAttempt(t, w).ID, payment.RefundInput{}); !errors.Is(err, payment.AttemptNotRefundable) {
			t.Errorf("got %v, want %v", err, payment.AttemptNotRefundable)
		}
	})
}

// The audit finds each kind of difference.
func TestAuditPayments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		damage string
		want   []audit.Kind
	}{
		"order gone":            {"UPDATE orders SET state = 'cancelled'", []audit.Kind{audit.WithoutOrder}},
		"amount changed":        {"UPDATE payment_attempts SET amount_minor = amount_minor - 1", []audit.Kind{audit.Movements, audit.WrongAmount}},
		"never captured here":   {"UPDATE payment_attempts SET state = 'authorised', check_at = now()", []audit.Kind{audit.Movements, audit.WrongStatus}},
		"another provider's id": {"UPDATE payment_attempts SET number = number + 100", []audit.Kind{audit.WithoutMoney, audit.Unknown}},
		"refunded only here":    {"UPDATE payment_attempts SET state = 'refunded'; UPDATE orders SET state = 'refunded'", []audit.Kind{audit.Movements, audit.WrongStatus}},
		"another account":       {"UPDATE payment_attempts SET merchant_account_id = 'other'", []audit.Kind{audit.WrongAmount}},
		"another currency":      {"UPDATE payment_attempts SET currency = 'CAD'", []audit.Kind{audit.Movements, audit.WrongAmount}},
		"attempt lost":          {"SET session_replication_role = replica; TRUNCATE payment_attempts CASCADE; RESET session_replication_role", []audit.Kind{audit.Unknown, audit.WithoutMoney}},
		"movement lost":         {"SET session_replication_role = replica; TRUNCATE gateway_transactions; RESET session_replication_role", []audit.Kind{audit.Movements}},
		"attempt given up":      {"UPDATE payment_attempts SET state = 'voided'", []audit.Kind{audit.Movements, audit.WrongStatus, audit.WithoutMoney}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			s := w.SignUp(t)
			if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce)); err != nil {
				t.Fatal(err)
			}
			w.Work(t)
			wantFindings(t, w)
			if _, err := w.Pool.Exec(t.Context(), c.damage); err != nil {
				t.Fatal(err)
			}
			wantFindings(t, w, c.want...)
		})
	}
}

// Every process returns the same time and findings of the last daily audit, whichever made it.
func TestLastAuditIsEveryProcess(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	w.Subscribe(t, func(*payment.Input) {})
	if _, err := w.Pool.Exec(t.Context(), "DELETE FROM payment_audits"); err != nil { // the migration's row, by the database's clock
		t.Fatal(err)
	}
	one, other := w.NewClient(t, w.Config), w.NewClient(t, w.Config)
	for _, step := range []struct {
		auditor *sdk.Client
		damage  string
		later   time.Duration
		want    operate.LastAudit
	}{
		{one, "UPDATE orders SET state = 'cancelled'", 0, operate.LastAudit{Differences: 1}},
		{other, "UPDATE orders SET state = 'placed'", time.Hour, operate.LastAudit{Age: time.Hour}},
	} {
		if _, err := w.Pool.Exec(t.Context(), step.damage); err != nil {
			t.Fatal(err)
		}
		if err := step.auditor.Audit.Recent(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(step.later)
		for _, client := range []*sdk.Client{one, other} {
			figures, err := client.Operate.Figures(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(step.want, figures.Audit); diff != "" {
				t.Errorf("after %s (-want +got):\n%s", step.damage, diff)
			}
		}
	}
}
