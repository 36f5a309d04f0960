package sandbox

import (
	"fmt"
	"net/http"

	"github.com/cojoin/cojoin/sdk/money"
)

// giveBack is the input of a refund. Defaults: the amount not yet refunded, and the sale's order ID and merchant account.
type giveBack struct {
	amount, orderID, account string
	fault                    *Fault
}

// refund refunds a settled sale in full or in part.
func (s *Sandbox) refund(c *call, t *transaction) answer {
	credit, attribute, code := s.giveBack(t, giveBack{c.body.text("amount"), c.body.text("order-id"), c.body.text("merchant-account-id"), c.fault})
	if code != "" {
		return refusedTransaction(attribute, code)
	}
	if credit.Status.refused() {
		return declined(credit.processorText(), credit.xml())
	}
	return answer{http.StatusCreated, credit.xml()}
}

// giveBack creates the credit of a refund, which the bank may decline. The code is that of the validation error, or "".
func (s *Sandbox) giveBack(t *transaction, in giveBack) (_ *transaction, attribute, code string) {
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
	if in.amount != "" {
		if amount, code = readUpTo(in.amount, amount, "91521"); code != "" {
			return nil, "amount", code
		}
	}
	if a, ok := s.account(in.account); in.account != "" && (!ok || a.Currency != t.Amount.Currency) {
		return nil, "merchant_account_id", "91513"
	}
	now := s.now()
	credit := &transaction{
		ID: newID(), Type: "credit", Amount: amount, OrderID: t.OrderID, MerchantAccountID: t.MerchantAccountID,
		Instrument: t.Instrument, Token: t.Token, CustomerID: t.CustomerID, RefundOf: t.ID, ProcessorCode: "1002", CreatedAt: now, Given: t.Given,
	}
	if in.orderID != "" {
		credit.OrderID = in.orderID
	}
	if in.account != "" {
		credit.MerchantAccountID = in.account
	}
	credit.authorizeRefund(in.fault)
	if credit.ProcessorCode >= "2000" {
		credit.become(statusProcessorDeclined, now)
		s.ledger.saveTransaction(credit)
		return credit, "", ""
	}
	credit.become(statusSubmittedForSettlement, now)
	s.ledger.saveTransaction(credit)
	t.RefundIDs = append(t.RefundIDs, credit.ID)
	t.UpdatedAt = now
	s.ledger.saveTransaction(t)
	return credit, "", ""
}

// authorizeRefund sets the bank's response: a decline by a fault or by a documented test amount of a card. A refund with a soft decline by
// amount is settled anyway.
func (t *transaction) authorizeRefund(f *Fault) {
	if f != nil && f.Kind == FaultDecline {
		t.ProcessorCode = f.processorCode()
		return
	}
	code := declineOf(t.Amount)
	switch {
	case code == "" || t.Instrument.LastFour == "":
	case softDeclines[code]:
		t.ProcessorCode, t.RefundDecline = "1005", code
	default:
		t.ProcessorCode = code
	}
}

// Refund refunds a settled sale in full ("") or in part, as a person does in the provider's control panel: the
// merchant's program gets no webhook.
func (s *Sandbox) Refund(transactionID, amount string) (Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.ledger.transactions[transactionID]
	if t == nil {
		return Entry{}, fmt.Errorf("sandbox: there is no transaction %q", transactionID)
	}
	s.age(t)
	credit, _, code := s.giveBack(t, giveBack{amount: amount})
	if code != "" {
		return Entry{}, fmt.Errorf("sandbox: %s", validationMessages[code])
	}
	return credit.entry(), s.ledger.err
}

// refunded returns the refunded amount of a sale.
func (s *Sandbox) refunded(t *transaction) money.Amount {
	return s.sumOf(t.RefundIDs, t.Amount.Currency)
}

// sumOf returns the sum of transactions in one currency, without voided ones.
func (s *Sandbox) sumOf(ids []string, currency money.Currency) money.Amount {
	sum := money.Zero(currency)
	for _, id := range ids {
		if t := s.ledger.transactions[id]; t != nil && t.Status != statusVoided {
			sum.Minor += t.Amount.Minor
		}
	}
	return sum
}
