package sandbox

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// status is where a transaction stands, in Braintree's words.
type status string

const (
	statusAuthorized             status = "authorized"
	statusAuthorizationExpired   status = "authorization_expired"
	statusSubmittedForSettlement status = "submitted_for_settlement"
	statusSettling               status = "settling"
	statusSettled                status = "settled"
	statusSettlementConfirmed    status = "settlement_confirmed"
	statusSettlementDeclined     status = "settlement_declined"
	statusSettlementPending      status = "settlement_pending"
	statusVoided                 status = "voided"
	statusProcessorDeclined      status = "processor_declined"
	statusGatewayRejected        status = "gateway_rejected"
	statusFailed                 status = "failed"
)

// refused answers whether nothing was or will be charged.
func (s status) refused() bool {
	return s == statusProcessorDeclined || s == statusGatewayRejected || s == statusFailed
}

// captured answers whether money moves or has moved.
func (s status) captured() bool {
	switch s {
	case statusSubmittedForSettlement, statusSettling, statusSettled, statusSettlementConfirmed, statusSettlementPending:
		return true
	default:
		return false
	}
}

// authorizationLife is how long a card's authorisation can be submitted for settlement.
const authorizationLife = 7 * 24 * time.Hour

type transaction struct {
	ID                string        `json:"id"`
	Type              string        `json:"type"` // sale or credit
	Status            status        `json:"status"`
	Amount            money.Amount  `json:"amount"`
	OrderID           string        `json:"orderId,omitempty"`
	MerchantAccountID string        `json:"merchantAccountId"`
	Instrument        instrument    `json:"instrument"`
	Token             string        `json:"token,omitempty"`
	PaidByToken       bool          `json:"paidByToken,omitempty"` // with a vaulted method
	CustomerID        string        `json:"customerId,omitempty"`
	ProcessorCode     string        `json:"processorCode,omitempty"`
	RefundDecline     string        `json:"refundDecline,omitempty"` // what the bank said of a refund that is settled all the same
	SettlementCode    string        `json:"settlementCode,omitempty"`
	Rejection         string        `json:"rejection,omitempty"`
	RefundOf          string        `json:"refundOf,omitempty"`
	Disputes          []*Dispute    `json:"disputes,omitempty"`
	RiskChecked       bool          `json:"riskChecked,omitempty"` // the caller sent what a fraud check needs
	RefundIDs         []string      `json:"refundIds,omitempty"`
	PartOf            string        `json:"partOf,omitempty"`     // the authorisation that this partial settlement is of
	PartIDs           []string      `json:"partIds,omitempty"`    // the partial settlements of this authorisation
	IsLastPart        bool          `json:"isLastPart,omitempty"` // no more of them
	LineItems         []*element    `json:"lineItems,omitempty"`
	Source            string        `json:"source,omitempty"` // recurring_first, recurring, moto, …
	History           []statusEvent `json:"history"`
	CreatedAt         time.Time     `json:"createdAt"`
	UpdatedAt         time.Time     `json:"updatedAt"`
	// Given holds what the caller told and gets back as it is: customer, billing, shipping, descriptor, …
	Given []*element `json:"given,omitempty"`
}

type statusEvent struct {
	Status status       `json:"status"`
	Amount money.Amount `json:"amount"`
	At     time.Time    `json:"at"`
}

// become changes the status and writes it into the history.
func (t *transaction) become(s status, now time.Time) {
	t.Status, t.UpdatedAt = s, now
	t.History = append(t.History, statusEvent{s, t.Amount, now})
}

// given is a part of what the caller told; nil where it was silent.
func (t *transaction) given(path ...string) *element {
	return (&element{Children: t.Given}).at(path...)
}

// reachedAt returns when the transaction first had the status, or zero if it never did.
func (t *transaction) reachedAt(s status) time.Time {
	for _, e := range t.History {
		if e.Status == s {
			return e.At
		}
	}
	return time.Time{}
}
