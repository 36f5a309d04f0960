package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// nonceLife is how long a nonce can be used, as at Braintree.
const nonceLife = 3 * time.Hour

// ledger is all state. It isn't safe by itself: the sandbox holds its lock around every use.
type ledger struct {
	transactions map[string]*transaction
	order        []*transaction // as created
	customers    map[string]*customer
	customerIDs  []string // as created
	methods      map[string]*method
	nonces       map[string]*nonce // by hash
	journal      *journal          // nil: in memory only
	err          error             // the journal's first failure; every later call fails
}

// nonce is a one-time reference to an instrument. The nonce itself isn't kept, only its hash.
type nonce struct {
	Hash       string     `json:"hash"`
	Instrument instrument `json:"instrument"`
	Token      string     `json:"token,omitempty"` // of the vaulted method that it stands for
	Used       bool       `json:"used,omitempty"`
	CreatedAt  time.Time  `json:"createdAt"`
}

func newLedger() *ledger {
	return &ledger{
		transactions: map[string]*transaction{}, customers: map[string]*customer{},
		methods: map[string]*method{}, nonces: map[string]*nonce{},
	}
}

// newID returns eight random letters and digits, like Braintree's ids.
func newID() string { return strings.ToLower(rand.Text()[:8]) }

func nonceHash(value string) string {
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
}

// addNonce makes a nonce for the instrument and gives its value.
func (l *ledger) addNonce(i instrument, token string, now time.Time) string {
	for hash, n := range l.nonces { // forget what can't be used any more
		if now.Sub(n.CreatedAt) > 2*nonceLife {
			delete(l.nonces, hash)
		}
	}
	value := "tokencc_" + strings.ToLower(rand.Text())
	n := &nonce{Hash: nonceHash(value), Instrument: i, Token: token, CreatedAt: now}
	l.saveNonce(n)
	return value
}

// lookUpNonce finds a nonce without using it. The code is that of the validation error, "" where it is
// good.
func (l *ledger) lookUpNonce(value string, now time.Time) (*nonce, string) {
	if i, ok := fakeNonces[value]; ok {
		return &nonce{Instrument: i, CreatedAt: now}, ""
	}
	switch value {
	case nonceConsumed:
		return nil, "91564"
	case nonceLuhnInvalid:
		return nil, "81715"
	}
	n, ok := l.nonces[nonceHash(value)]
	switch {
	case !ok || now.Sub(n.CreatedAt) > nonceLife:
		return nil, "91565"
	case n.Used:
		return nil, "91564"
	}
	return n, ""
}

// use spends the nonce. The documented fake ones are never spent.
func (l *ledger) use(n *nonce) {
	if n != nil && n.Hash != "" {
		n.Used = true
		l.saveNonce(n)
	}
}

func (l *ledger) saveNonce(n *nonce) {
	l.nonces[n.Hash] = n
	l.write(record{Nonce: n})
}

func (l *ledger) saveTransaction(t *transaction) {
	if _, there := l.transactions[t.ID]; !there {
		l.order = append(l.order, t)
	}
	l.transactions[t.ID] = t
	l.write(record{Transaction: t})
}

func (l *ledger) saveCustomer(c *customer) {
	if _, there := l.customers[c.ID]; !there {
		l.customerIDs = append(l.customerIDs, c.ID)
	}
	l.customers[c.ID] = c
	l.write(record{Customer: c})
}

func (l *ledger) saveMethod(m *method) {
	l.methods[m.Token] = m
	l.write(record{Method: m})
}

func (l *ledger) deleteMethod(token string) {
	delete(l.methods, token)
	l.write(record{DeletedMethod: token})
}

func (l *ledger) deleteCustomer(id string) {
	for token, m := range l.methods {
		if m.CustomerID == id {
			l.deleteMethod(token)
		}
	}
	delete(l.customers, id)
	for i, other := range l.customerIDs {
		if other == id {
			l.customerIDs = append(l.customerIDs[:i:i], l.customerIDs[i+1:]...)
			break
		}
	}
	l.write(record{DeletedCustomer: id})
}

// write adds the record to the journal. A ledger that can't be kept must not go on as if it were.
func (l *ledger) write(r record) {
	if l.journal != nil && l.err == nil {
		l.err = l.journal.append(r)
	}
}
