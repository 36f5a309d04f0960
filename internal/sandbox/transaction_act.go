package sandbox

import (
	"net/http"

	"github.com/cojoin/cojoin/sdk/money"
)

// onTransaction finds the transaction that the path names and hands it on.
func (s *Sandbox) onTransaction(act func(*call, *transaction) answer) func(*call) answer {
	return func(c *call) answer {
		t := s.ledger.transactions[c.request.PathValue("id")]
		if t == nil {
			return notFound
		}
		s.expire(t)
		return act(c, t)
	}
}

func refusedTransaction(attribute, code string) answer {
	return refused([]invalid{{[]string{"transaction"}, attribute, code}})
}

func (s *Sandbox) findTransaction(_ *call, t *transaction) answer {
	return answer{http.StatusOK, t.xml()}
}

// submitForSettlement captures all or, where an amount is given, less of an authorisation.
func (s *Sandbox) submitForSettlement(c *call, t *transaction) answer {
	if t.Status != statusAuthorized {
		return refusedTransaction("base", "91507")
	}
	if given := c.body.text("amount"); given != "" {
		amount, code := readAmount(given, t.Amount.Currency)
		if code == "" && amount.Minor > t.Amount.Minor {
			code = "91522"
		}
		if code != "" {
			return refusedTransaction("amount", code)
		}
		t.Amount = amount
	}
	if id := c.body.text("order-id"); id != "" {
		t.OrderID = id
	}
	t.become(t.Instrument.submitted(), s.now())
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}

// submitted is the status after a capture: PayPal settles immediately, the others in the evening.
func (i instrument) submitted() status {
	if i.Kind == kindPayPal {
		return statusSettling
	}
	return statusSubmittedForSettlement
}

// void releases an authorisation or a capture that isn't settled.
func (s *Sandbox) void(_ *call, t *transaction) answer {
	switch {
	case t.Status == statusAuthorized, t.Status == statusSubmittedForSettlement:
	case t.Status == statusSettlementPending && (t.Instrument.Kind == kindPayPal || len(t.PartIDs) > 0): // of the latter, what is left
	default:
		return refusedTransaction("base", "91504")
	}
	t.become(statusVoided, s.now())
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}

// refund refunds all or part of a settled sale.
func (s *Sandbox) refund(c *call, t *transaction) answer {
	switch {
	case t.Type == "credit":
		return refusedTransaction("base", "91505")
	case t.Status != statusSettled && t.Status != statusSettling && t.Status != statusSettlementConfirmed:
		return refusedTransaction("base", "91506")
	}
	left := t.Amount.Minor - s.refunded(t).Minor
	if left <= 0 {
		return refusedTransaction("base", "91512")
	}
	amount := money.New(left, t.Amount.Currency)
	if given := c.body.text("amount"); given != "" {
		asked, code := readAmount(given, t.Amount.Currency)
		if code == "" && asked.Minor > left {
			code = "91521"
		}
		if code != "" {
			return refusedTransaction("amount", code)
		}
		amount = asked
	}
	now := s.now()
	credit := &transaction{
		ID: newID(), Type: "credit", Amount: amount, OrderID: t.OrderID, MerchantAccountID: t.MerchantAccountID,
		Instrument: t.Instrument, Token: t.Token, CustomerID: t.CustomerID, RefundOf: t.ID, ProcessorCode: "1002", CreatedAt: now, Given: t.Given,
	}
	if id := c.body.text("order-id"); id != "" {
		credit.OrderID = id
	}
	credit.become(statusSubmittedForSettlement, now)
	s.ledger.saveTransaction(credit)
	t.RefundIDs = append(t.RefundIDs, credit.ID)
	t.UpdatedAt = now
	s.ledger.saveTransaction(t)
	return answer{http.StatusCreated, credit.xml()}
}

// refunded is what was given back of a sale so far.
func (s *Sandbox) refunded(t *transaction) money.Amount {
	return s.sumOf(t.RefundIDs, t.Amount.Currency)
}

// sumOf adds up transactions of one currency, less those that were voided.
func (s *Sandbox) sumOf(ids []string, currency money.Currency) money.Amount {
	sum := money.Zero(currency)
	for _, id := range ids {
		if t := s.ledger.transactions[id]; t != nil && t.Status != statusVoided {
			sum.Minor += t.Amount.Minor
		}
	}
	return sum
}

// settleTo makes the testing calls, which bring a submitted transaction on. Settling asks what the
// amount stands for; the others do as they are told.
func (s *Sandbox) settleTo(asked status) func(*call, *transaction) answer {
	return func(_ *call, t *transaction) answer {
		if !s.settle(t, asked) {
			return refusedTransaction("base", "91575")
		}
		return answer{http.StatusOK, t.xml()}
	}
}

func (s *Sandbox) settle(t *transaction, asked status) bool {
	if len(t.PartIDs) > 0 {
		return false // its parts are settled
	}
	switch t.Status {
	case statusSubmittedForSettlement, statusSettling, statusSettlementPending, statusSettlementConfirmed:
	default:
		return false
	}
	to, code := asked, "4000"
	switch asked {
	case statusSettled:
		to, code = settles(t)
	case statusSettlementDeclined:
		code = "4001"
	case statusSettlementPending:
		code = "4002"
	}
	t.SettlementCode = code
	t.become(to, s.now())
	s.ledger.saveTransaction(t)
	switch to {
	case statusSettled:
		s.hooks.send(t, "transaction_settled")
	case statusSettlementDeclined:
		s.hooks.send(t, "transaction_settlement_declined")
	}
	return true
}
