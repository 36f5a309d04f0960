package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/sdk/money"
)

// browserRoutes registers the calls that pages make with a client token. Each is served below the merchant's path,
// as the configuration lists it, and at the root, for people with a shell.
func (s *Sandbox) browserRoutes(mux *http.ServeMux) {
	for _, base := range []string{"/client_api/v1/", "/merchants/{merchant}/client_api/v1/"} {
		browser := func(method, path string, act func(*browserCall) (int, any)) {
			mux.Handle(method+" "+base+path, s.browser(act))
			mux.Handle("OPTIONS "+base+path, s.browser(nil))
		}
		browser("GET", "configuration", s.getConfiguration)
		browser("POST", "payment_methods/credit_cards", s.tokenizeCard)
		browser("POST", "payment_methods/paypal_accounts", s.tokenizeWallet(kindPayPal))
		browser("POST", "payment_methods/credit_cards"+snakeCase, s.tokenizeCard)
		browser("POST", "payment_methods/paypal_accounts"+snakeCase, s.tokenizeWallet(kindPayPal))
		browser("POST", "payment_methods/venmo_accounts", s.tokenizeWallet(kindVenmo))
		browser("POST", "payment_methods/apple_payment_tokens", s.tokenizeWallet(kindApplePay))
		browser("POST", "paypal_hermes/create_payment_resource", s.createPayPalResource)
		browser("POST", "paypal_hermes/setup_billing_agreement", s.setUpPayPalAgreement)
		browser("POST", "apple_pay_web/sessions", s.createAppleSession)
		browser("POST", "payment_methods/{nonce}/three_d_secure/lookup", s.lookUpSecure)
		browser("POST", "three_d_secure/challenges", s.answerChallenge)
	}
	mux.Handle("POST /graphql", s.browser(s.graphQL))
	mux.Handle("OPTIONS /graphql", s.browser(nil))
}

// browserCall is one request of a page.
type browserCall struct {
	request *http.Request
	body    json.RawMessage
	grant   grant
}

// read decodes the JSON body and reports whether it has the form of into.
func (c *browserCall) read(into any) bool { return json.Unmarshal(c.body, into) == nil }

// browserFault returns the JSON form of an error.
func browserFault(status int, message string) (int, any) {
	return status, map[string]any{"error": map[string]any{"message": message}}
}

// browser wraps a page's call in a handler, which responds to preflights and authenticates the caller by the
// client token.
func (s *Sandbox) browser(act func(*browserCall) (int, any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Origin")
		if origin := r.Header.Get("Origin"); origin != "" && origin != baseURL(r) {
			if !s.allows(origin) {
				writeJSON(w, http.StatusForbidden, map[string]any{"error": map[string]any{"message": "This page may not use the sandbox."}})
				return
			}
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
			w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Braintree-Version, X-Requested-With")
			w.Header().Set("Access-Control-Max-Age", "600")
		}
		if act == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			status := http.StatusBadRequest
			if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
				status = http.StatusRequestEntityTooLarge
			}
			writeJSON(w, status, map[string]any{"error": map[string]any{"message": "The body is too large or was cut off."}})
			return
		}
		if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "application/x-www-form-urlencoded" {
			if body, err = readForm(string(body)); err != nil {
				writeJSON(w, http.StatusBadRequest, map[string]any{"error": map[string]any{"message": err.Error()}})
				return
			}
		}
		if strings.HasSuffix(r.URL.Path, snakeCase) {
			body = inCamelCase(body)
		}
		c := &browserCall{request: r, body: body}
		var ok bool
		if c.grant, ok = s.grantOf(fingerprintOf(r, body)); !ok {
			writeJSON(w, http.StatusForbidden, map[string]any{"error": map[string]any{"message": "Invalid authorization fingerprint"}})
			return
		}
		status, answer := func() (int, any) {
			s.mu.Lock()
			defer s.mu.Unlock()
			status, answer := act(c)
			if s.ledger.err != nil {
				return browserFault(http.StatusInternalServerError, "The ledger can't be kept.")
			}
			return status, answer
		}()
		writeJSON(w, status, answer)
	})
}

// fingerprintOf returns the fingerprint from the places where clients put it: bearer token, query or body.
func fingerprintOf(r *http.Request, body []byte) string {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return bearer
	}
	if f := r.URL.Query().Get("authorizationFingerprint"); f != "" {
		return f
	}
	var b struct {
		AuthorizationFingerprint string `json:"authorizationFingerprint"`
	}
	_ = json.Unmarshal(body, &b) // grantOf rejects an empty fingerprint
	return b.AuthorizationFingerprint
}

