package sandbox

import "net/http"

// updateDetails changes amount, order ID and descriptor of a sale that is submitted for settlement.
func (s *Sandbox) updateDetails(c *call, t *transaction) answer {
	if t.Status != statusSubmittedForSettlement || t.Type != "sale" {
		return refusedTransaction("base", "915129")
	}
	changed := *t
	if given := c.body.text("amount"); given != "" {
		amount, code := readUpTo(given, t.Amount, "91522")
		if code != "" {
			return refusedTransaction("amount", code)
		}
		changed.Amount = amount
	}
	if id := c.body.text("order-id"); id != "" {
		if len(id) > 255 {
			return refusedTransaction("order_id", "91501")
		}
		changed.OrderID = id
	}
	changed.describe(c.body)
	changed.UpdatedAt = s.now()
	*t = changed
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}
