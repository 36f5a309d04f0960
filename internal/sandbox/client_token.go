package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// grant is the content of an authorization fingerprint. The browser keeps it and the sandbox signs it, so the
// sandbox stores nothing.
type grant struct {
	MerchantAccountID string    `json:"m"`
	CustomerID        string    `json:"c,omitempty"` // owner of the vault for validated cards
	VerifyCard        bool      `json:"v,omitempty"`
	MakeDefault       bool      `json:"d,omitempty"`
	FailOnDuplicate   bool      `json:"f,omitempty"`
	FailForCustomer   bool      `json:"g,omitempty"` // if the customer already has the card
	Domains           []string  `json:"o,omitempty"` // the pages allowed to use the token; not enforced here
	Until             time.Time `json:"u"`
}

// grantLife is the lifetime of a client token, as at Braintree.
const grantLife = 24 * time.Hour

var domainForm = regexp.MustCompile(`^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)

// createClientToken returns the token with which a browser tokenizes cards and wallets.
func (s *Sandbox) createClientToken(c *call) answer {
	version := c.body.text("version")
	if version == "" {
		version = "2"
	}
	var faults []invalid
	fault := func(attribute, code string) {
		faults = append(faults, invalid{[]string{"client-token"}, attribute, code})
	}
	if version != "1" && version != "2" && version != "3" {
		fault("version", "92806")
	}
	customerID := c.body.text("customer-id")
	if customerID != "" && s.ledger.customers[customerID] == nil {
		fault("customer_id", "92804")
	}
	account, ok := s.account(c.body.text("merchant-account-id"))
	if !ok {
		fault("merchant_account_id", "92807")
	}
	for _, o := range []struct{ name, code string }{{"make-default", "92801"}, {"verify-card", "92802"}, {"fail-on-duplicate-payment-method", "92803"}, {"fail-on-duplicate-payment-method-for-customer", "92805"}} {
		if customerID == "" && c.body.flag("options", o.name) {
			fault(strings.ReplaceAll(o.name, "-", "_"), o.code)
		}
	}
	domains := c.body.at("domains").items()
	switch {
	case len(domains) > 5:
		fault("domains", "92810")
	case slices.ContainsFunc(domains, func(d string) bool { return !domainForm.MatchString(d) }):
		fault("domains", "92011")
	}
	if len(faults) > 0 {
		return refused(faults)
	}
	base := baseURL(c.request)
	token := s.configuration(base, account)
	delete(token, "creditCards")
	token["version"] = json.Number(version)
	token["authorizationFingerprint"] = s.sign(grant{
		MerchantAccountID: account.ID, CustomerID: customerID, VerifyCard: c.body.flag("options", "verify-card"),
		MakeDefault: c.body.flag("options", "make-default"), FailOnDuplicate: c.body.flag("options", "fail-on-duplicate-payment-method"),
		FailForCustomer: c.body.flag("options", "fail-on-duplicate-payment-method-for-customer"),
		Domains:         domains, Until: s.now().Add(grantLife),
	})
	token["configUrl"] = base + "/merchants/" + s.opts.MerchantID + "/client_api/v1/configuration"
	token["paymentMethods"] = []any{}
	raw, err := json.Marshal(token)
	if err != nil {
		return answer{status: http.StatusInternalServerError}
	}
	value := string(raw)
	if version != "1" {
		value = base64.StdEncoding.EncodeToString(raw)
	}
	return answer{http.StatusCreated, group("client-token", text("value", value))}
}

// configuration returns the gateway configuration that browser clients load first.
func (s *Sandbox) configuration(base string, account MerchantAccount) map[string]any {
	api := base + "/merchants/" + s.opts.MerchantID + "/client_api"
	return map[string]any{
		"merchantId": s.opts.MerchantID, "merchantAccountId": account.ID, "environment": "sandbox",
		"clientApiUrl": api, "assetsUrl": base, "authUrl": base, "analytics": map[string]any{"url": base + "/analytics"},
		"graphQL":             map[string]any{"url": base + "/graphql", "date": "2018-05-08", "features": []string{"tokenize_credit_cards"}},
		"challenges":          []string{"cvv"},
		"creditCards":         map[string]any{"supportedCardTypes": []string{"American Express", "Discover", "JCB", "MasterCard", "Visa"}},
		"threeDSecureEnabled": true, "threeDSecure": map[string]any{"cardinalAuthenticationJWT": nil},
		"paypalEnabled": true,
		"paypal": map[string]any{
			"displayName": "Cojoin", "clientId": nil, "environmentNoNetwork": true, "environment": "offline", "unvettedMerchant": false,
			"braintreeClientId": "cojoin", "billingAgreementsEnabled": true, "merchantAccountId": account.ID, "currencyIsoCode": account.Currency,
			"assetsUrl": base, "directBaseUrl": nil, "allowHttp": true, "privacyUrl": nil, "userAgreementUrl": nil,
		},
		"venmo":        "offline",
		"payWithVenmo": map[string]any{"merchantId": s.opts.MerchantID, "accessToken": "sandbox", "environment": "sandbox"},
		"applePay":     "mock", "applePayWeb": map[string]any{
			"countryCode": "US", "currencyCode": account.Currency, "merchantIdentifier": "merchant.cojoin.sandbox",
			"supportedNetworks": []string{"visa", "mastercard", "amex", "discover"},
		},
		"kount": map[string]any{"kountMerchantId": nil},
	}
}

// sign returns the fingerprint of a grant.
func (s *Sandbox) sign(g grant) string {
	raw, err := json.Marshal(g)
	if err != nil {
		panic(err) // a struct of texts and a time always marshals
	}
	payload := base64.RawURLEncoding.EncodeToString(raw)
	return payload + "." + base64.RawURLEncoding.EncodeToString(s.mac(payload))
}

func (s *Sandbox) mac(payload string) []byte {
	m := hmac.New(sha256.New, s.key)
	m.Write([]byte("authorization fingerprint\x00" + payload))
	return m.Sum(nil)
}

// grantOf parses a fingerprint. It returns false for a foreign or expired one.
func (s *Sandbox) grantOf(fingerprint string) (grant, bool) {
	payload, signature, _ := strings.Cut(fingerprint, ".")
	got, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil || !hmac.Equal(got, s.mac(payload)) {
		return grant{}, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil {
		return grant{}, false
	}
	var g grant
	if err := json.Unmarshal(raw, &g); err != nil {
		return grant{}, false
	}
	return g, s.now().Before(g.Until)
}

// baseURL returns the sandbox's address as the caller used it.
func baseURL(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
