package sandbox

import (
	"net/http"
)

// json is the authentication as browsers see it.
func (s *threeDSecure) json() map[string]any {
	return map[string]any{"status": s.Status, "enrolled": s.Enrolled, "liabilityShifted": s.Shifted, "liabilityShiftPossible": s.Possible,
		"threeDSecureVersion": "2.2.0"}
}

// secureCards are the documented numbers whose authentication does not simply succeed, by their last four
// digits and kind. Any other card is authenticated without a question.
var secureCards = map[string]struct {
	challenge bool
	result    threeDSecure
}{
	"Visa 1091":             {true, threeDSecure{"authenticate_successful", "Y", true, true}},
	"MasterCard 1096":       {true, threeDSecure{"authenticate_successful", "Y", true, true}},
	"American Express 1098": {true, threeDSecure{"authenticate_successful", "Y", true, true}},
	"Visa 2099":             {true, threeDSecure{"authenticate_successful", "Y", true, true}},
	"Visa 1109":             {true, threeDSecure{"authenticate_failed", "Y", false, true}},
	"Visa 1018":             {false, threeDSecure{"authenticate_frictionless_failed", "Y", false, true}},
	"Visa 1026":             {false, threeDSecure{"authenticate_attempt_successful", "Y", true, true}},
	"Visa 1034":             {false, threeDSecure{"authenticate_unable_to_authenticate", "Y", false, true}},
	"Visa 1042":             {false, threeDSecure{"authenticate_rejected", "Y", false, true}},
	"Visa 1059":             {false, threeDSecure{"authentication_unavailable", "U", false, false}},
	"Visa 1067":             {false, threeDSecure{"lookup_error", "E", false, false}},
	"Visa 1075":             {false, threeDSecure{"lookup_error", "E", false, false}},
	"Visa 1083":             {false, threeDSecure{"lookup_bypassed", "B", false, false}},
}

var secureByDefault = threeDSecure{"authenticate_successful", "Y", true, true}

// lookUpSecure starts the authentication of a card's holder. Either it is decided immediately and a new nonce
// is returned, or the bank requires a challenge and returns its address.
func (s *Sandbox) lookUpSecure(c *browserCall) (int, any) {
	value := c.request.PathValue("nonce")
	n, code := s.ledger.lookUpNonce(value, s.now())
	if code != "" {
		return browserFault(http.StatusUnprocessableEntity, validationMessages[code])
	}
	if n.Instrument.Kind != kindCard {
		return browserFault(http.StatusUnprocessableEntity, "Only cards are authenticated.")
	}
	card, known := secureCards[n.Instrument.CardType+" "+n.Instrument.LastFour]
	if known && card.challenge {
		return http.StatusCreated, map[string]any{
			"paymentMethod": nonceJSON(value, n.Instrument),
			"lookup":        map[string]any{"acsUrl": baseURL(c.request) + "/hosted/challenge", "md": value, "termUrl": "", "pareq": "challenge"},
		}
	}
	result := secureByDefault
	if known {
		result = card.result
	}
	return http.StatusCreated, map[string]any{"paymentMethod": s.authenticate(n, result), "threeDSecureInfo": result.json(), "lookup": nil}
}

// authenticate spends the nonce and makes another that knows the result.
func (s *Sandbox) authenticate(n *nonce, result threeDSecure) map[string]any {
	s.ledger.use(n)
	i := n.Instrument
	i.Secure = &result
	value := s.ledger.addNonce(i, n.Token, s.now())
	return nonceJSON(value, i)
}

// answerChallenge ends a challenge as the holder decided.
func (s *Sandbox) answerChallenge(c *browserCall) (int, any) {
	var b struct {
		Nonce   string `json:"nonce"`
		Approve bool   `json:"approve"`
	}
	if !c.read(&b) {
		return browserFault(http.StatusBadRequest, "The body is not JSON.")
	}
	n, code := s.ledger.lookUpNonce(b.Nonce, s.now())
	if code != "" {
		return browserFault(http.StatusUnprocessableEntity, validationMessages[code])
	}
	card, known := secureCards[n.Instrument.CardType+" "+n.Instrument.LastFour]
	result := card.result
	if !known || !b.Approve {
		result = threeDSecure{"authenticate_failed", "Y", false, true}
	}
	return http.StatusCreated, map[string]any{"paymentMethod": s.authenticate(n, result), "threeDSecureInfo": result.json()}
}
