package sandbox

import (
	"net/http"

	"github.com/cojoin/cojoin/sdk/money"
)

// submitForPartialSettlement captures a part of an authorization, as a separate transaction. More parts can follow,
// up to the authorized amount, until one has the flag final-capture.
func (s *Sandbox) submitForPartialSettlement(c *call, t *transaction) answer {
	isOpen := t.Status == statusAuthorized || t.Status == statusSettlementPending && len(t.PartIDs) > 0
	switch {
	case t.PartOf != "" || t.IsLastPart:
		return refusedTransaction("base", "915103")
	case !isOpen || t.Type != "sale":
		return refusedTransaction("base", "91507")
	}
	left := money.New(t.Amount.Minor-s.inParts(t).Minor, t.Amount.Currency)
	amount, code := readUpTo(c.body.text("amount"), left, "91522")
	if code != "" {
		return refusedTransaction("amount", code)
	}
	orderID := t.OrderID
	if given := c.body.text("order-id"); given != "" {
		if len(given) > 255 {
			return refusedTransaction("order_id", "91501")
		}
		orderID = given
	}
	now := s.now()
	part := &transaction{
		ID: newID(), Type: "sale", Amount: amount, OrderID: orderID, MerchantAccountID: t.MerchantAccountID, Instrument: t.Instrument,
		Token: t.Token, CustomerID: t.CustomerID, Source: t.Source, Given: t.Given, ProcessorCode: t.ProcessorCode, PartOf: t.ID, CreatedAt: now,
	}
	part.describe(c.body)
	part.become(statusAuthorized, now)
	part.become(t.Instrument.submitted(), now)
	s.ledger.saveTransaction(part)
	t.PartIDs, t.IsLastPart = append(t.PartIDs, part.ID), c.body.flag("final-capture")
	t.become(statusSettlementPending, now)
	s.ledger.saveTransaction(t)
	return answer{http.StatusCreated, part.xml()}
}

// captured reports whether money has moved or is about to by this transaction itself, not by its parts.
func (t *transaction) captured() bool { return len(t.PartIDs) == 0 && t.Status.captured() }

// inParts returns the amount of an authorization that its parts have captured.
func (s *Sandbox) inParts(t *transaction) money.Amount {
	return s.sumOf(t.PartIDs, t.Amount.Currency)
}