func writeJSON(w http.ResponseWriter, status int, answer any) {
	raw, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n'))
}

func (s *Sandbox) getConfiguration(c *browserCall) (int, any) {
	account, _ := s.account(c.grant.MerchantAccountID)
	return http.StatusOK, s.configuration(baseURL(c.request), account)
}

// choice is "true", "false" or, if absent, "". Some callers send it as a string.
type choice string

// UnmarshalJSON implements [json.Unmarshaler].
func (c *choice) UnmarshalJSON(raw []byte) error {
	switch literal := strings.Trim(string(raw), `"`); literal {
	case "true", "false":
		*c = choice(literal)
	case "null":
	default:
		return errors.New("neither true nor false")
	}
	return nil
}

// cardRequest is a card as pages send it.
type cardRequest struct {
	Number          string `json:"number"`
	ExpirationDate  string `json:"expirationDate"`
	ExpirationMonth string `json:"expirationMonth"`
	ExpirationYear  string `json:"expirationYear"`
	CVV             string `json:"cvv"`
	CardholderName  string `json:"cardholderName"`
	Options         struct {
		Validate choice `json:"validate"`
	} `json:"options"`
	BillingAddress struct {
		PostalCode    string `json:"postalCode"`
		StreetAddress string `json:"streetAddress"`
	} `json:"billingAddress"`
}

func (r cardRequest) input() cardInput {
	return cardInput{
		number: r.Number, cvv: r.CVV, holder: r.CardholderName,
		expMonth: r.ExpirationMonth, expYear: r.ExpirationYear, expAt: r.ExpirationDate,
		postalCode: r.BillingAddress.PostalCode, street: r.BillingAddress.StreetAddress,
	}
}

// tokenizeCard returns a nonce for a card.
func (s *Sandbox) tokenizeCard(c *browserCall) (int, any) {
	var b struct {
		CreditCard cardRequest `json:"creditCard"`
	}
	if !c.read(&b) {
		return browserFault(http.StatusBadRequest, "The body is not a card.")
	}
	i, faults := b.CreditCard.input().read(s.key)
	if len(faults) > 0 {
		return http.StatusUnprocessableEntity, cardFaults(faults)
	}
	if c.grant.CustomerID == "" || b.CreditCard.Options.Validate == "false" {
		return http.StatusCreated, map[string]any{"creditCards": []any{s.newNonce(i)}}
	}
	m, code := s.keepFromPage(c.grant, i)
	if code != "" {
		return http.StatusUnprocessableEntity, cardFaults([]invalid{{attribute: "number", code: code}})
	}
	value := s.ledger.addNonce(m.Instrument, m.Token, s.now())
	return http.StatusCreated, map[string]any{"creditCards": []any{nonceJSON(value, m.Instrument)}}
}

// keepFromPage vaults a card that a page sent with the option validate, by the client token's options. The code is that
// of the validation error, or "" on success.
func (s *Sandbox) keepFromPage(g grant, i instrument) (*method, string) {
	now := s.now()
	customer := s.ledger.customers[g.CustomerID]
	if customer == nil {
		return nil, "93105"
	}
	if g.VerifyCard && s.verify(i, s.opts.MerchantAccounts[0], true) != nil {
		return nil, "81703"
	}
	if code := s.duplicateOf(i, customer, g.FailOnDuplicate, g.FailForCustomer); code != "" {
		return nil, code
	}
	m := &method{Token: newID(), CustomerID: customer.ID, Instrument: i, CreatedAt: now, UpdatedAt: now}
	s.vault(m, g.MakeDefault)
	return m, ""
}

// newNonce creates a nonce and returns its JSON for browsers.
func (s *Sandbox) newNonce(i instrument) map[string]any {
	return nonceJSON(s.ledger.addNonce(i, "", s.now()), i)
}

