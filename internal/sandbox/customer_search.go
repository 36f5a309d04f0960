package sandbox

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// searchCustomerIDs returns the IDs of all matching customers, newest first.
func (s *Sandbox) searchCustomerIDs(c *call) answer {
	found, err := s.matchCustomers(c)
	if err != nil {
		return answer{http.StatusUnprocessableEntity, badSearch(err)}
	}
	ids := make([]string, 0, len(found))
	for _, cu := range found {
		ids = append(ids, cu.ID)
	}
	return idList(ids)
}

// searchCustomers returns one page. The criteria list the page's IDs.
func (s *Sandbox) searchCustomers(c *call) answer {
	found, err := s.matchCustomers(c)
	if err != nil {
		return answer{http.StatusUnprocessableEntity, badSearch(err)}
	}
	found = found[:min(len(found), pageSize)]
	list := group("customers", integer("current-page-number", 1), integer("page-size", pageSize), integer("total-items", len(found)))
	list.Type = "collection"
	for _, cu := range found {
		list.add(s.customerXML(cu))
	}
	return answer{http.StatusOK, list}
}

func (s *Sandbox) matchCustomers(c *call) ([]*customer, error) {
	var found []*customer
	for _, id := range slices.Backward(s.ledger.customerIDs) {
		cu := s.ledger.customers[id]
		ok, err := matchAll(c.body, func(name string) criterion { return s.customerCriterion(cu, name) })
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, cu)
		}
	}
	return found, nil
}

// customerCriterion returns the criterion for a field, or nil for an unknown field.
func (s *Sandbox) customerCriterion(cu *customer, name string) criterion {
	switch {
	case name == "id" || name == "ids":
		return func(f *element) (bool, error) { return matchText(f, cu.ID) }
	case name == "created-at":
		return func(f *element) (bool, error) { return matchTime(f, cu.CreatedAt) }
	case slices.Contains(customerFields, name):
		return func(f *element) (bool, error) { return matchText(f, cu.Fields[name]) }
	}
	if of, ok := strings.CutPrefix(name, "address-"); ok && slices.Contains(addressNames, of) {
		return func(f *element) (bool, error) {
			return matchAny(cu.Addresses, func(a *address) (bool, error) { return matchText(f, a.Fields.text(of)) })
		}
	}
	matches, ok := map[string]func(f *element, m *method) (bool, error){
		"cardholder-name": func(f *element, m *method) (bool, error) { return matchText(f, m.Instrument.Cardholder) },
		"credit-card-expiration-date": func(f *element, m *method) (bool, error) {
			return matchText(f, m.Instrument.ExpMonth+"/"+m.Instrument.ExpYear)
		},
		"credit-card-number":   func(f *element, m *method) (bool, error) { return s.matchNumber(f, m.Instrument) },
		"payment-method-token": func(f *element, m *method) (bool, error) { return matchText(f, m.Token) },
		"paypal-account-email": func(f *element, m *method) (bool, error) { return matchText(f, m.Instrument.Email) },
		"payment-method-token-with-duplicates": func(f *element, m *method) (bool, error) {
			return matchAny(slices.Collect(maps.Values(s.ledger.methods)), func(other *method) (bool, error) {
				ok, err := matchText(f, other.Token)
				return ok && other.Instrument.Unique == m.Instrument.Unique, err
			})
		},
	}[name]
	if !ok {
		return nil
	}
	return func(f *element) (bool, error) {
		return matchAny(s.methodsOf(cu.ID), func(m *method) (bool, error) { return matches(f, m) })
	}
}

// matchAny reports whether at least one of them matches.
func matchAny[T any](all []T, matches func(T) (bool, error)) (bool, error) {
	for _, one := range all {
		if ok, err := matches(one); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}
