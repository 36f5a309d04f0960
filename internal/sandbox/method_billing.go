package sandbox

import (
	"reflect"
	"time"
)

// bill makes the billing address of a method that is about to be kept one of its customer's addresses, or changes the one that it names.
func (s *Sandbox) bill(m *method, now time.Time) {
	c := s.ledger.customers[m.CustomerID]
	if m.Billing == nil || c == nil {
		return
	}
	a := c.address(m.Billing.text("id"))
	switch {
	case a == nil && len(c.Addresses) < maxAddresses:
		m.Billing = c.newAddress(m.Billing, now).billing()
	case a != nil && !reflect.DeepEqual(a.billing(), m.Billing):
		a.Fields, a.UpdatedAt = keepMembers(m.Billing, addressNames), now
		s.rebill(c, a.ID, a)
	default:
		return
	}
	s.ledger.saveCustomer(c)
}

// readBilling takes the billing address that a request of the customer's gives for a method: a new one, one of the customer's by its id, or
// changes of the one that it has.
func readBilling(c *customer, m *method, r *element, at []string) []invalid {
	if id := r.text("billing-address-id"); id != "" {
		a := c.address(id)
		if a == nil {
			return []invalid{{at, "billing_address_id", "91702"}}
		}
		m.Billing = a.billing()
		return nil
	}
	given := r.at("billing-address")
	if given == nil {
		return nil
	}
	faults := checkCountry(given, append(at[:len(at):len(at)], "billing-address")...)
	if !given.flag("options", "update-existing") {
		m.Billing = keepMembers(given, addressNames)
		return faults
	}
	fields, _ := readAddress(m.Billing, given)
	m.Billing = group("billing-address", text("id", m.Billing.text("id"))).add(fields.Children...)
	return faults
}

// rebill tells the methods that have the address as their billing address that it has changed; nil means that it is gone.
func (s *Sandbox) rebill(c *customer, id string, a *address) {
	for _, m := range s.methodsOf(c.ID) {
		if m.Billing.text("id") != id {
			continue
		}
		m.Billing = nil
		if a != nil {
			m.Billing = a.billing()
		}
		s.ledger.saveMethod(m)
	}
}

// newAddress adds an address.
func (c *customer) newAddress(fields *element, now time.Time) *address {
	a := &address{ID: newID()[:4], Fields: fields, CreatedAt: now, UpdatedAt: now}
	for c.address(a.ID) != nil {
		a.ID = newID()[:4]
	}
	c.Addresses = append(c.Addresses, a)
	return a
}

// billing is what a payment method keeps of an address.
func (a *address) billing() *element {
	return group("billing-address", text("id", a.ID)).add(a.Fields.Children...)
}

// billingXML writes a billing address with all its members.
func billingXML(billing *element) *element {
	e := group("billing-address", text("id", billing.text("id")))
	for _, name := range addressNames {
		e.add(member(billing, name))
	}
	return putCountry(e)
}