func nonceJSON(value string, i instrument) map[string]any {
	n := map[string]any{"nonce": value, "type": i.Kind.nonceType(), "consumed": false, "default": false, "hasSubscription": false}
	_, isAccount := i.Kind.account()
	switch {
	case i.Kind == kindPayPal:
		n["type"], n["description"] = "PayPalAccount", i.Email
		n["details"] = map[string]any{"email": i.Email, "payerInfo": map[string]any{
			"email": i.Email, "firstName": "Pat", "lastName": "Payer", "payerId": "payer-" + i.Unique, "countryCode": "US",
			"billingAddress": map[string]any{"line1": "1 Main St", "line2": "", "city": "San Jose", "state": "CA", "postalCode": "95131", "countryCode": "US"},
		}}
	case isAccount:
		n["description"] = i.Username
		n["details"] = map[string]any{"username": i.Username}
	default:
		n["description"] = "ending in " + i.LastFour[2:]
		n["details"] = map[string]any{
			"bin": i.bin(), "cardType": i.CardType, "lastFour": i.LastFour, "lastTwo": i.LastFour[2:], "cardholderName": i.Cardholder,
			"expirationMonth": i.ExpMonth, "expirationYear": i.ExpYear,
		}
		n["binData"] = map[string]any{"prepaid": i.indicator("prepaid"), "debit": i.indicator("debit"), "commercial": i.indicator("commercial"),
			"countryOfIssuance": i.Country, "issuingBank": i.indicator("issuing-bank"), "productId": i.indicator("product-id")}
	}
	if i.Secure != nil {
		n["threeDSecureInfo"] = i.Secure.json()
	}
	return n
}

// cardFaults returns the JSON form of a card's validation errors.
func cardFaults(faults []invalid) map[string]any {
	var fields []any
	for _, f := range faults {
		fields = append(fields, map[string]any{"field": camel(f.attribute), "code": f.code, "message": validationMessages[f.code]})
	}
	return map[string]any{
		"error":       map[string]any{"message": "Credit card is invalid"},
		"fieldErrors": []any{map[string]any{"field": "creditCard", "fieldErrors": fields}},
	}
}

// camel turns an_attribute into anAttribute.
func camel(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// tokenizeWallet returns a nonce for a wallet. The call itself counts as the payer's approval.
func (s *Sandbox) tokenizeWallet(k kind) func(*browserCall) (int, any) {
	return func(c *browserCall) (int, any) {
		var b struct {
			PayPalAccount struct {
				Email string `json:"email"`
			} `json:"paypalAccount"`
			Username string `json:"username"`
		}
		if !c.read(&b) {
			return browserFault(http.StatusBadRequest, "The body is not JSON.")
		}
		unique := newID()
		switch k {
		case kindPayPal:
			email := b.PayPalAccount.Email
			if !emailForm.MatchString(email) || len(email) > 255 {
				email = "pat.payer@example.com"
			}
			return http.StatusCreated, map[string]any{"paypalAccounts": []any{s.newNonce(instrument{Kind: k, Email: email, Unique: unique})}}
		case kindVenmo:
			name := b.Username
			if !customerIDForm.MatchString(name) || len(name) > 64 {
				name = "pat-payer"
			}
			return http.StatusCreated, map[string]any{"venmoAccounts": []any{s.newNonce(instrument{Kind: k, Username: name, Unique: unique})}}
		default:
			i := fakeWallet(kindApplePay, "Visa", "8886")
			i.Unique = unique
			return http.StatusCreated, map[string]any{"applePayCards": []any{s.newNonce(i)}}
		}
	}
}

func (s *Sandbox) createPayPalResource(c *browserCall) (int, any) {
	token := "EC-" + strings.ToUpper(newID())
	return http.StatusCreated, map[string]any{"paymentResource": map[string]any{
		"paymentToken": token, "redirectUrl": baseURL(c.request) + "/paypal?token=" + token, "intent": "authorize",
	}}
}

func (s *Sandbox) setUpPayPalAgreement(c *browserCall) (int, any) {
	token := "BA-" + strings.ToUpper(newID())
	return http.StatusCreated, map[string]any{"agreementSetup": map[string]any{
		"tokenId": token, "approvalUrl": baseURL(c.request) + "/paypal?ba_token=" + token,
	}}
}

func (s *Sandbox) createAppleSession(c *browserCall) (int, any) {
	var b struct {
		ApplePayWebSession struct {
			ValidationURL string `json:"validationUrl"`
			DomainName    string `json:"domainName"`
			DisplayName   string `json:"displayName"`
		} `json:"applePayWebSession"`
	}
	if !c.read(&b) || b.ApplePayWebSession.DomainName == "" {
		return browserFault(http.StatusUnprocessableEntity, "A session needs a domain name.")
	}
	return http.StatusCreated, map[string]any{
		"merchantSessionIdentifier": newID(), "domainName": b.ApplePayWebSession.DomainName, "displayName": b.ApplePayWebSession.DisplayName,
		"epochTimestamp": s.now().UnixMilli(), "expiresAt": s.now().Add(nonceLife).UnixMilli(), "signature": newID(),
	}
}

// currencyOf returns the currency of the page's merchant account.
func (s *Sandbox) currencyOf(g grant) money.Currency {
	account, _ := s.account(g.MerchantAccountID)
	return account.Currency
}
