package sandbox

import (
	"encoding/json"
	"net/http"

	"github.com/cojoin/cojoin/sdk/money"
)

// json returns the authentication's form for browsers.
func (s *threeDSecure) json() map[string]any {
	return map[string]any{"status": s.Status, "enrolled": s.Enrolled, "liabilityShifted": s.Shifted, "liabilityShiftPossible": s.Possible,
		"threeDSecureVersion": "2.2.0"}
}

// secureCards holds the documented cards that need a challenge or fail, by brand and last four digits. All other
// cards are authenticated without a challenge.
var secureCards = map[string]struct {
	challenge bool
	result    threeDSecure
}{
	"Visa 1091":             {true, threeDSecure{Status: "authenticate_successful", Enrolled: "Y", Shifted: true, Possible: true}},
	"MasterCard 1096":       {true, threeDSecure{Status: "authenticate_successful", Enrolled: "Y", Shifted: true, Possible: true}},
	"American Express 1098": {true, threeDSecure{Status: "authenticate_successful", Enrolled: "Y", Shifted: true, Possible: true}},
	"Visa 2099":             {true, threeDSecure{Status: "authenticate_successful", Enrolled: "Y", Shifted: true, Possible: true}},
	"Visa 1109":             {true, threeDSecure{Status: "authenticate_failed", Enrolled: "Y", Possible: true}},
	"Visa 1018":             {false, threeDSecure{Status: "authenticate_frictionless_failed", Enrolled: "Y", Possible: true}},
	"Visa 1026":             {false, threeDSecure{Status: "authenticate_attempt_successful", Enrolled: "Y", Shifted: true, Possible: true}},
	"Visa 1034":             {false, threeDSecure{Status: "authenticate_unable_to_authenticate", Enrolled: "Y", Possible: true}},
	"Visa 1042":             {false, threeDSecure{Status: "authenticate_rejected", Enrolled: "Y", Possible: true}},
	"Visa 1059":             {false, threeDSecure{Status: "authentication_unavailable", Enrolled: "U"}},
	"Visa 1067":             {false, threeDSecure{Status: "lookup_error", Enrolled: "E"}},
	"Visa 1075":             {false, threeDSecure{Status: "lookup_error", Enrolled: "E"}},
	"Visa 1083":             {false, threeDSecure{Status: "lookup_bypassed", Enrolled: "B"}},
}

var secureByDefault = threeDSecure{Status: "authenticate_successful", Enrolled: "Y", Shifted: true, Possible: true}

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
	var b struct {
		Amount json.Number `json:"amount"`
	}
	if !c.read(&b) {
		return browserFault(http.StatusUnprocessableEntity, "Amount is required.")
	}
	if _, code := readAmount(b.Amount.String(), s.currencyOf(c.grant)); code != "" {
		return browserFault(http.StatusUnprocessableEntity, validationMessages[code])
	}
	card, known := secureCards[n.Instrument.CardType+" "+n.Instrument.LastFour]
	if known && card.challenge {
		n.Instrument.Secure = &threeDSecure{Status: "challenge_required", Enrolled: "Y", Possible: true, Amount: b.Amount.String()}
		s.ledger.saveNonce(n)
		return http.StatusCreated, map[string]any{
			"paymentMethod": nonceJSON(value, n.Instrument),
			"lookup":        map[string]any{"acsUrl": baseURL(c.request) + "/hosted/challenge", "md": value, "termUrl": "", "pareq": "challenge"},
		}
	}
	result := secureByDefault
	if known {
		result = card.result
	}
	result.Amount = b.Amount.String()
	return http.StatusCreated, map[string]any{"paymentMethod": s.authenticate(n, result), "threeDSecureInfo": result.json(), "lookup": nil}
}

// authenticate spends the nonce and returns a new one that carries the result.
func (s *Sandbox) authenticate(n *nonce, result threeDSecure) map[string]any {
	s.ledger.use(n)
	i := n.Instrument
	i.Secure = &result
	value := s.ledger.addNonce(i, n.Token, s.now())
	return nonceJSON(value, i)
}

// answerChallenge ends a challenge with the cardholder's decision.
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
	requested := n.Instrument.Secure
	if !known || !card.challenge || requested == nil {
		return browserFault(http.StatusUnprocessableEntity, "The bank has asked nothing.")
	}
	result := card.result
	if !b.Approve {
		result = threeDSecure{Status: "authenticate_failed", Enrolled: "Y", Possible: true}
	}
	result.Amount = requested.Amount
	return http.StatusCreated, map[string]any{"paymentMethod": s.authenticate(n, result), "threeDSecureInfo": result.json()}
}

// verifiedFor reports whether a nonce can be charged the amount. After an authentication, it must equal the authenticated amount.
func (i instrument) verifiedFor(amount money.Amount) bool {
	if i.Secure == nil || i.Secure.Amount == "" {
		return true
	}
	requested, code := readAmount(i.Secure.Amount, amount.Currency)
	return code == "" && requested == amount
}
