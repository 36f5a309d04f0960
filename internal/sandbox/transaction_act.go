package sandbox

import (
	"fmt"
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
	s.capture(t)
	s.ledger.saveTransaction(t)
	return answer{http.StatusOK, t.xml()}
}

// capture submits the transaction for settlement. The documented card has it disputed.
func (s *Sandbox) capture(t *transaction) {
	now := s.now()
	t.become(t.Instrument.submitted(), now)
	if t.Instrument.Behaviour == behaveDispute {
		d := t.newDispute(now)
		t.Disputes = append(t.Disputes, d)
		s.send("dispute_opened", t, d)
	}
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
	credit, attribute, code := s.giveBack(t, c.body.text("amount"), c.body.text("order-id"))
	if code != "" {
		return refusedTransaction(attribute, code)
	}
	return answer{http.StatusCreated, credit.xml()}
}

// giveBack makes the credit of a refund. No amount means all that is left; no order id means the sale's. The code is
// that of the validation error, "" where there is none.
func (s *Sandbox) giveBack(t *transaction, given, orderID string) (_ *transaction, attribute, code string) {
	switch {
	case t.Type == "credit":
		return nil, "base", "91505"
	case t.Status != statusSettled && t.Status != statusSettling && t.Status != statusSettlementConfirmed:
		return nil, "base", "91506"
	}
	left := t.Amount.Minor - s.refunded(t).Minor
	if left <= 0 {
		return nil, "base", "91512"
	}
	amount := money.New(left, t.Amount.Currency)
	if given != "" {
		asked, code := readAmount(given, t.Amount.Currency)
		if code == "" && asked.Minor > left {
			code = "91521"
		}
		if code != "" {
			return nil, "amount", code
		}
		amount = asked
	}
	now := s.now()
	credit := &transaction{
		ID: newID(), Type: "credit", Amount: amount, OrderID: t.OrderID, MerchantAccountID: t.MerchantAccountID,
		Instrument: t.Instrument, Token: t.Token, CustomerID: t.CustomerID, RefundOf: t.ID, ProcessorCode: "1002", CreatedAt: now, Given: t.Given,
	}
	if orderID != "" {
		credit.OrderID = orderID
	}
	credit.become(statusSubmittedForSettlement, now)
	s.ledger.saveTransaction(credit)
	t.RefundIDs = append(t.RefundIDs, credit.ID)
	t.UpdatedAt = now
	s.ledger.saveTransaction(t)
	return credit, "", ""
}

// Refund refunds a settled sale in whole ("") or in part, as a person does in the provider's control panel: the
// merchant's program isn't told.
func (s *Sandbox) Refund(transactionID, amount string) (Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.ledger.transactions[transactionID]
	if t == nil {
		return Entry{}, fmt.Errorf("sandbox: there is no transaction %q", transactionID)
	}
	s.age(t)
	credit, _, code := s.giveBack(t, amount, "")
	if code != "" {
		return Entry{}, fmt.Errorf("sandbox: %s", validationMessages[code])
	}
	return credit.entry(), s.ledger.err
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
	return func(c *call, t *transaction) answer {
		to := asked
		if c.fault != nil && c.fault.Kind == FaultDecline {
			to = statusSettlementDeclined
		}
		if !s.settle(t, to, s.now()) {
			return refusedTransaction("base", "91575")
		}
		return answer{http.StatusOK, t.xml()}
	}
}
