package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// Dispute is a claim of a payer's bank against a payment, for operators.
type Dispute struct {
	ID        string               `json:"id" doc:"The provider's"`
	AttemptID string               `json:"attemptId"`
	OrderID   string               `json:"orderId,omitempty"`
	Kind      gateway.DisputeKind  `json:"kind" enum:"inquiry,chargeback,pre_arbitration"`
	State     gateway.DisputeState `json:"state" enum:"open,evidence_sent,accepted,expired,won,lost"`
	Amount    string               `json:"amount" doc:"Decimal"`
	Currency  string               `json:"currency"`
	Reason    string               `json:"reason,omitempty" doc:"In the provider's words"`
	OpenedAt  time.Time            `json:"openedAt"`
	ReplyBy   *time.Time           `json:"replyBy,omitempty" doc:"The last day for evidence"`
	DecidedAt *time.Time           `json:"decidedAt,omitempty" doc:"When this was heard"`
}

// DisputeFilter selects disputes. The zero value selects all, at most 500.
type DisputeFilter struct {
	Open  bool // not decided yet
	Limit int  // 1 to 500; 0 means 500
}
