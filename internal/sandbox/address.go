package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// address is an address of a customer.
type address struct {
	ID        string    `json:"id"`
	Fields    *element  `json:"fields"` // by addressNames
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// maxAddresses limits the addresses of one customer.
const maxAddresses = 50

// addressTooLong holds the error code for each member longer than 255 characters.
var addressTooLong = map[string]string{
	"company": "81802", "extended-address": "81804", "first-name": "81805", "last-name": "81806", "locality": "81807",
	"postal-code": "81809", "region": "81810", "street-address": "81812",
}

// readAddress merges the request's members over those of the old address, which may be nil.
func readAddress(old, request *element) (*element, []invalid) {
	read := group("address")
	faults := checkCountry(request, "address")
	isEmpty := true
	for _, name := range addressNames {
		from := old
		if request.at(name) != nil || strings.HasPrefix(name, "country-") && namesCountry(request) {
			from = request
		}
		value := member(from, name)
		if code := addressTooLong[name]; code != "" && len([]rune(value.text())) > 255 {
			faults = append(faults, invalid{[]string{"address"}, strings.ReplaceAll(name, "-", "_"), code})
		}
		isEmpty = isEmpty && value.text() == "" && len(value.Children) == 0
		read.add(value)
	}
	if isEmpty {
		faults = append(faults, invalid{[]string{"address"}, "base", "81801"})
	}
	return read, faults
}

func (s *Sandbox) createAddress(cl *call, c *customer) answer {
	fields, faults := readAddress(nil, cl.body)
	if len(c.Addresses) >= maxAddresses {
		faults = append(faults, invalid{[]string{"address"}, "base", "91818"})
	}
	if len(faults) > 0 {
		return refused(faults)
	}
	a := c.newAddress(fields, s.now())
	s.ledger.saveCustomer(c)
	return answer{http.StatusCreated, a.xml(c)}
}

// onAddress passes the address in the path to act.
func (s *Sandbox) onAddress(act func(*call, *customer, *address) answer) func(*call) answer {
	return s.onCustomer(func(cl *call, c *customer) answer {
		a := c.address(cl.request.PathValue("address"))
		if a == nil {
			return notFound
		}
		return act(cl, c, a)
	})
}

func (s *Sandbox) findAddress(_ *call, c *customer, a *address) answer {
	return answer{http.StatusOK, a.xml(c)}
}

func (s *Sandbox) updateAddress(cl *call, c *customer, a *address) answer {
	fields, faults := readAddress(a.Fields, cl.body)
	if len(faults) > 0 {
		return refused(faults)
	}
	a.Fields, a.UpdatedAt = fields, s.now()
	s.ledger.saveCustomer(c)
	s.rebill(c, a.ID, a)
	return answer{http.StatusOK, a.xml(c)}
}

func (s *Sandbox) deleteAddress(_ *call, c *customer, a *address) answer {
	c.Addresses = slices.DeleteFunc(c.Addresses, func(other *address) bool { return other == a })
	s.ledger.saveCustomer(c)
	s.rebill(c, a.ID, nil)
	return answer{status: http.StatusOK}
}

// address returns the customer's address with this ID, or nil.
func (c *customer) address(id string) *address {
	for _, a := range c.Addresses {
		if a.ID == id {
			return a
		}
	}
	return nil
}

func (a *address) xml(c *customer) *element {
	e := group("address", text("id", a.ID), text("customer-id", c.ID))
	for _, name := range addressNames {
		e.add(member(a.Fields, name))
	}
	return putCountry(e).add(datetime("created-at", a.CreatedAt), datetime("updated-at", a.UpdatedAt))
}
