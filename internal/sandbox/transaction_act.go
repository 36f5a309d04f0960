package sandbox

import "net/http"

// onTransaction passes the transaction in the path to act.
func (s *Sandbox) onTransaction(act func(*call, *transaction) answer) func(*call) answer {
	return func(c *call) answer {
		t := s.ledger.transactions[c.request.PathValue("id")]
		if t == nil {
			return notFound
		}
		s.age(t)
		return act(c, t)
	}
}

func refusedTransaction(attribute, code string) answer {
	return refused([]invalid{{[]string{"transaction"}, attribute, code}})
}

func (s *Sandbox) findTransaction(_ *call, t *transaction) answer {
	return answer{http.StatusOK, t.xml()}
}

// submitForSettlement captures an authorization, in full or with a lower amount.
func (s *Sandbox) submitForSettlement(c *call, t *transaction) answer {
	if t.Status != statusAuthorized {
		return refusedTransaction("base", "91507")
	}
	if given := c.body.text("amount"); given != "" {
		amount, code := readUpTo(given, t.Amount, "91522")
		if code != "" {
			return refusedTransaction("amount", code)
		}
		t.Amount = amount
	}
	if id := c.body.text("order-id"); id != "" {
		t.OrderID = id
	}
	t.describe(c.body)
	s.capture(t)
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}

// capture submits the transaction for settlement. A sale by [disputedCard] is disputed immediately.
func (s *Sandbox) capture(t *transaction) {
	now := s.now()
	t.become(t.Instrument.submitted(), now)
	if t.Instrument.Behavior == behaveDispute {
		d := t.newDispute(now)
		t.Disputes = append(t.Disputes, d)
		s.send("dispute_opened", t, d)
	}
}

// submitted returns the status after a capture. PayPal starts to settle immediately, all others in the evening.
func (i instrument) submitted() status {
	if i.Kind == kindPayPal {
		return statusSettling
	}
	return statusSubmittedForSettlement
}

// void cancels an authorization or a capture that isn't settling yet.
func (s *Sandbox) void(_ *call, t *transaction) answer {
	switch {
	case t.Status == statusAuthorized, t.Status == statusSubmittedForSettlement:
	case t.Status == statusSettlementPending && (t.Instrument.Kind == kindPayPal || len(t.PartIDs) > 0): // a void of the latter releases the rest
	default:
		return refusedTransaction("base", "91504")
	}
	t.become(statusVoided, s.now())
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}

// settleTo returns one of the testing calls, which move a submitted transaction to a status. The status settled can
// end in a decline: see [Sandbox.settle].
func (s *Sandbox) settleTo(target status) func(*call, *transaction) answer {
	return func(c *call, t *transaction) answer {
		to := target
		if c.fault != nil && c.fault.Kind == FaultDecline {
			to = statusSettlementDeclined
		}
		if !s.settle(t, to, s.now()) {
			return refusedTransaction("base", "91575")
		}
		return answer{http.StatusOK, t.xml()}
	}
}
