package chaos

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// plan lists the provider's faults for one customer's card.
type plan struct {
	sale     string // a fault in the format of the sandbox's header; empty: none
	search   string // the fault of the first searches after the sale
	searches int    // their number
	hidden   bool   // searches are empty until the payment is given up, however slow the machine

	until time.Time // search faults end then: a real provider's search finds everything long before a nonce expires
}

// provider is a proxy before the sandbox that adds faults to calls. Sales follow the customer's plan, found by the cardholder's name. Calls without a
// name (capture, void, find) fail now and then.
type provider struct {
	sandbox *sandbox.Sandbox
	after   func(orderID string)      // called after each processed sale
	givenUp func(orderID string) bool // reports whether the payment was given up

	mu       sync.Mutex
	rand     *rand.Rand
	plans    map[string]plan  // by cardholder
	searches map[string]*plan // by order id
	calm     bool             // adds no more faults
}

var (
	holderElement = regexp.MustCompile(`<cardholder-name>([^<]*)</cardholder-name>`)
	orderElement  = regexp.MustCompile(`<order-id>(?:<is>)?([^<]*)<`)
)

func newProvider(s *sandbox.Sandbox, seed uint64) *provider {
	return &provider{
		sandbox: s, after: func(string) {}, givenUp: func(string) bool { return true }, rand: rand.New(rand.NewPCG(seed, 1)), //nolint:gosec // faults, not secrets
		plans: map[string]plan{}, searches: map[string]*plan{},
	}
}

// expect stores the plan for a card.
func (p *provider) expect(holder string, what plan) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plans[holder] = what
}

// calmDown ends all faults, so that the leftovers can be counted.
func (p *provider) calmDown() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calm = true
}

// ServeHTTP implements [http.Handler].
func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return // the caller was killed
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sale := r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/transactions")
	if fault := p.fault(r, sale, string(body)); fault != "" {
		r.Header.Set(sandbox.FaultHeader, fault)
	}
	p.sandbox.ServeHTTP(w, r)
	if sale {
		p.after(firstMatch(orderElement, string(body)))
	}
}

func (p *provider) fault(r *http.Request, sale bool, body string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	order := firstMatch(orderElement, body)
	switch {
	case p.calm:
		return ""
	case sale:
		what, known := p.plans[firstMatch(holderElement, body)]
		if !known { // a renewal: the card is on file, and its holder isn't named
			return p.rarely(0.3, "drop", "cut", "empty", "reset", "error=503", "error=500;before", "delay=2600", "delay=2600;before")
		}
		delete(p.plans, firstMatch(holderElement, body)) // the next attempt succeeds
		what.until = time.Now().Add(nonceLife / 2)
		p.searches[order] = &what
		return what.sale
	case strings.HasSuffix(r.URL.Path, "/advanced_search_ids"):
		what := p.searches[order]
		if what != nil && what.hidden {
			if !p.givenUp(order) {
				return "search-empty"
			}
			return ""
		}
		if what != nil && what.searches > 0 && time.Now().Before(what.until) {
			what.searches--
			return what.search
		}
		return p.rarely(0.03, "error=500;before", "cut", "drop")
	case strings.HasSuffix(r.URL.Path, "/submit_for_settlement"):
		return p.rarely(0.15, "drop", "error=503", "error=502;before", "reset", "empty", "cut", "delay=1800")
	case strings.HasSuffix(r.URL.Path, "/void"):
		return p.rarely(0.2, "drop", "error=503", "error=503;before", "reset")
	case strings.HasSuffix(r.URL.Path, "/refund"):
		return p.rarely(0.3, "drop", "cut", "empty", "error=503", "error=503;before", "reset")
	case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/transactions/"):
		return p.rarely(0.05, "drop", "error=500")
	}
	return ""
}

// rarely returns one of the faults with the given probability.
func (p *provider) rarely(probability float64, faults ...string) string {
	if p.rand.Float64() >= probability {
		return ""
	}
	return faults[p.rand.IntN(len(faults))]
}

func firstMatch(form *regexp.Regexp, s string) string {
	if m := form.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}
