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

// vault saves the method. A customer's first method becomes the default.
func (s *Sandbox) vault(m *method, makeDefault bool) {
	s.bill(m, m.UpdatedAt)
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

// vaultSale vaults the instrument of a sale if the request's options require that.
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
	kept.Secure = nil // an authentication is valid for one payment
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

// duplicate is [Sandbox.duplicateOf] with the options of a request.
func (s *Sandbox) duplicate(i instrument, c *customer, r *element) string {
	return s.duplicateOf(i, c, r.flag("options", "fail-on-duplicate-payment-method"), r.flag("options", "fail-on-duplicate-payment-method-for-customer"))
}

// duplicateOf returns the error code of a forbidden duplicate card, or "". inVault forbids cards that any customer has,
// ofCustomer those of this customer.
func (s *Sandbox) duplicateOf(i instrument, c *customer, inVault, ofCustomer bool) string {
	if i.Kind != kindCard {
		return ""
	}
	code := ""
	for _, m := range s.ledger.methods {
		switch {
		case m.Instrument.Unique != i.Unique:
		case inVault:
			return "81724"
		case ofCustomer && m.CustomerID == c.ID:
			code = "81763"
		}
	}
	return code
}

// verify verifies a card with its bank and by the merchant account's rules. It returns the error response, or nil for a
// good card, for other kinds of instruments and if check is false.
func (s *Sandbox) verify(i instrument, account MerchantAccount, check bool) *answer {
	if !check || i.Kind != kindCard {
		return nil
	}
	code := map[string]string{behaveDecline: "2000", behaveFail: "3000"}[i.Behavior]
	if code == "" && s.isExpired(i) {
		code = codeExpired
	}
	st, rejection := "processor_declined", ""
	switch i.Behavior {
	case behaveFail:
		st = "failed"
	case behaveFraud:
		st, rejection = "gateway_rejected", "fraud"
	default:
		if code == "" {
			if rejection = account.rejects(i); rejection != "" {
				st = "gateway_rejected"
			}
		}
	}
	if code == "" && rejection == "" {
		return nil
	}
	v := verdict{code: code, rejection: rejection}
	no := declined(v.message(), group("verification", text("status", st), text("merchant-account-id", account.ID), text("processor-response-code", code),
		text("processor-response-text", processorTexts[code]), text("gateway-rejection-reason", rejection),
		text("cvv-response-code", i.CVV), text("avs-postal-code-response-code", i.PostalCode), text("avs-street-address-response-code", i.Street)))
	return &no
}

// readMethod reads a raw card for a customer, possibly a new one. It reports validation errors at the path.
func (s *Sandbox) readMethod(card *element, c *customer, at []string, now time.Time) (*method, []invalid, *answer) {
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
	if code := s.duplicate(i, c, card); len(faults) == 0 && code != "" {
		faults = append(faults, invalid{attribute: "number", code: code})
	}
	faults = under(at, faults)
	faults = append(faults, readBilling(c, m, card, at)...)
	account, ok := s.account(card.text("options", "verification-merchant-account-id"))
	if !ok {
		faults = append(faults, invalid{append(at[:len(at):len(at)], "options"), "verification_merchant_account_id", "91728"})
	}
	if len(faults) > 0 {
		return nil, faults, nil
	}
	if no := s.verify(i, account, card.flag("options", "verify-card")); no != nil {
		return nil, nil, no
	}
	return m, nil, nil
}

// xml returns the XML form of the method, by its kind.
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
		e.add(billingXML(m.Billing))
	}
	return e
}

// expired reports whether the card's expiration month is over.
func (i instrument) expired(now time.Time) bool {
	return i.ExpYear != "" && i.ExpYear+i.ExpMonth < now.Format("200601")
}

// isExpired reports whether the bank declines the card as expired. [Options.DeclineExpired] turns that on.
func (s *Sandbox) isExpired(i instrument) bool { return s.opts.DeclineExpired && i.expired(s.now()) }

// createMethod vaults a nonce's instrument or a card for a customer.
func (s *Sandbox) createMethod(c *call) answer {
	now := s.now()
	customer := s.ledger.customers[c.body.text("customer-id")]
	if customer == nil {
		attribute, code := "customer_id", "93105"
		if c.body.text("customer-id") == "" {
			code = "93104"
		}
		return refused([]invalid{{[]string{"payment-method"}, attribute, code}})
	}
	m, no := s.methodFromRequest(c.body, customer, []string{"payment-method"}, now)
	if no != nil {
		return *no
	}
	m.CustomerID = customer.ID
	s.vault(m, c.body.flag("options", "make-default"))
	return answer{http.StatusCreated, m.xml(now)}
}

// methodFromRequest reads a nonce or a raw card for the customer, and spends the nonce. It verifies a nonce's card unless the
// option verify-card is false.
func (s *Sandbox) methodFromRequest(r *element, c *customer, at []string, now time.Time) (*method, *answer) {
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
		m, faults, no := s.readMethod(r, c, []string{"credit-card"}, now)
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
	if code := s.duplicate(n.Instrument, c, r); code != "" {
		return fail(invalid{append(at[:len(at):len(at)], "credit-card"), "number", code})
	}
	account, ok := s.account(r.text("options", "verification-merchant-account-id"))
	if !ok {
		return fail(invalid{append(at[:len(at):len(at)], "options"), "verification_merchant_account_id", "91728"})
	}
	m := &method{Token: token, Instrument: n.Instrument, CreatedAt: now, UpdatedAt: now}
	if faults := readBilling(c, m, r, at); len(faults) > 0 {
		return fail(faults...)
	}
	if no := s.verify(n.Instrument, account, r.text("options", "verify-card") != "false"); no != nil {
		return nil, no
	}
	s.ledger.use(n)
	if m.Token == "" {
		m.Token = newID()
	}
	m.Instrument.Secure = nil
	return m, nil
}
