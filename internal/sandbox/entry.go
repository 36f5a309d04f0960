package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Ledger lists all transactions, for people and tests. It holds no nonces and only the last four digits of cards.
type Ledger struct {
	Transactions []Entry `json:"transactions"` // oldest first
	// Captured is the sum of captured sales minus refunds, by currency.
	Captured []Sum `json:"captured"`
}

// Sum is an amount in one currency, as a plain decimal.
type Sum struct {
	Amount   string         `json:"amount"`
	Currency money.Currency `json:"currency"`
}

// Entry is one transaction.
type Entry struct {
	ID                string         `json:"id"`
	Type              string         `json:"type"` // sale or credit
	Status            string         `json:"status"`
	Amount            string         `json:"amount"` // plain decimal, e.g. 149.99
	Currency          money.Currency `json:"currency"`
	OrderID           string         `json:"orderId,omitempty"`
	MerchantAccountID string         `json:"merchantAccountId"`
	PaymentInstrument string         `json:"paymentInstrument"` // credit_card, paypal_account, …
	CardType          string         `json:"cardType,omitempty"`
	CardLastFour      string         `json:"cardLastFour,omitempty"`
	Vaulted           bool           `json:"vaulted"`
	Token             string         `json:"token,omitempty"` // of the vaulted payment method
	ProcessorCode     string         `json:"processorCode,omitempty"`
	Rejection         string         `json:"rejection,omitempty"`
	RefundOf          string         `json:"refundOf,omitempty"`
	PartOf            string         `json:"partOf,omitempty"`  // the authorization of this partial settlement
	InParts           bool           `json:"inParts,omitempty"` // captured by partial settlements, which have their own entries
	Source            string         `json:"source,omitempty"`
	ThreeDSecure      bool           `json:"threeDSecure"` // the cardholder was authenticated
	History           []string       `json:"history"`      // statuses, oldest first
	CreatedAt         time.Time      `json:"createdAt"`
	Disputes          []Dispute      `json:"disputes,omitempty"`
	UpdatedAt         time.Time      `json:"updatedAt"`
}

// Captured reports whether the entry's money has moved or is about to.
func (e Entry) Captured() bool { return !e.InParts && status(e.Status).captured() }

// Ledger returns a snapshot of the ledger.
func (s *Sandbox) Ledger() Ledger {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := Ledger{Transactions: []Entry{}, Captured: []Sum{}}
	sums := map[money.Currency]int64{}
	for _, t := range s.ledger.order {
		s.age(t)
		l.Transactions = append(l.Transactions, t.entry())
		if t.captured() {
			minor := t.Amount.Minor
			if t.Type == "credit" {
				minor = -minor
			}
			sums[t.Amount.Currency] += minor
		}
	}
	for _, c := range slices.Sorted(maps.Keys(sums)) {
		l.Captured = append(l.Captured, Sum{money.New(sums[c], c).Decimal(), c})
	}
	return l
}

// LastSale returns the ID of the newest sale with this order ID, or false.
func (s *Sandbox) LastSale(orderID string) (id string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range slices.Backward(s.ledger.order) {
		if t.OrderID == orderID && t.Type == "sale" {
			return t.ID, true
		}
	}
	return "", false
}

// Held returns the merchant's balance in each currency, in minor units: captured sales minus refunds and minus chargebacks that weren't won.
// Currencies with a balance of zero are left out.
func (l Ledger) Held() (map[money.Currency]int64, error) {
	held := map[money.Currency]int64{}
	add := func(decimal string, currency money.Currency, sign int64) error {
		amount, err := money.Parse(decimal, currency)
		if err != nil {
			return fmt.Errorf("sandbox: ledger: %w", err)
		}
		held[currency] += sign * amount.Minor
		return nil
	}
	for _, s := range l.Captured {
		if err := add(s.Amount, s.Currency, 1); err != nil {
			return nil, err
		}
	}
	for _, e := range l.Transactions {
		for _, d := range e.Disputes {
			if d.Kind != DisputeChargeback || d.Status == "won" {
				continue
			}
			if err := add(d.Amount, d.Currency, -1); err != nil {
				return nil, err
			}
		}
	}
	maps.DeleteFunc(held, func(_ money.Currency, minor int64) bool { return minor == 0 })
	return held, nil
}

func (t *transaction) entry() Entry {
	e := Entry{
		ID: t.ID, Type: t.Type, Status: string(t.Status), Amount: t.Amount.Decimal(), Currency: t.Amount.Currency,
		OrderID: t.OrderID, MerchantAccountID: t.MerchantAccountID, PaymentInstrument: string(t.Instrument.Kind),
		CardType: t.Instrument.CardType, CardLastFour: t.Instrument.LastFour, Vaulted: t.Token != "", Token: t.Token, ProcessorCode: t.ProcessorCode,
		Rejection: t.Rejection, RefundOf: t.RefundOf, PartOf: t.PartOf, InParts: len(t.PartIDs) > 0, Source: t.Source, ThreeDSecure: t.Instrument.authenticated(),
		History: []string{}, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt,
	}
	for _, h := range t.History {
		e.History = append(e.History, string(h.Status))
	}
	for _, d := range t.Disputes {
		e.Disputes = append(e.Disputes, *d)
	}
	return e
}
