package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Kinds of disputes, as Braintree names them. A retrieval requests documents and moves no money.
const (
	DisputeRetrieval      = "retrieval"
	DisputePreArbitration = "pre_arbitration"
	DisputeChargeback     = "chargeback"
)

// DisputeKinds and DisputeStatuses list the valid values, for help and completion.
var (
	DisputeKinds    = []string{DisputeRetrieval, DisputePreArbitration, DisputeChargeback}
	DisputeStatuses = []string{"open", "disputed", "accepted", "auto_accepted", "expired", "under_review", "won", "lost"}
)

// replyDays is the number of days in which a merchant can submit evidence.
const replyDays = 10

// Dispute is a payer's complaint to their bank about a transaction.
type Dispute struct {
	ID            string         `json:"id"`
	TransactionID string         `json:"transactionId"`
	Kind          string         `json:"kind"`   // of [DisputeKinds]
	Status        string         `json:"status"` // of [DisputeStatuses]
	Reason        string         `json:"reason"` // fraud, general, …
	Amount        string         `json:"amount"` // plain decimal, at most the transaction's
	Currency      money.Currency `json:"currency"`
	Evidence      []Evidence     `json:"evidence,omitempty"`
	History       []DisputeEvent `json:"history"` // statuses, oldest first
	OpenedAt      time.Time      `json:"openedAt"`
	ReplyBy       time.Time      `json:"replyBy"` // the last day for evidence
	UpdatedAt     time.Time      `json:"updatedAt"`
}

// Evidence is a text that the merchant submitted against a dispute.
type Evidence struct {
	ID       string    `json:"id"`
	Category string    `json:"category,omitempty"`
	Sequence string    `json:"sequence,omitempty"`
	Comment  string    `json:"comment"`
	At       time.Time `json:"at"`
}

// DisputeEvent is one entry of a dispute's status history.
type DisputeEvent struct {
	Status string    `json:"status"`
	At     time.Time `json:"at"`
}

// UnmarshalJSON also accepts a bare status, the form of a dispute in ledgers of version 0.1.0.
func (d *Dispute) UnmarshalJSON(raw []byte) error {
	var word string
	if json.Unmarshal(raw, &word) == nil {
		if word == "opened" {
			word = "open"
		}
		*d = Dispute{Status: word}
		return nil
	}
	type plain Dispute
	return json.Unmarshal(raw, (*plain)(d))
}

// become changes the status and adds it to the history.
func (d *Dispute) become(status string, now time.Time) {
	d.Status, d.UpdatedAt = status, now
	d.History = append(d.History, DisputeEvent{status, now})
}

// newDispute returns an open chargeback of the whole amount.
func (t *transaction) newDispute(now time.Time) *Dispute {
	d := &Dispute{
		ID: fmt.Sprintf("dispute%s%d", t.ID, len(t.Disputes)+1), TransactionID: t.ID, Kind: DisputeChargeback, Reason: "fraud",
		Amount: t.Amount.Decimal(), Currency: t.Amount.Currency, OpenedAt: now, ReplyBy: now.Truncate(24*time.Hour).AddDate(0, 0, replyDays),
	}
	d.become("open", now)
	return d
}

// completeDisputes fills in the fields that disputes of a version 0.1.0 ledger lack.
func (t *transaction) completeDisputes() {
	all := t.Disputes
	t.Disputes = nil
	for _, d := range all {
		if d.ID == "" {
			status := d.Status
			d = t.newDispute(t.UpdatedAt)
			d.Status, d.History[0].Status = status, status
		}
		t.Disputes = append(t.Disputes, d)
	}
}

// NewDispute is the input of [Sandbox.OpenDispute].
type NewDispute struct {
	TransactionID string `json:"transactionId"`
	Kind          string `json:"kind,omitempty"`   // default: chargeback
	Reason        string `json:"reason,omitempty"` // default: fraud
	Amount        string `json:"amount,omitempty"` // default: the transaction's
}

// OpenDispute opens a dispute of a captured sale and sends its webhook.
func (s *Sandbox) OpenDispute(n NewDispute) (Dispute, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.ledger.transactions[n.TransactionID]
	if t == nil || t.Type != "sale" || !t.captured() {
		return Dispute{}, fmt.Errorf("sandbox: transaction %q is not a captured sale", n.TransactionID)
	}
	d := t.newDispute(s.now())
	if n.Kind != "" {
		if d.Kind = n.Kind; !slices.Contains(DisputeKinds, n.Kind) {
			return Dispute{}, fmt.Errorf("sandbox: there is no kind of dispute %q; there are %s", n.Kind, strings.Join(DisputeKinds, ", "))
		}
	}
	if n.Reason != "" {
		d.Reason = n.Reason
	}
	if n.Amount != "" {
		amount, code := readAmount(n.Amount, t.Amount.Currency)
		if code != "" || amount.Minor > t.Amount.Minor {
			return Dispute{}, fmt.Errorf("sandbox: %q is not an amount up to %s", n.Amount, t.Amount.Decimal())
		}
		d.Amount = amount.Decimal()
	}
	t.Disputes = append(t.Disputes, d)
	s.ledger.saveTransaction(t)
	s.send("dispute_opened", t, d)
	return *d, s.ledger.err
}

// DecideDispute moves a dispute to another status and sends its webhook. At the provider, the payer's bank or a deadline does that.
func (s *Sandbox) DecideDispute(id, status string) (Dispute, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, d := s.disputeOf(id)
	switch {
	case d == nil:
		return Dispute{}, fmt.Errorf("sandbox: there is no dispute %q", id)
	case status == "open" || !slices.Contains(DisputeStatuses, status):
		return Dispute{}, fmt.Errorf("sandbox: a dispute can't become %q; it can become %s", status, strings.Join(DisputeStatuses[1:], ", "))
	}
	s.moveDispute(t, d, status)
	return *d, s.ledger.err
}

// moveDispute changes the status, saves the transaction and sends the webhook.
func (s *Sandbox) moveDispute(t *transaction, d *Dispute, status string) {
	d.become(status, s.now())
	s.ledger.saveTransaction(t)
	s.send("dispute_"+status, t, d)
}

// disputeOf returns a dispute and its transaction, or nil.
func (s *Sandbox) disputeOf(id string) (*transaction, *Dispute) {
	for _, t := range s.ledger.order {
		for _, d := range t.Disputes {
			if d.ID == id {
				return t, d
			}
		}
	}
	return nil, nil
}
