package audit

import (
	"github.com/cojoin/cojoin/sdk/payment"
)

// Kind is a kind of difference between database and provider.
type Kind string

// The kinds of difference.
const (
	CapturedTwice Kind = "captured_twice"         // several transactions of one attempt moved money
	WithoutOrder  Kind = "captured_without_order" // money moved, and no order stands for it
	WithoutMoney  Kind = "order_without_money"    // an order stands, and no money is held or moved
	WrongAmount   Kind = "amount_differs"         // amount, currency or merchant account
	Orphan        Kind = "orphan_authorisation"   // money is held that nobody will capture
	WrongStatus   Kind = "status_differs"         // database and provider don't say the same
	Unknown       Kind = "transaction_unknown"    // the provider has one of our payments that the database doesn't know
	Movements     Kind = "movements_differ"       // the movements of money that the database has aren't what the attempt's state says
	Refunds       Kind = "refunds_differ"         // not as much was given back there as here
	Dispute       Kind = "dispute_differs"        // the provider has a dispute that the database doesn't know, or says otherwise of it
	Unsettled     Kind = "unsettled"              // not decided yet; no difference, but nothing final either
)

// Finding is one difference. Attempt or Order says where.
type Finding struct {
	Kind          Kind                 `json:"kind"`
	Order         string               `json:"orderId"`
	Attempt       string               `json:"attemptId,omitempty"`
	TransactionID string               `json:"transactionId,omitempty"`
	State         payment.AttemptState `json:"state,omitempty"`
	Provider      string               `json:"provider,omitempty" doc:"What the provider says: status and amount"`
}

// Report holds the differences that an audit found, and the captured sums of database and provider, by currency, as decimals.
type Report struct {
	Attempts         int               `json:"attempts"`
	Findings         []Finding         `json:"findings"`
	CapturedDatabase map[string]string `json:"capturedDatabase"`
	CapturedProvider map[string]string `json:"capturedProvider"`
}

// Differences counts the findings but for what isn't decided yet.
func (r *Report) Differences() (n int) {
	for _, f := range r.Findings {
		if f.Kind != Unsettled {
			n++
		}
	}
	return n
}
