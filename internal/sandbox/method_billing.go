package sandbox

import (
	"reflect"
	"time"
)

// bill adds the billing address of a method to its customer's addresses, or updates the address that it references. The caller saves the method.
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

// readBilling sets the method's billing address from a request: a new address, the ID of one of the customer's addresses, or changes to the
// method's own.
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

// rebill updates the billing address of all methods that use the address. nil removes it from them.
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

// newAddress adds an address to the customer and returns it.
func (c *customer) newAddress(fields *element, now time.Time) *address {
	a := &address{ID: newID()[:4], Fields: fields, CreatedAt: now, UpdatedAt: now}
	for c.address(a.ID) != nil {
		a.ID = newID()[:4]
	}
	c.Addresses = append(c.Addresses, a)
	return a
}

// billing returns the address in the form that a payment method stores.
func (a *address) billing() *element {
	return group("billing-address", text("id", a.ID)).add(a.Fields.Children...)
}

// billingXML returns a billing address with all members.
func billingXML(billing *element) *element {
	e := group("billing-address", text("id", billing.text("id")))
	for _, name := range addressNames {
		e.add(member(billing, name))
	}
	return putCountry(e)
}
