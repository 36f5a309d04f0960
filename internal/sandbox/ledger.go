package sandbox

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"
)

// nonceLife is the lifetime of a nonce, as at Braintree.
const nonceLife = 3 * time.Hour

// ledger holds all state. It isn't safe for concurrent use: the sandbox holds its lock around every use.
type ledger struct {
	transactions map[string]*transaction
	order        []*transaction // as created
	customers    map[string]*customer
	customerIDs  []string // as created
	methods      map[string]*method
	nonces       map[string]*nonce // by hash
	journal      *journal          // nil if the ledger is in memory only
	err          error             // the journal's first failure; every later call fails
}

// nonce is a one-time reference to an instrument. Only the hash of its value is stored.
type nonce struct {
	Hash       string     `json:"hash"`
	Instrument instrument `json:"instrument"`
	Token      string     `json:"token,omitempty"` // of the vaulted method, if any
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

// addNonce creates a nonce for the instrument and returns its value.
func (l *ledger) addNonce(i instrument, token string, now time.Time) string {
	for hash, n := range l.nonces { // drop nonces long expired
		if now.Sub(n.CreatedAt) > 2*nonceLife {
			delete(l.nonces, hash)
		}
	}
	value := "tokencc_" + strings.ToLower(rand.Text())
	n := &nonce{Hash: nonceHash(value), Instrument: i, Token: token, CreatedAt: now}
	l.saveNonce(n)
	return value
}

// lookUpNonce returns a nonce without spending it. The code is that of the validation error, or "" for a valid
// nonce.
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

// use spends the nonce. The documented fake nonces can be used again and again.
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

// write adds the record to the journal. After a failed write, l.err fails every later call, because memory and file
// would differ.
func (l *ledger) write(r record) {
	if l.journal != nil && l.err == nil {
		l.err = l.journal.append(r)
	}
}
