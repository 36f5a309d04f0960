package ledger

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Movement is a movement of money at the payment provider.
type Movement struct {
	Document string // the provider's id
	Order    string
	At       time.Time
	Kind     string // sale, void, refund, chargeback or chargeback_reversal
	Amount   money.Amount
}

// movements lists the direction of each kind.
var movements = map[string]struct {
	kind          Kind
	debit, credit Account
}{
	"sale":                {Captured, Provider, Receivable},
	"void":                {Returned, Receivable, Provider},
	"refund":              {PaidBack, Receivable, Provider},
	"chargeback":          {DisputeOpened, Disputed, Provider},
	"chargeback_reversal": {DisputeWon, Provider, Disputed},
}

// Entry returns the movement's entry; false for an unknown kind.
func (m Movement) Entry() (Entry, bool) {
	rule, known := movements[m.Kind]
	return Entry{
		At: m.At, Kind: rule.kind, Document: m.Document, Order: m.Order, Currency: m.Amount.Currency, Lines: transfer(rule.debit, rule.credit, m.Amount.Minor),
	}, known
}

// LostDispute returns the entry of a dispute that took money and was lost.
func LostDispute(dispute, order string, at time.Time, took money.Amount) Entry {
	return Entry{At: at, Kind: DisputeLost, Document: dispute, Order: order, Currency: took.Currency, Lines: transfer(DisputeLosses, Disputed, took.Minor)}
}

// InvoicedCodes returns the entry of a batch of codes with a paid invoice.
func InvoicedCodes(batch string, at time.Time, face money.Amount) Entry {
	return Entry{At: at, Kind: CodesSold, Document: batch, Currency: face.Currency, Lines: transfer(Invoices, CodesOutstanding, face.Minor)}
}

// EndedCodes returns the entry of a batch's codes that ended unused: revoked or expired.
func EndedCodes(batch string, at time.Time, face money.Amount) Entry {
	return Entry{At: at, Kind: CodesEnded, Document: batch, Currency: face.Currency, Lines: transfer(CodesOutstanding, CodesForfeited, face.Minor)}
}

// ReleasedRevenue returns the entry of a month's earnings in a currency. Its document is the month.
func ReleasedRevenue(month Month, earned money.Amount) Entry {
	return Entry{
		At: month.Ends().Add(-time.Second), Kind: Released, Document: "REV-" + month.String(), Currency: earned.Currency,
		Lines: transfer(DeferredRevenue, Revenue, earned.Minor),
	}
}
