package sandbox

import (
	"net/http"
	"regexp"
	"time"
)

// method is a vaulted payment method.
type method struct {
	Token      string     `json:"token"`
	CustomerID string     `json:"customerId"`
	Instrument instrument `json:"instrument"`
	Default    bool       `json:"default,omitempty"`
	Billing    *element   `json:"billing,omitempty"`
	CreatedAt  time.Time  `json:"createdAt"`
	UpdatedAt  time.Time  `json:"updatedAt"`
}

var tokenForm = regexp.MustCompile(`^[\w-]{1,36}$`)

// vault keeps the method; a customer's first is the default.
func (s *Sandbox) vault(m *method, makeDefault bool) {
	others := s.methodsOf(m.CustomerID)
	m.Default = makeDefault || len(others) == 0
	if m.Default {
		for _, o := range others {
			if o.Default && o.Token != m.Token {
				o.Default = false
				s.ledger.saveMethod(o)
			}
		}
	}
	s.ledger.saveMethod(m)
}

func (s *Sandbox) defaultMethod(customerID string) *method {
	for _, m := range s.methodsOf(customerID) {
		if m.Default {
			return m
		}
	}
	return nil
}

// vaultSale keeps what a sale was paid with, as its options ask.
func (s *Sandbox) vaultSale(t *transaction, r *element, now time.Time) {
	always := r.flag("options", "store-in-vault")
	onSuccess := r.flag("options", "store-in-vault-on-success") && !t.Status.refused()
	if !always && !onSuccess || t.Token != "" || t.Instrument.OneTime {
		return
	}
	if t.CustomerID == "" {
		c := &customer{ID: r.text("customer", "id"), Fields: map[string]string{}, CreatedAt: now, UpdatedAt: now}
		if c.ID == "" || s.ledger.customers[c.ID] != nil || !customerIDForm.MatchString(c.ID) {
			c.ID = newID()
		}
		for _, name := range customerFields {
			if value := t.given("customer", name).text(); value != "" {
				c.Fields[name] = value
			}
		}
		s.ledger.saveCustomer(c)
		t.CustomerID = c.ID
	}
	kept := t.Instrument
	kept.Secure = nil // an authentication is for one payment
	m := &method{Token: newID(), CustomerID: t.CustomerID, Instrument: kept, CreatedAt: now, UpdatedAt: now}
	if token := r.text("credit-card", "token"); tokenForm.MatchString(token) && s.ledger.methods[token] == nil {
		m.Token = token
	}
	if r.flag("options", "add-billing-address-to-payment-method") {
		m.Billing = t.given("billing")
	}
	s.vault(m, false)
	t.Token = m.Token
}

// verify asks the bank whether the card is good; nil where it is, or wasn't asked.
func (s *Sandbox) verify(i instrument, ask bool) *answer {
	if !ask || i.Kind != kindCard {
		return nil
	}
	code := map[string]string{behaveDecline: "2000", behaveFail: "3000"}[i.Behaviour]
	if code == "" && s.isExpired(i) {
		code = codeExpired
	}
	st, rejection := "processor_declined", ""
	switch i.Behaviour {
	case behaveFail:
		st = "failed"
	case behaveFraud:
		st, rejection = "gateway_rejected", "fraud"
	default:
		if code == "" {
			if rejection = s.opts.MerchantAccounts[0].rejects(i); rejection != "" {
				st = "gateway_rejected"
			}
		}
	}
	if code == "" && rejection == "" {
		return nil
	}
	v := verdict{code: code, rejection: rejection}
	no := declined(v.message(), group("verification", text("status", st), text("processor-response-code", code),
		text("processor-response-text", processorTexts[code]), text("gateway-rejection-reason", rejection),
		text("cvv-response-code", i.CVV), text("avs-postal-code-response-code", i.PostalCode), text("avs-street-address-response-code", i.Street)))
	return &no
}

// readMethod reads a raw card. The errors are reported at the path.
func (s *Sandbox) readMethod(card *element, at []string, now time.Time) (*method, []invalid, *answer) {
	i, faults := readCard(card, nil).read(s.key)
	m := &method{Token: card.text("token"), Instrument: i, CreatedAt: now, UpdatedAt: now}
	switch {
	case m.Token == "":
		m.Token = newID()
	case !tokenForm.MatchString(m.Token):
		faults = append(faults, invalid{attribute: "token", code: "91718"})
	case s.ledger.methods[m.Token] != nil:
		faults = append(faults, invalid{attribute: "token", code: "91719"})
	}
	if billing := card.at("billing-address"); billing != nil {
		m.Billing = keepMembers(billing, addressNames)
	}
	if len(faults) > 0 {
		return nil, under(at, faults), nil
	}
	if no := s.verify(i, card.flag("options", "verify-card")); no != nil {
		return nil, nil, no
	}
	return m, nil, nil
}

