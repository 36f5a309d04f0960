package sandbox

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// customer owns vaulted payment methods and addresses.
type customer struct {
	ID           string            `json:"id"`
	Fields       map[string]string `json:"fields,omitempty"` // by customerFields
	Phone        *element          `json:"internationalPhone,omitempty"`
	CustomFields *element          `json:"customFields,omitempty"`
	Addresses    []*address        `json:"addresses,omitempty"`
	CreatedAt    time.Time         `json:"createdAt"`
	UpdatedAt    time.Time         `json:"updatedAt"`
}

var customerFields = []string{"first-name", "last-name", "company", "email", "phone", "fax", "website"}

// customerMembers are the fields and the two-part telephone number.
var customerMembers = append(slices.Clone(customerFields), internationalPhone)

// longest holds the error code for each field longer than 255 characters.
var longest = map[string]string{"company": "81601", "email": "81605", "first-name": "81608", "last-name": "81613", "phone": "81614"}

var (
	customerIDForm = regexp.MustCompile(`^[\w-]+$`)
	emailForm      = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
)

// createCustomer creates a customer, with a payment method if the request has one.
func (s *Sandbox) createCustomer(cl *call) answer {
	now := s.now()
	c := &customer{ID: cl.body.text("id"), Fields: map[string]string{}, CreatedAt: now, UpdatedAt: now}
	var faults []invalid
	switch {
	case c.ID == "":
		c.ID = newID()
	case len(c.ID) > 36:
		faults = append(faults, invalid{attribute: "id", code: "91612"})
	case !customerIDForm.MatchString(c.ID):
		faults = append(faults, invalid{attribute: "id", code: "91610"})
	case s.ledger.customers[c.ID] != nil:
		faults = append(faults, invalid{attribute: "id", code: "91609"})
	}
	faults = append(faults, c.take(cl.body)...)
	if cl.body.text("credit-card", "options", "update-existing-token") != "" {
		return refused([]invalid{{[]string{"customer", "credit-card", "options"}, "update_existing_token", "91729"}})
	}
	m, mFaults, no := s.customerMethod(cl.body, c, now)
	if faults = append(under([]string{"customer"}, faults), mFaults...); len(faults) > 0 {
		return refused(faults)
	}
	if no != nil {
		return *no
	}
	s.ledger.saveCustomer(c)
	if m != nil {
		m.CustomerID = c.ID
		s.vault(m, true)
	}
	return answer{http.StatusCreated, s.customerXML(c)}
}

// customerMethod reads the new payment method in a customer's request. Without one, all results are nil.
func (s *Sandbox) customerMethod(r *element, c *customer, now time.Time) (*method, []invalid, *answer) {
	if value := r.text("payment-method-nonce"); value != "" {
		n, code := s.ledger.lookUpNonce(value, now)
		if code != "" {
			return nil, []invalid{{[]string{"customer"}, "payment_method_nonce", code}}, nil
		}
		if code := s.duplicate(n.Instrument, c, r.at("credit-card")); code != "" {
			return nil, []invalid{{[]string{"customer", "credit-card"}, "number", code}}, nil
		}
		if no := s.verify(n.Instrument, s.opts.MerchantAccounts[0], true); no != nil {
			return nil, nil, no
		}
		s.ledger.use(n)
		return &method{Token: newID(), Instrument: n.Instrument, CreatedAt: now, UpdatedAt: now}, nil, nil
	}
	card := r.at("credit-card")
	if card == nil || len(card.Children) == 0 {
		return nil, nil, nil
	}
	return s.readMethod(card, c, []string{"customer", "credit-card"}, now)
}

// take sets the fields in the request and returns their validation errors.
func (c *customer) take(r *element) []invalid {
	var faults []invalid
	for _, name := range customerFields {
		given := r.at(name)
		if given == nil {
			continue
		}
		value := given.text()
		if len([]rune(value)) > 255 && longest[name] != "" {
			faults = append(faults, invalid{attribute: strings.ReplaceAll(name, "-", "_"), code: longest[name]})
		}
		if name == "email" && value != "" && !emailForm.MatchString(value) {
			faults = append(faults, invalid{attribute: "email", code: "81604"})
		}
		c.Fields[name] = value
	}
	if given := r.at("custom-fields"); given != nil {
		c.CustomFields = given
	}
	if r.at(internationalPhone) != nil {
		faults = append(faults, checkPhone(r)...)
		c.Phone = member(r, internationalPhone)
	}
	return faults
}

