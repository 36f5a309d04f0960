package ledger

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Account is an account of the journal.
type Account string

// The accounts.
const (
	Receivable       Account = "receivable"        // asset: debts of payers for placed orders; a capture settles them
	Invoices         Account = "invoices"          // asset: codes sold on invoice
	Provider         Account = "provider"          // asset: money that the payment provider holds for us or has paid out
	Disputed         Account = "disputed"          // asset: money that undecided disputes have taken
	TaxPayable       Account = "tax_payable"       // liability: by jurisdiction
	CodesOutstanding Account = "codes_outstanding" // liability: sold codes that are neither used nor ended, at face value
	DeferredRevenue  Account = "deferred_revenue"  // liability: paid days that aren't over
	Revenue          Account = "revenue"           // income: days that are over
	CodesForfeited   Account = "codes_forfeited"   // income: codes that ended unused, and the excess of a used code's sale price over its part of the order
	CodesRefunded    Account = "codes_refunded"    // expense: money given back for batches of codes
	DisputeLosses    Account = "dispute_losses"    // expense: money taken by lost disputes
)

// Accounts are all accounts, in the order of a balance sheet.
var Accounts = []Account{
	Receivable, Invoices, Provider, Disputed, TaxPayable, CodesOutstanding, DeferredRevenue, Revenue, CodesForfeited, CodesRefunded, DisputeLosses,
}

// Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	Sale          Kind = "sale"
	Void          Kind = "void"         // a placed order with a voided authorization
	Refunded      Kind = "refund"       // a credit note
	EndOfService  Kind = "service_ends" // a lost dispute ends a subscription before its term
	CodesSold     Kind = "codes_sold"
	CodesEnded    Kind = "codes_ended"
	Released      Kind = "revenue" // the days of a month
	Captured      Kind = "capture"
	Returned      Kind = "capture_returned" // a voided capture, or a declined settlement
	PaidBack      Kind = "refund_paid"
	DisputeOpened Kind = "dispute_opened"
	DisputeWon    Kind = "dispute_won"
	DisputeLost   Kind = "dispute_lost"
)

// Line is a debit or a credit, in minor units; the other one is 0.
type Line struct {
	Account Account
	Tax     string // of TaxPayable: jurisdiction and tax, such as US-PA SALES_TAX
	Debit   int64
	Credit  int64
}

// Entry is one entry of the journal. Its debits are equal to its credits.
type Entry struct {
	At       time.Time
	Kind     Kind
	Document string // receipt, credit note, or the provider's id of a movement or dispute
	Order    string // id of the order; empty where there is none
	Currency money.Currency
	Lines    []Line
}

// Balance returns debits less credits: 0 for every entry of this package.
func (e Entry) Balance() (sum int64) {
	for _, l := range e.Lines {
		sum += l.Debit - l.Credit
	}
	return sum
}

// posting is a signed line: a debit above 0, a credit below.
type posting struct {
	account Account
	tax     string
	minor   int64
}

// lines returns the postings that aren't 0 as lines, debits first.
func lines(all ...posting) []Line {
	var debits, credits []Line
	for _, p := range all {
		switch {
		case p.minor > 0:
			debits = append(debits, Line{Account: p.account, Tax: p.tax, Debit: p.minor})
		case p.minor < 0:
			credits = append(credits, Line{Account: p.account, Tax: p.tax, Credit: -p.minor})
		}
	}
	return append(debits, credits...)
}

// transfer returns the lines of an amount from one account to another.
func transfer(debit, credit Account, minor int64) []Line {
	return lines(posting{debit, "", minor}, posting{credit, "", -minor})
}
