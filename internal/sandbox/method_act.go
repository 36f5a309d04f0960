package sandbox

import "net/http"

// onMethod passes the payment method in the path to act.
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

// deleteMethod deletes a method. If it was the default, the customer's oldest remaining method becomes the default.
func (s *Sandbox) deleteMethod(_ *call, m *method) answer {
	s.ledger.deleteMethod(m.Token)
	if rest := s.methodsOf(m.CustomerID); m.Default && len(rest) > 0 {
		rest[0].Default = true
		s.ledger.saveMethod(rest[0])
	}
	return answer{status: http.StatusOK}
}

// createNonce returns a nonce for a vaulted method.
func (s *Sandbox) createNonce(_ *call, m *method) answer {
	value := s.ledger.addNonce(m.Instrument, m.Token, s.now())
	return answer{http.StatusCreated, nonceXML(value, m.Instrument, false)}
}

// methodOfNonce returns the vaulted method of a nonce and spends the nonce.
func (s *Sandbox) methodOfNonce(c *call) answer {
	n, code := s.ledger.lookUpNonce(c.request.PathValue("nonce"), s.now())
	if code != "" || s.ledger.methods[n.Token] == nil {
		return notFound
	}
	s.ledger.use(n)
	return answer{http.StatusOK, s.ledger.methods[n.Token].xml(s.now())}
}

// findNonce returns the details of a nonce without spending it.
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
		text("country-of-issuance", i.Country), text("issuing-bank", i.indicator("issuing-bank")), text("product-id", i.indicator("product-id"))))
}

// indicator returns a fact about a card's product, mostly Yes, No or Unknown.
func (i instrument) indicator(name string) string {
	if v := i.Indicators[name]; v != "" {
		return v
	}
	return "Unknown"
}