// onCustomer passes the customer in the path to act.
func (s *Sandbox) onCustomer(act func(*call, *customer) answer) func(*call) answer {
	return func(c *call) answer {
		found := s.ledger.customers[c.request.PathValue("id")]
		if found == nil {
			return notFound
		}
		return act(c, found)
	}
}

func (s *Sandbox) findCustomer(_ *call, c *customer) answer {
	return answer{http.StatusOK, s.customerXML(c)}
}

func (s *Sandbox) updateCustomer(cl *call, c *customer) answer {
	now := s.now()
	changed := &customer{ID: c.ID, Fields: map[string]string{}, CustomFields: c.CustomFields, Phone: c.Phone, Addresses: c.Addresses, CreatedAt: c.CreatedAt, UpdatedAt: now}
	for name, value := range c.Fields {
		changed.Fields[name] = value
	}
	faults := under([]string{"customer"}, changed.take(cl.body))
	token := cl.body.text("credit-card", "options", "update-existing-token")
	if token != "" {
		if len(faults) > 0 {
			return refused(faults)
		}
		if no := s.updateExisting(changed, token, cl.body.at("credit-card")); no != nil {
			return *no
		}
		return answer{http.StatusOK, s.customerXML(changed)}
	}
	m, mFaults, no := s.customerMethod(cl.body, changed, now)
	if faults = append(faults, mFaults...); len(faults) > 0 {
		return refused(faults)
	}
	if no != nil {
		return *no
	}
	s.ledger.saveCustomer(changed)
	if m != nil {
		m.CustomerID = c.ID
		s.vault(m, cl.body.flag("credit-card", "options", "make-default"))
	}
	if chosen := s.ledger.methods[cl.body.text("default-payment-method-token")]; chosen != nil && chosen.CustomerID == c.ID {
		s.vault(chosen, true)
	}
	return answer{http.StatusOK, s.customerXML(changed)}
}

// updateExisting saves the customer and changes one of their cards, or returns the error response.
func (s *Sandbox) updateExisting(c *customer, token string, card *element) *answer {
	at := []string{"customer", "credit-card"}
	m := s.ledger.methods[token]
	if m == nil || m.CustomerID != c.ID {
		a := refused([]invalid{{append(at, "options"), "update_existing_token", "91723"}})
		return &a
	}
	before := s.ledger.customers[c.ID]
	s.ledger.saveCustomer(c)
	if _, no := s.changeMethod(m, card, at, c.UpdatedAt); no != nil {
		s.ledger.saveCustomer(before)
		return no
	}
	return nil
}

func (s *Sandbox) deleteCustomer(_ *call, c *customer) answer {
	s.ledger.deleteCustomer(c.ID)
	return answer{status: http.StatusOK}
}

func (s *Sandbox) customerXML(c *customer) *element {
	e := group("customer", text("id", c.ID), text("merchant-id", s.opts.MerchantID))
	for _, name := range customerFields {
		e.add(text(name, c.Fields[name]))
	}
	e.add(c.Phone)
	e.add(datetime("created-at", c.CreatedAt), datetime("updated-at", c.UpdatedAt), text("global-id", globalID("customer", c.ID)))
	if c.CustomFields != nil && len(c.CustomFields.Children) > 0 {
		e.add(c.CustomFields)
	} else {
		e.add(text("custom-fields", ""))
	}
	lists := map[kind]*element{}
	for _, k := range kinds() {
		lists[k] = array(k.element() + "s")
		e.add(lists[k])
	}
	for _, m := range s.methodsOf(c.ID) {
		lists[m.Instrument.Kind].add(m.xml(s.now()))
	}
	addresses := array("addresses")
	for _, a := range c.Addresses {
		addresses.add(a.xml(c))
	}
	return e.add(addresses)
}

// methodsOf returns a customer's payment methods, oldest first.
func (s *Sandbox) methodsOf(customerID string) []*method {
	var all []*method
	for _, m := range s.ledger.methods {
		if m.CustomerID == customerID {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *method) int {
		if by := a.CreatedAt.Compare(b.CreatedAt); by != 0 {
			return by
		}
		return strings.Compare(a.Token, b.Token)
	})
	return all
}

func globalID(what, id string) string {
	return base64.StdEncoding.EncodeToString([]byte(what + "_" + id))
}
