package sandbox

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// status is the status of a transaction, in Braintree's words.
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

// refused reports whether the transaction was declined, so that nothing is charged.
func (s status) refused() bool {
	return s == statusProcessorDeclined || s == statusGatewayRejected || s == statusFailed
}

// captured reports whether money has moved or is about to.
func (s status) captured() bool {
	switch s {
	case statusSubmittedForSettlement, statusSettling, statusSettled, statusSettlementConfirmed, statusSettlementPending:
		return true
	default:
		return false
	}
}

// authorizationLife is the time in which an authorization can be submitted for settlement.
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
	PaidByToken       bool          `json:"paidByToken,omitempty"` // paid by the token of a vaulted method
	CustomerID        string        `json:"customerId,omitempty"`
	ProcessorCode     string        `json:"processorCode,omitempty"`
	RefundDecline     string        `json:"refundDecline,omitempty"` // code of a soft decline; the refund is settled anyway
	SettlementCode    string        `json:"settlementCode,omitempty"`
	Rejection         string        `json:"rejection,omitempty"`
	RefundOf          string        `json:"refundOf,omitempty"`
	Disputes          []*Dispute    `json:"disputes,omitempty"`
	RiskChecked       bool          `json:"riskChecked,omitempty"` // the request had the data for a fraud check
	RefundIDs         []string      `json:"refundIds,omitempty"`
	PartOf            string        `json:"partOf,omitempty"`     // the authorization of this partial settlement
	PartIDs           []string      `json:"partIds,omitempty"`    // the partial settlements of this authorization
	IsLastPart        bool          `json:"isLastPart,omitempty"` // no more parts can follow
	LineItems         []*element    `json:"lineItems,omitempty"`
	Source            string        `json:"source,omitempty"` // recurring_first, recurring, moto, …
	History           []statusEvent `json:"history"`
	CreatedAt         time.Time     `json:"createdAt"`
	UpdatedAt         time.Time     `json:"updatedAt"`
	// Given holds the parts of the request that responses repeat: customer, billing, shipping, descriptor, …
	Given []*element `json:"given,omitempty"`
}

type statusEvent struct {
	Status status       `json:"status"`
	Amount money.Amount `json:"amount"`
	At     time.Time    `json:"at"`
}

// become changes the status and adds it to the history.
func (t *transaction) become(s status, now time.Time) {
	t.Status, t.UpdatedAt = s, now
	t.History = append(t.History, statusEvent{s, t.Amount, now})
}

// given returns a part of Given, or nil.
func (t *transaction) given(path ...string) *element {
	return (&element{Children: t.Given}).at(path...)
}

// reachedAt returns the time at which the transaction first had the status, or zero.
func (t *transaction) reachedAt(s status) time.Time {
	for _, e := range t.History {
		if e.Status == s {
			return e.At
		}
	}
	return time.Time{}
}
