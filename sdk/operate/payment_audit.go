package operate

import (
	"github.com/cojoin/cojoin/sdk/payment"
)

// AuditKind is how database and provider differ.
type AuditKind string

// The kinds of difference.
const (
	AuditCapturedTwice AuditKind = "captured_twice"         // several transactions of one attempt moved money
	AuditWithoutOrder  AuditKind = "captured_without_order" // money moved, and no order stands for it
	AuditWithoutMoney  AuditKind = "order_without_money"    // an order stands, and no money is held or moved
	AuditWrongAmount   AuditKind = "amount_differs"         // amount, currency or merchant account
	AuditOrphan        AuditKind = "orphan_authorisation"   // money is held that nobody will capture
	AuditWrongStatus   AuditKind = "status_differs"         // database and provider don't say the same
	AuditUnknown       AuditKind = "transaction_unknown"    // the provider has one of our payments that the database doesn't know
	AuditMovements     AuditKind = "movements_differ"       // the movements of money that the database has aren't what the attempt's state says
	AuditRefunds       AuditKind = "refunds_differ"         // not as much was given back there as here
	AuditDispute       AuditKind = "dispute_differs"        // the provider has a dispute that the database doesn't know, or says otherwise of it
	AuditUnsettled     AuditKind = "unsettled"              // not decided yet; no difference, but nothing final either
)

// AuditFinding is one difference. Attempt or Order says where.
type AuditFinding struct {
	Kind          AuditKind            `json:"kind"`
	Order         string               `json:"orderId"`
	Attempt       string               `json:"attemptId,omitempty"`
	TransactionID string               `json:"transactionId,omitempty"`
	State         payment.AttemptState `json:"state,omitempty"`
	Provider      string               `json:"provider,omitempty" doc:"What the provider says: status and amount"`
}

// AuditReport is what an audit found. Captured are the sums that the database and the provider call
// captured, by currency, as decimals.
type AuditReport struct {
	Attempts         int               `json:"attempts"`
	Findings         []AuditFinding    `json:"findings"`
	CapturedDatabase map[string]string `json:"capturedDatabase"`
	CapturedProvider map[string]string `json:"capturedProvider"`
}

// Differences counts the findings but for what isn't decided yet.
func (r *AuditReport) Differences() (n int) {
	for _, f := range r.Findings {
		if f.Kind != AuditUnsettled {
			n++
		}
	}
	return n
}
