package ledger

import (
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// Order is the history of a placed order, in minor units of its currency.
type Order struct {
	ID       string
	Receipt  string // its number
	Currency money.Currency
	PlacedAt time.Time
	Total    int64 // due in money
	Taxes    []Tax // within Total
	Codes    int64 // paid by subscription codes, beside Total
	Faces    int64 // sale price of these codes; never less than Codes
	Term     *Term // nil: the order bought subscription codes
	Refunds  []Refund
	Voided   *time.Time // nothing was captured, and nothing will be
	Lost     *time.Time // a lost dispute has ended the subscription
}

// Tax is one tax of an order.
type Tax struct {
	Name  string
	Minor int64
}

// Term is the period of a purchase. Its revenue is spread over its days in UTC.
type Term struct{ Starts, Ends time.Time }

// Refund is money given back. An order's refunds are sorted by time.
type Refund struct {
	CreditNote string
	At         time.Time
	Minor, Tax int64 // Tax is the tax in Minor
	Keeps      bool  // the subscription continues, even if nothing of Total is left
}

func (o Order) tax() (sum int64) {
	for _, t := range o.Taxes {
		sum += t.Minor
	}
	return sum
}

// Entries returns the order's entries from one time to another, without the revenue of its days: see [Order.Released].
func (o Order) Entries(from, to time.Time) []Entry {
	var out []Entry
	before := o.nothing()
	for _, e := range o.events() {
		after := o.balance(e)
		if !e.at.Before(from) && e.at.Before(to) {
			// The revenue of the days up to now is another entry's.
			out = o.appendEntry(out, e, o.balanceAt(before, e.at), after)
		}
		before = after
	}
	return out
}

func (o Order) appendEntry(out []Entry, e event, before, after books) []Entry {
	made := Entry{At: e.at, Kind: e.kind, Document: e.document, Order: o.ID, Currency: o.Currency, Lines: lines(difference(before.postings, after.postings)...)}
	if len(made.Lines) == 0 {
		return out
	}
	return append(out, made)
}

// event is a change of an order's books, other than by passing days.
type event struct {
	at       time.Time
	kind     Kind
	document string
	refunds  int // the number so far, this one included
	voided   bool
	ended    bool // no days are owed any more: a dispute was lost, or all money given back
}

func (o Order) events() []event {
	sale := Sale
	if o.Term == nil {
		sale = CodesSold
	}
	all := []event{{at: o.PlacedAt, kind: sale, document: o.Receipt}}
	now := all[0]
	rest, left := o.Refunds, o.Total
	lost := o.Lost
	add := func(at time.Time, kind Kind, document string) {
		now.at, now.kind, now.document = latest(at, now.at), kind, document
		all = append(all, now)
	}
	for {
		if lost != nil && (len(rest) == 0 || lost.Before(rest[0].At)) {
			now.ended = true
			add(*lost, EndOfService, o.Receipt)
			lost = nil
			continue
		}
		if len(rest) == 0 {
			break
		}
		now.refunds++
		left -= rest[0].Minor
		now.ended = now.ended || left <= 0 && !rest[0].Keeps
		add(rest[0].At, Refunded, rest[0].CreditNote)
		rest = rest[1:]
	}
	if o.Voided != nil {
		now.voided = true
		add(*o.Voided, Void, o.Receipt)
	}
	return all
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// books are the balances of an order's accounts after an event.
type books struct {
	event    event
	postings []posting
}

func (o Order) nothing() books {
	b := o.balance(event{})
	for i := range b.postings {
		b.postings[i].minor = 0
	}
	b.event.voided = true
	return b
}

// balanceAt returns the same books at a later time, with the revenue of the days until then.
func (o Order) balanceAt(b books, at time.Time) books {
	if b.event.voided {
		return b
	}
	e := b.event
	e.at = at
	return o.balance(e)
}

// balance returns the order's balances after an event. They add up to 0.
func (o Order) balance(e event) books {
	refunded, refundedTax := int64(0), int64(0)
	for _, r := range o.Refunds[:e.refunds] {
		refunded += r.Minor
		refundedTax += r.Tax
	}
	if e.voided { // as if all were given back: codes end in entries of their own, see EndedCodes
		refunded, refundedTax = o.Total, o.tax()
	}
	p := []posting{{Receivable, "", o.Total - refunded}}
	for i, back := range spread(refundedTax, o.Taxes) {
		p = append(p, posting{TaxPayable, o.Taxes[i].Name, back - o.Taxes[i].Minor})
	}
	net := o.Total - o.tax() - refunded + refundedTax
	if o.Term == nil {
		p = append(p, posting{CodesOutstanding, "", -net - refunded + refundedTax}, posting{CodesRefunded, "", refunded - refundedTax})
	} else {
		earned := o.earned(e)
		p = append(p, posting{CodesOutstanding, "", o.Faces}, posting{CodesForfeited, "", o.Codes - o.Faces},
			posting{DeferredRevenue, "", earned - net - o.Codes}, posting{Revenue, "", -earned})
	}
	if e.voided && o.Term != nil { // its codes can be used again
		for i := range p {
			p[i].minor = 0
		}
	}
	return books{e, p}
}

// spread divides the refunded tax among an order's taxes. The parts add up to it, and after a full refund each tax is fully refunded.
func spread(refunded int64, taxes []Tax) []int64 {
	all, upTo, given := int64(0), int64(0), int64(0)
	for _, t := range taxes {
		all += t.Minor
	}
	out := make([]int64, len(taxes))
	for i, t := range taxes {
		upTo += t.Minor
		out[i] = part(refunded, upTo, all) - given
		given += out[i]
	}
	return out
}

// part returns n × some ÷ all, rounded to the nearest.
func part(n, some, all int64) int64 {
	if all == 0 {
		return 0
	}
	return (n*some*2 + all) / (2 * all)
}

func difference(before, after []posting) []posting {
	out := make([]posting, len(after))
	for i := range after {
		out[i] = after[i]
		out[i].minor -= before[i].minor
	}
	return out
}
