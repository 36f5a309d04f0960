package sandbox

import "net/http"

// onMethod finds the payment method that the path names and hands it on.
func (s *Sandbox) onMethod(act func(*call, *method) answer) func(*call) answer {
	return func(c *call) answer {
		m := s.ledger.methods[c.request.PathValue("token")]
		if m == nil {
			return notFound
		}
		return act(c, m)
	}
}

func (s *Sandbox) findMethod(_ *call, m *method) answer {
	return answer{http.StatusOK, m.xml(s.now())}
}

// updateMethod changes token, default, billing address or card of a method. Only a card can take the
// place of a card.
func (s *Sandbox) updateMethod(c *call, m *method) answer {
	now := s.now()
	at := []string{"payment-method"}
	changed := *m
	changed.UpdatedAt = now
	if c.body.text("payment-method-nonce") != "" || c.body.text("number") != "" {
		request := *c.body
		request.Children = nil
		for _, child := range c.body.Children {
			if child.Name != "token" || child.text() != m.Token {
				request.add(child)
			}
		}
		fresh, no := s.methodFromRequest(&request, at, now)
		if no != nil {
			return *no
		}
		if m.Instrument.Kind != kindCard || fresh.Instrument.Kind != kindCard {
			code := "91745"
			if m.Instrument.Kind == kindPayPal {
				code = "92914"
			}
			return refused([]invalid{{at, "base", code}})
		}
		changed.Instrument = fresh.Instrument
	}
	if holder := c.body.text("cardholder-name"); holder != "" {
		changed.Instrument.Cardholder = holder
	}
	if email := c.body.text("email"); m.Instrument.Kind == kindPayPal && emailForm.MatchString(email) {
		changed.Instrument.Email = email
	}
	if billing := c.body.at("billing-address"); billing != nil {
		changed.Billing = keepMembers(billing, addressNames)
	}
	if token := c.body.text("token"); token != "" && token != m.Token {
		switch {
		case !tokenForm.MatchString(token):
			return refused([]invalid{{at, "token", "91718"}})
		case s.ledger.methods[token] != nil:
			return refused([]invalid{{at, "token", "91719"}})
		}
		changed.Token = token
		s.ledger.deleteMethod(m.Token)
	}
	s.vault(&changed, changed.Default || c.body.flag("options", "make-default"))
	return answer{http.StatusOK, changed.xml(now)}
}

// deleteMethod forgets a method; a customer's next one becomes the default.
func (s *Sandbox) deleteMethod(_ *call, m *method) answer {
	s.ledger.deleteMethod(m.Token)
	if rest := s.methodsOf(m.CustomerID); m.Default && len(rest) > 0 {
		rest[0].Default = true
		s.ledger.saveMethod(rest[0])
	}
	return answer{status: http.StatusOK}
}

// createNonce makes a nonce for a vaulted method.
func (s *Sandbox) createNonce(_ *call, m *method) answer {
	value := s.ledger.addNonce(m.Instrument, m.Token, s.now())
	return answer{http.StatusCreated, nonceXML(value, m.Instrument, false)}
}

// findNonce tells what a nonce stands for, without using it.
func (s *Sandbox) findNonce(c *call) answer {
	value := c.request.PathValue("nonce")
	n, code := s.ledger.lookUpNonce(value, s.now())
	if code != "" {
		if n = s.ledger.nonces[nonceHash(value)]; n == nil {
			return notFound
		}
	}
	return answer{http.StatusOK, nonceXML(value, n.Instrument, n.Used)}
}

func nonceXML(value string, i instrument, used bool) *element {
	e := group("payment-method-nonce", text("nonce", value), text("type", i.Kind.nonceType()), text("description", ""),
		boolean("consumed", used), boolean("default", false))
	details := group("details")
	a, isAccount := i.Kind.account()
	switch {
	case i.Kind == kindPayPal:
		details.add(group("payer-info", text("email", i.Email), text("first-name", "Pat"), text("last-name", "Payer"), text("payer-id", "payer-"+i.Unique)))
	case isAccount:
		details.add(a.facts(i)[:2]...)
	default:
		details.add(text("bin", i.bin()), text("card-type", i.CardType), text("last-two", i.LastFour[2:]), text("last-four", i.LastFour),
			text("expiration-month", i.ExpMonth), text("expiration-year", i.ExpYear), text("cardholder-name", i.Cardholder), boolean("is-network-tokenized", false))
	}
	e.add(details)
	if i.Secure != nil {
		e.add(i.Secure.xml())
	}
	return e.add(group("bin-data", text("prepaid", i.indicator("prepaid")), text("debit", i.indicator("debit")), text("commercial", i.indicator("commercial")),
		text("country-of-issuance", i.Country), text("issuing-bank", i.indicator("issuing-bank")), text("product-id", "Unknown")))
}

// indicator returns Yes, No or Unknown.
func (i instrument) indicator(name string) string {
	if v := i.Indicators[name]; v != "" {
		return v
	}
	return "Unknown"
}
