package apiserver

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/text"
)

// An operator's program refunds a payment in parts. A repeated call refunds nothing more, the operator's name is recorded, and a refund never
// exceeds the rest.
func TestAdminRefunds(t *testing.T) {
	t.Parallel()
	public := setup(t, nil)
	id, key := public.signup(1)
	if _, res := public.pay(id, key, "payment-key-1", "fake-valid-nonce", ""); res.status != http.StatusOK {
		t.Fatalf("the payment answers %d %s", res.status, res.body)
	}
	b := admin(t, public)
	as := []string{"Authorization", "Bearer " + operatorToken}
	made, err := b.env.Client.Payment.Attempts(t.Context(), payment.AttemptFilter{})
	if err != nil || len(made) != 1 {
		t.Fatalf("%d payments, %v", len(made), err)
	}
	paid := made[0]
	if err := b.env.Client.Payment.Capture(t.Context(), paid.ID); err != nil {
		t.Fatal(err)
	}
	refund := func(idempotencyKey string, in map[string]any) reply {
		return b.call(http.MethodPost, "/v1/admin/payments/"+paid.ID+"/refunds", in, append(as, "Idempotency-Key", idempotencyKey)...)
	}
	b.env.Sandbox.SettleAll()
	b.env.Clock.Advance(24 * time.Hour)
	var swept payment.SettleReport
	b.call(http.MethodPost, "/v1/admin/payments/settle", nil, as...).into(t, &swept)
	if swept.Moved[payment.AttemptSettled] != 1 {
		t.Fatalf("the sweep found %+v", swept)
	}

	paid.State, paid.OrderState, paid.TransactionID = payment.AttemptSettled, order.Placed, b.env.Sandbox.Ledger().Transactions[0].ID
	want := payment.AttemptDetail{Attempt: paid, Disputes: []payment.Dispute{}}
	part := func(number int, amount, tax, reason string) {
		want.Refunds = append(want.Refunds, payment.Refund{
			Number: number, State: "done", Amount: amount, Tax: tax, Currency: "USD", Reason: reason, RequestedBy: "tess", Origin: "here",
		})
	}
	wantDetail := func(what string, r reply) {
		t.Helper()
		var got payment.AttemptDetail
		r.into(t, &got)
		ignored := cmp.Options{
			cmpopts.IgnoreFields(payment.Attempt{}, "UpdatedAt"), cmpopts.IgnoreFields(payment.AttemptDetail{}, "Changes"),
			cmpopts.IgnoreFields(payment.Refund{}, "ID", "CreditNote", "TransactionID", "CreatedAt"),
		}
		if diff := cmp.Diff(want, got, ignored); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
		if credits := len(b.env.Sandbox.Ledger().Transactions) - 1; credits != len(got.Refunds) {
			t.Fatalf("%s: %d refunds, and the provider has %d", what, len(got.Refunds), credits)
		}
		for n, refund := range got.Refunds {
			credit := b.env.Sandbox.Ledger().Transactions[n+1]
			if refund.TransactionID != credit.ID || refund.Amount != credit.Amount || !strings.HasSuffix(refund.CreditNote, strings.Repeat("0", 5)+string(rune('1'+n))) {
				t.Errorf("%s: refund %+v, credited %+v", what, refund, credit)
			}
		}
	}
	part(1, "50.00", "2.83", "late start")
	for _, again := range []string{"first", "again"} { // the same call twice
		wantDetail("50.00, "+again, refund("r1", map[string]any{"amount": "50.00", "reason": "late start"}))
	}
	part(2, "50.00", "2.83", "late start")
	wantDetail("the same under another key", refund("r2", map[string]any{"amount": "50.00", "reason": "late start"}))
	for in, code := range map[string]text.Code{"58.999": "refund_invalid", "0": "refund_invalid", "58.99 USD": "refund_invalid", "59.00": "refund_too_much"} {
		if p := refund("wrong "+in, map[string]any{"amount": in}).problem(t); p.Code != code {
			t.Errorf("%s: %+v, want %s", in, p, code)
		}
	}
	part(3, "58.99", "3.34", "")
	want.State, want.OrderState = payment.AttemptRefunded, order.Refunded
	wantDetail("all that is left", refund("r3", map[string]any{}))
	wantDetail("read again", b.call(http.MethodGet, "/v1/admin/payments/"+paid.ID, nil, as...))
	if p := refund("r4", map[string]any{"amount": "0.01"}).problem(t); p.Code != "refund_too_much" {
		t.Errorf("a cent more: %+v", p)
	}
	if n := len(b.env.Sandbox.Ledger().Transactions); n != 4 {
		t.Errorf("the provider has %d transactions, want the sale and three credits", n)
	}
	if p := b.call(http.MethodPost, "/v1/admin/payments/018f0000-0000-7000-8000-000000000000/refunds", map[string]any{}, as...).problem(t); p.Code != "payment_attempt_not_found" {
		t.Errorf("an unknown payment: %+v", p)
	}
}
