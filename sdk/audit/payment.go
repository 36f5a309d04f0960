package audit

import (
	"github.com/cojoin/cojoin/sdk/payment"
)

// Kind is a kind of difference between database and provider.
type Kind string

// The kinds of difference.
const (
	CapturedTwice Kind = "captured_twice"         // several transactions of one attempt moved money
	WithoutOrder  Kind = "captured_without_order" // money moved without a valid order
	PaidBackTwice Kind = "refunded_and_disputed"  // a full refund during a dispute that took the money, too
	WithoutMoney  Kind = "order_without_money"    // a valid order without held or moved money
	WrongAmount   Kind = "amount_differs"         // amount, currency or merchant account
	Orphan        Kind = "orphan_authorisation"   // held money that will never be captured
	WrongStatus   Kind = "status_differs"         // database and provider have different states
	Unknown       Kind = "transaction_unknown"    // one of our payments at the provider is missing in the database
	Movements     Kind = "movements_differ"       // the stored movements of money contradict the attempt's state
	Refunds       Kind = "refunds_differ"         // different refunded amounts in database and provider
	Dispute       Kind = "dispute_differs"        // a dispute of the provider is missing or different in the database
	Unsettled     Kind = "unsettled"              // not decided yet; not counted as a difference
)

// Finding is one difference. Attempt or Order locates it.
type Finding struct {
	Kind          Kind                 `json:"kind"`
	Order         string               `json:"orderId"`
	Attempt       string               `json:"attemptId,omitempty"`
	TransactionID string               `json:"transactionId,omitempty"`
	State         payment.AttemptState `json:"state,omitempty"`
	Provider      string               `json:"provider,omitempty" doc:"Status and amount at the provider"`
}

// Report holds the differences of an audit, and the captured sums of database and provider, by currency, as decimals.
type Report struct {
	Attempts         int               `json:"attempts"`
	Findings         []Finding         `json:"findings"`
	CapturedDatabase map[string]string `json:"capturedDatabase"`
	CapturedProvider map[string]string `json:"capturedProvider"`
}

// Differences counts the findings except undecided payments.
func (r *Report) Differences() (n int) {
	for _, f := range r.Findings {
		if f.Kind != Unsettled {
			n++
		}
	}
	return n
}
