package payments_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The debt follows from an order's attempts: the last approved one decides, and while another is under way the payer must not pay again.
func TestDebtOf(t *testing.T) {
	t.Parallel()
	const lost, over = payment.AttemptSettlementDeclined, payment.AttemptExpired
	owed := func(minor int64, confirming bool) *payments.Debt {
		return &payments.Debt{Amount: money.New(minor, "USD"), Confirming: confirming}
	}
	for name, tc := range map[string]struct {
		placed   order.State
		attempts []payment.AttemptState // for 101, 102, … cents
		want     *payments.Debt
	}{
		"paid":                            {order.Placed, []payment.AttemptState{payment.AttemptCaptured}, nil},
		"not captured yet":                {order.Placed, []payment.AttemptState{payment.AttemptAuthorised}, nil},
		"not collected":                   {order.Placed, []payment.AttemptState{lost}, owed(101, false)},
		"its authorization ran out":       {order.Placed, []payment.AttemptState{over}, owed(101, false)},
		"of an order that was cancelled":  {order.Cancelled, []payment.AttemptState{lost}, nil},
		"of an order that was refunded":   {order.Refunded, []payment.AttemptState{lost}, nil},
		"being paid again":                {order.Placed, []payment.AttemptState{lost, payment.AttemptSent}, owed(101, true)},
		"second one unknown":              {order.Placed, []payment.AttemptState{lost, payment.AttemptUnknown}, owed(101, true)},
		"the second is approved":          {order.Placed, []payment.AttemptState{lost, payment.AttemptAuthorised}, owed(101, true)},
		"the second is declined":          {order.Placed, []payment.AttemptState{lost, payment.AttemptDeclined}, owed(101, false)},
		"the second is voided":            {order.Placed, []payment.AttemptState{over, payment.AttemptVoided}, owed(101, false)},
		"paid again":                      {order.Placed, []payment.AttemptState{lost, payment.AttemptCaptured}, nil},
		"paid again, and settled":         {order.Placed, []payment.AttemptState{lost, payment.AttemptDeclined, payment.AttemptSettled}, nil},
		"paid again, and lost again":      {order.Placed, []payment.AttemptState{lost, lost}, owed(102, false)},
		"paid again, and disputed":        {order.Placed, []payment.AttemptState{lost, payment.AttemptDisputed}, nil},
		"declined before it was approved": {order.Placed, []payment.AttemptState{payment.AttemptDeclined, lost}, owed(102, false)},
	} {
		var attempts []db.PaymentAttempt
		for i, state := range tc.attempts {
			a := db.PaymentAttempt{State: string(state), AmountMinor: int64(101 + i), Currency: "USD"}
			if state == payment.AttemptSettled {
				a.State, a.SettledAt = string(payment.AttemptCaptured), &sdktest.Start
			}
			attempts = append(attempts, a)
		}
		got := payments.DebtOf(db.Order{State: string(tc.placed)}, attempts)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
