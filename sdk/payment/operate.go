package payment

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/text"
)

// AttemptNotFound is the fault of an unknown payment attempt.
var AttemptNotFound = fault.New(fault.NotFound, "payment_attempt_not_found", nil)

// AttemptNotRefundable is the fault of refunding an attempt that holds no money, or money in a state that can't be given back.
var AttemptNotRefundable = fault.New(fault.Conflict, "payment_not_refundable", nil)

// Attempt is one try to pay, for operators: ids and amounts, no personal data.
type Attempt struct {
	ID             string              `json:"id"`
	OrderID        string              `json:"orderId"`
	RegistrationID string              `json:"registrationId,omitempty"`
	GatewayOrderID string              `json:"gatewayOrderId"`
	State          AttemptState        `json:"state"`
	OrderState     order.State         `json:"orderState"`
	Amount         string              `json:"amount" doc:"Decimal"`
	Currency       string              `json:"currency"`
	PaymentType    gateway.PaymentType `json:"paymentType"`
	TransactionID  string              `json:"transactionId,omitempty"`
	CardLastFour   string              `json:"cardLastFour,omitempty"`
	DeclineCode    text.Code           `json:"declineCode,omitempty"`
	Searches       int                 `json:"searches" doc:"Searches at the provider that found nothing"`
	CreatedAt      time.Time           `json:"createdAt"`
	UpdatedAt      time.Time           `json:"updatedAt"`
}

// AttemptChange is one change of an attempt's state.
type AttemptChange struct {
	At     time.Time    `json:"at"`
	Event  AttemptEvent `json:"event"`
	From   AttemptState `json:"from"`
	To     AttemptState `json:"to"`
	Fence  int64        `json:"fence"`
	Detail string       `json:"detail,omitempty"`
}

// AttemptDetail is an attempt with its history.
type AttemptDetail struct {
	Attempt
	Changes  []AttemptChange `json:"changes"`
	Refunds  []Refund        `json:"refunds"`
	Disputes []Dispute       `json:"disputes"`
}

// AttemptFilter selects attempts. The zero value selects the newest 500.
type AttemptFilter struct {
	State  AttemptState // empty: all
	Before string       // id of the last one seen; empty: from the newest
	Limit  int          // 1 to 500; 0 means 500
}
