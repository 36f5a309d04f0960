package sandbox

import (
	"net/http"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// payer is the source of a sale's payment, before the sale is decided.
type payer struct {
	instrument instrument
	nonce      *nonce  // to be spent, or nil
	method     *method // vaulted, or nil
	customerID string
}

// createTransaction authorizes a sale or creates a stand-alone credit. By the request's options it vaults the instrument
// and captures the sale.
func (s *Sandbox) createTransaction(c *call) answer {
	r := c.body
	account, okAccount := s.account(r.text("merchant-account-id"))
	var faults []invalid
	fault := func(attribute, code string) {
		faults = append(faults, invalid{[]string{"transaction"}, attribute, code})
	}
	kind := r.text("type")
	switch kind {
	case "sale", "credit":
	case "":
		fault("type", "91524")
	default:
		fault("type", "91523")
	}
	amount, code := readAmount(r.text("amount"), account.Currency)
	if code != "" {
		fault("amount", code)
	}
	if !okAccount {
		fault("merchant_account_id", "91513")
	}
	orderID := r.text("order-id")
	if len(orderID) > 255 {
		fault("order_id", "91501")
	}
	items, iFaults := readLineItems(r.at("line-items"))
	iFaults = append(iFaults, checkGiven(r)...)
	p, pFaults := s.payer(r)
	if p.nonce != nil && code == "" && !p.instrument.verifiedFor(amount) {
		fault("amount", "91585")
	}
	if faults = append(append(faults, iFaults...), pFaults...); len(faults) > 0 {
		return refused(faults)
	}
	s.ledger.use(p.nonce)

	now := s.now()
	t := &transaction{
		ID: newID(), Type: kind, Amount: amount, OrderID: orderID, MerchantAccountID: account.ID,
		Instrument: p.instrument, CustomerID: p.customerID, Source: r.text("transaction-source"),
		Given: keepGiven(r), LineItems: items, CreatedAt: now,
		RiskChecked: !r.flag("options", "skip-advanced-fraud-checking") && (r.text("device-data") != "" || r.at("risk-data") != nil),
	}
	if p.method != nil {
		t.Token, t.PaidByToken = p.method.Token, p.nonce == nil
	}
	if t.Source == "" && r.flag("recurring") {
		t.Source = "recurring" // the flag of older clients
	}
	t.copyVaulted(s.ledger.customers[t.CustomerID], p.method)
	v := s.decide(t, account, r.flag("options", "three-d-secure", "required"), c.fault, now)
	t.ProcessorCode, t.Rejection = v.code, v.rejection
	t.become(v.status, now)
	if kind == "credit" && v.status == statusAuthorized {
		t.become(statusSubmittedForSettlement, now)
	}
	s.vaultSale(t, r, now)
	if v.status == statusAuthorized && r.flag("options", "submit-for-settlement") && kind == "sale" {
		s.capture(t)
	}
	s.ledger.saveTransaction(t)
	if v.status.refused() {
		return declined(v.message(), t.xml())
	}
	return answer{http.StatusCreated, t.xml()}
}

// decide applies the gateway's own rules first, then the processor's.
func (s *Sandbox) decide(t *transaction, account MerchantAccount, needsAuthentication bool, f *Fault, now time.Time) verdict {
	rejected := func(reason string) verdict { return verdict{status: statusGatewayRejected, rejection: reason} }
	switch t.Instrument.Behavior {
	case behaveFraud:
		return rejected("fraud")
	case behaveRisk:
		return rejected("risk_threshold")
	case behaveTokenIssue:
		return rejected("token_issuance")
	}
	if needsAuthentication && !t.Instrument.authenticated() {
		return rejected("three_d_secure")
	}
	if s.isDuplicate(t, now) {
		return rejected("duplicate")
	}
	if reason := account.rejects(t.Instrument); reason != "" {
		return rejected(reason)
	}
	if f != nil && f.Kind == FaultDecline {
		return verdict{status: statusProcessorDeclined, code: f.processorCode()}
	}
	return judge(t.Amount, t.Instrument, s.isExpired(t.Instrument))
}

// rejects returns the reason why the account's rules reject the instrument, or "".
func (a MerchantAccount) rejects(i instrument) string {
	badAddress := a.RejectAVS && (i.addressError() != "" || i.PostalCode == "N" || i.Street == "N" || i.PostalCode == "U" || i.Street == "U")
	badCVV := a.RejectCVV && (i.CVV == "N" || i.CVV == "U")
	switch {
	case badAddress && badCVV:
		return "avs_and_cvv"
	case badAddress:
		return "avs"
	case badCVV:
		return "cvv"
	}
	return ""
}

// isDuplicate reports whether an equal sale was made within [Options.DuplicateWindow]. Declined sales don't count.
func (s *Sandbox) isDuplicate(t *transaction, now time.Time) bool {
	if s.opts.DuplicateWindow <= 0 || t.Type != "sale" {
		return false
	}
	for i := len(s.ledger.order) - 1; i >= 0; i-- {
		other := s.ledger.order[i]
		if now.Sub(other.CreatedAt) > s.opts.DuplicateWindow {
			return false
		}
		if other.Type == "sale" && !other.Status.refused() && other.Amount == t.Amount && other.OrderID == t.OrderID &&
			other.MerchantAccountID == t.MerchantAccountID && other.Instrument.Unique == t.Instrument.Unique {
			return true
		}
	}
	return false
}

// payer returns the source of the payment: exactly one of a nonce, a vaulted method, a card or a customer's default method.
func (s *Sandbox) payer(r *element) (payer, []invalid) {
	at := []string{"transaction"}
	one := func(attribute, code string) (payer, []invalid) {
		return payer{}, []invalid{{at, attribute, code}}
	}
	customerID := r.text("customer-id")
	if customerID != "" && s.ledger.customers[customerID] == nil {
		return one("customer_id", "91510")
	}
	value, token := r.text("payment-method-nonce"), r.text("payment-method-token")
	secure := readPassThru(r.at("three-d-secure-pass-thru"))
	switch {
	case value != "" && token != "":
		return one("base", "91515")
	case value != "":
		n, code := s.ledger.lookUpNonce(value, s.now())
		if code == "81715" {
			return payer{}, []invalid{{[]string{"transaction", "credit-card"}, "number", code}}
		}
		if code != "" {
			return one("payment_method_nonce", code)
		}
		p := payer{instrument: n.Instrument, nonce: n, customerID: customerID}
		if m := s.ledger.methods[n.Token]; n.Token != "" && m != nil {
			p.method, p.customerID = m, m.CustomerID
		}
		p.instrument = p.instrument.addressed(r)
		if holder := r.text("credit-card", "cardholder-name"); holder != "" && p.instrument.Kind == kindCard {
			p.instrument.Cardholder = holder
		}
		if secure != nil {
			p.instrument.Secure = secure
		}
		return p, nil
	case token != "":
		m := s.ledger.methods[token]
		if m == nil || customerID != "" && m.CustomerID != customerID {
			return one("payment_method_token", "91518")
		}
		return payer{instrument: m.Instrument, method: m, customerID: m.CustomerID}, nil
	case r.at("credit-card") != nil && r.text("credit-card", "number") != "":
		i, faults := readCard(r.at("credit-card"), r.at("billing")).read(s.key)
		if secure != nil {
			i.Secure = secure
		}
		return payer{instrument: i, customerID: customerID}, under([]string{"transaction", "credit-card"}, faults)
	case customerID != "":
		if m := s.defaultMethod(customerID); m != nil {
			return payer{instrument: m.Instrument, method: m, customerID: customerID}, nil
		}
		return one("customer_id", "91511")
	}
	return one("base", "91508")
}

// addressed sets the results of the address check from the sale's billing address.
func (i instrument) addressed(r *element) instrument {
	if billing := r.at("billing"); billing != nil && i.Kind == kindCard {
		i.PostalCode, i.Street = postalResponse(billing.text("postal-code")), streetResponse(billing.text("street-address"))
	}
	return i
}

// readCard reads a card from a request. The card's own billing address takes precedence over billing.
func readCard(card, billing *element) cardInput {
	if own := card.at("billing-address"); own != nil {
		billing = own
	}
	return cardInput{
		number: card.text("number"), cvv: card.text("cvv"), holder: card.text("cardholder-name"),
		expMonth: card.text("expiration-month"), expYear: card.text("expiration-year"), expAt: card.text("expiration-date"),
		postalCode: billing.text("postal-code"), street: billing.text("street-address"),
	}
}

// readPassThru reads the result of an authentication by another provider.
func readPassThru(e *element) *threeDSecure {
	if e == nil {
		return nil
	}
	eci := e.text("eci-flag")
	ok := eci == "05" || eci == "02"
	return &threeDSecure{Status: map[bool]string{true: "authenticate_successful", false: "authenticate_failed"}[ok], Enrolled: "Y", Shifted: ok, Possible: true}
}

// account returns a merchant account. An empty ID returns the first; an unknown ID returns false.
func (s *Sandbox) account(id string) (MerchantAccount, bool) {
	if id == "" {
		return s.opts.MerchantAccounts[0], true
	}
	for _, a := range s.opts.MerchantAccounts {
		if a.ID == id {
			return a, true
		}
	}
	return MerchantAccount{Currency: money.Currency("USD")}, false
}
