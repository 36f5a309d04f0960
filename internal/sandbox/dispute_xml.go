package sandbox

import (
	"errors"
	"time"
)

var errEvidence = errors.New("evidence is a text of the category that it belongs to, up to 100 for a dispute")

func day(name string, at time.Time) *element {
	return &element{Name: name, Type: "date", Text: at.Format(time.DateOnly)}
}

// xml returns the dispute in Braintree's XML form.
func (d *Dispute) xml(t *transaction) *element {
	evidence, history := array("evidence"), array("status-history")
	for _, e := range d.Evidence {
		evidence.add(e.xml())
	}
	for _, h := range d.History {
		history.add(group("status-history", text("status", h.Status), datetime("timestamp", h.At), day("effective-date", h.At)))
	}
	return group("dispute", text("id", d.ID), text("amount", d.Amount), text("amount-disputed", d.Amount),
		text("amount-won", d.amount(true).Decimal()), text("currency-iso-code", string(d.Currency)), text("kind", d.Kind), text("reason", d.Reason),
		text("status", d.Status), text("merchant-account-id", t.MerchantAccountID), text("case-number", d.caseNumber()), text("reference-number", d.caseNumber()),
		text("original-dispute-id", ""), text("processor-comments", ""),
		datetime("created-at", d.OpenedAt), datetime("updated-at", d.UpdatedAt), day("received-date", d.OpenedAt), day("reply-by-date", d.ReplyBy), evidence, history,
		text("global-id", globalID("dispute", d.ID)),
		group("transaction", text("id", t.ID), text("amount", t.Amount.Decimal()), datetime("created-at", t.CreatedAt), text("order-id", t.OrderID),
			text("payment-instrument-subtype", t.Instrument.CardType), text("purchase-order-number", t.given("purchase-order-number").text())))
}

func (e Evidence) xml() *element {
	return group("evidence", text("id", e.ID), text("comment", e.Comment), text("category", e.Category), text("sequence-number", e.Sequence),
		datetime("created-at", e.At), text("sent-to-processor-at", ""), text("url", ""))
}
