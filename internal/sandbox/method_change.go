package sandbox

import (
	"cmp"
	"net/http"
	"time"
)

// updateMethod changes the token, default, billing address or card of a method.
func (s *Sandbox) updateMethod(c *call, m *method) answer {
	now := s.now()
	changed, no := s.changeMethod(m, c.body, []string{"payment-method"}, now)
	if no != nil {
		return *no
	}
	return answer{http.StatusOK, changed.xml(now)}
}

// changeMethod applies the request to a method. A card can only be replaced by a card, and nothing else can be replaced.
func (s *Sandbox) changeMethod(m *method, r *element, at []string, now time.Time) (*method, *answer) {
	fail := func(faults ...invalid) (*method, *answer) {
		a := refused(faults)
		return nil, &a
	}
	owner := s.ledger.customers[m.CustomerID]
	changed := *m
	changed.UpdatedAt = now
	hasExpiry := r.text("expiration-date") != "" || r.text("expiration-month") != "" || r.text("expiration-year") != ""
	switch {
	case r.text("payment-method-nonce") != "" || r.text("number") != "":
		request := *r
		request.Children = nil
		for _, child := range r.Children {
			if child.Name != "billing-address" && (child.Name != "token" || child.text() != m.Token) {
				request.add(child)
			}
		}
		if !hasExpiry {
			request.add(text("expiration-month", m.Instrument.ExpMonth), text("expiration-year", m.Instrument.ExpYear))
		}
		fresh, no := s.methodFromRequest(&request, owner, at, now)
		if no != nil {
			return nil, no
		}
		if m.Instrument.Kind != kindCard || fresh.Instrument.Kind != kindCard {
			code := "91745"
			if m.Instrument.Kind == kindPayPal {
				code = "92914"
			}
			return fail(invalid{at, "base", code})
		}
		changed.Instrument = fresh.Instrument
	case hasExpiry && m.Instrument.Kind == kindCard:
		var faults []invalid
		input := readCard(r, nil)
		if input.expAt == "" { // a month alone keeps the year, and vice versa
			input.expMonth, input.expYear = cmp.Or(input.expMonth, m.Instrument.ExpMonth), cmp.Or(input.expYear, m.Instrument.ExpYear)
		}
		month, year := input.expiry(func(attribute, code string) {
			faults = append(faults, invalid{[]string{"credit-card"}, attribute, code})
		})
		if len(faults) > 0 {
			return fail(faults...)
		}
		changed.Instrument.ExpMonth, changed.Instrument.ExpYear = month, year
	}
	if holder := r.text("cardholder-name"); holder != "" {
		changed.Instrument.Cardholder = holder
	}
	if email := r.text("email"); m.Instrument.Kind == kindPayPal && emailForm.MatchString(email) {
		changed.Instrument.Email = email
	}
	if token := r.text("token"); token != "" && token != m.Token {
		switch {
		case !tokenForm.MatchString(token):
			return fail(invalid{at, "token", "91718"})
		case s.ledger.methods[token] != nil:
			return fail(invalid{at, "token", "91719"})
		}
		changed.Token = token
	}
	if faults := readBilling(owner, &changed, r, at); len(faults) > 0 {
		return fail(faults...)
	}
	if changed.Token != m.Token {
		s.ledger.deleteMethod(m.Token)
	}
	s.vault(&changed, changed.Default || r.flag("options", "make-default"))
	return &changed, nil
}
