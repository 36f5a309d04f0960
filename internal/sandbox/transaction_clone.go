package sandbox

import "net/http"

// clone repeats an earlier sale by card with a new amount.
func (s *Sandbox) clone(c *call, of *transaction) answer {
	switch {
	case of.Type != "sale":
		return refusedTransaction("base", "91543")
	case of.Instrument.Kind != kindCard:
		return refusedTransaction("base", "91573")
	case of.Token != "":
		return refusedTransaction("base", "91540")
	}
	amount, code := readAmount(c.body.text("amount"), of.Amount.Currency)
	if code != "" {
		return refusedTransaction("amount", code)
	}
	account, ok := s.account(of.MerchantAccountID)
	if !ok {
		return refusedTransaction("merchant_account_id", "91513")
	}
	now := s.now()
	instrument := of.Instrument
	instrument.Secure = nil // an authentication is valid for one payment
	t := &transaction{
		ID: newID(), Type: "sale", Amount: amount, OrderID: of.OrderID, MerchantAccountID: of.MerchantAccountID, Instrument: instrument,
		CustomerID: of.CustomerID, Source: of.Source, LineItems: of.LineItems, CreatedAt: now,
	}
	for _, part := range of.Given {
		if part.Name != "channel" {
			t.Given = append(t.Given, part)
		}
	}
	t.Given = append(t.Given, keepGiven(c.body)...)
	v := s.decide(t, account, false, c.fault, now)
	t.ProcessorCode, t.Rejection = v.code, v.rejection
	t.become(v.status, now)
	if v.status == statusAuthorized && c.body.flag("options", "submit-for-settlement") {
		s.capture(t)
	}
	s.ledger.saveTransaction(t)
	if v.status.refused() {
		return declined(v.message(), t.xml())
	}
	return answer{http.StatusCreated, t.xml()}
}