// xml writes the method as its kind.
func (m *method) xml(now time.Time) *element {
	i := m.Instrument
	e := group(i.Kind.element(), text("token", m.Token), text("customer-id", m.CustomerID), boolean("default", m.Default),
		datetime("created-at", m.CreatedAt), datetime("updated-at", m.UpdatedAt), text("global-id", globalID("paymentmethod", m.Token)),
		array("subscriptions"))
	if a, ok := i.Kind.account(); ok {
		return e.add(a.facts(i)...)
	}
	if i.Kind == kindPayPal {
		return e.add(text("email", i.Email), text("image-url", "https://assets.braintreegateway.com/payment_method_logo/paypal.png"),
			text("billing-agreement-id", "B-"+i.Unique), text("payer-id", "payer-"+i.Unique))
	}
	e.add(i.cardFacts()...)
	e.add(boolean("expired", i.expired(now)))
	if i.Kind != kindCard {
		return e.add(text("payment-instrument-name", i.CardType+" "+i.LastFour), text("source-description", i.CardType+" "+i.LastFour))
	}
	e.add(text("masked-number", i.masked()), text("expiration-date", i.ExpMonth+"/"+i.ExpYear), text("unique-number-identifier", i.Unique),
		text("customer-location", "US"), boolean("venmo-sdk", false), array("verifications"))
	if m.Billing != nil {
		e.add(m.Billing.renamed("billing-address"))
	}
	return e
}

// expired answers whether it is a card whose last month is over.
func (i instrument) expired(now time.Time) bool {
	return i.ExpYear != "" && i.ExpYear+i.ExpMonth < now.Format("200601")
}

// isExpired answers whether the bank declines the card because its last month is over, which is an option.
func (s *Sandbox) isExpired(i instrument) bool { return s.opts.DeclineExpired && i.expired(s.now()) }

// createMethod vaults a nonce or a card for a customer.
func (s *Sandbox) createMethod(c *call) answer {
	now := s.now()
	customerID := c.body.text("customer-id")
	one := func(attribute, code string) answer {
		return refused([]invalid{{[]string{"payment-method"}, attribute, code}})
	}
	switch {
	case customerID == "":
		return one("customer_id", "93104")
	case s.ledger.customers[customerID] == nil:
		return one("customer_id", "93105")
	}
	m, no := s.methodFromRequest(c.body, []string{"payment-method"}, now)
	if no != nil {
		return *no
	}
	m.CustomerID = customerID
	if c.body.flag("options", "fail-on-duplicate-payment-method") && m.Instrument.Kind == kindCard {
		for _, other := range s.ledger.methods {
			if other.Instrument.Unique == m.Instrument.Unique {
				return refused([]invalid{{[]string{"payment-method", "credit-card"}, "number", "81724"}})
			}
		}
	}
	s.vault(m, c.body.flag("options", "make-default"))
	return answer{http.StatusCreated, m.xml(now)}
}

// methodFromRequest reads a nonce or a raw card, and spends the nonce. A card is verified unless the
// request says otherwise.
func (s *Sandbox) methodFromRequest(r *element, at []string, now time.Time) (*method, *answer) {
	fail := func(faults ...invalid) (*method, *answer) {
		a := refused(faults)
		return nil, &a
	}
	token := r.text("token")
	if token != "" && !tokenForm.MatchString(token) {
		return fail(invalid{at, "token", "91718"})
	}
	if token != "" && s.ledger.methods[token] != nil {
		return fail(invalid{at, "token", "91719"})
	}
	value := r.text("payment-method-nonce")
	if value == "" {
		if r.text("number") == "" {
			return fail(invalid{at, "payment_method_nonce", "93103"})
		}
		m, faults, no := s.readMethod(r, at, now)
		if len(faults) > 0 {
			return fail(faults...)
		}
		return m, no
	}
	n, code := s.ledger.lookUpNonce(value, now)
	switch code {
	case "":
	case "91564":
		return fail(invalid{at, "payment_method_nonce", "93107"})
	case "81715":
		return fail(invalid{append(at[:len(at):len(at)], "credit-card"), "number", code})
	default:
		return fail(invalid{at, "payment_method_nonce", "93108"})
	}
	if n.Instrument.OneTime {
		return fail(invalid{append(at[:len(at):len(at)], "paypal-account"), "base", "82902"})
	}
	if no := s.verify(n.Instrument, r.text("options", "verify-card") != "false"); no != nil {
		return nil, no
	}
	s.ledger.use(n)
	if token == "" {
		token = newID()
	}
	m := &method{Token: token, Instrument: n.Instrument, CreatedAt: now, UpdatedAt: now}
	m.Instrument.Secure = nil
	if billing := r.at("billing-address"); billing != nil {
		m.Billing = keepMembers(billing, addressNames)
	}
	return m, nil
}
