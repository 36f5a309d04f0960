package sandbox

import (
	"strings"
	"time"
)

// xml returns the transaction in Braintree's XML form.
func (t *transaction) xml() *element {
	e := group("transaction",
		text("id", t.ID), text("status", string(t.Status)), text("type", t.Type),
		text("currency-iso-code", string(t.Amount.Currency)), text("amount", t.Amount.Decimal()),
		text("merchant-account-id", t.MerchantAccountID), text("sub-merchant-account-id", ""), text("master-merchant-account-id", ""),
		text("order-id", t.OrderID), datetime("created-at", t.CreatedAt), datetime("updated-at", t.UpdatedAt),
		t.customerXML(), t.addressXML("billing"), t.addressXML("shipping"),
		text("refund-id", last(t.RefundIDs)), array("refund-ids", texts("item", t.RefundIDs)...), text("refunded-transaction-id", t.RefundOf),
		text("settlement-batch-id", t.settlementBatch()), array("partial-settlement-transaction-ids", texts("item", t.PartIDs)...), text("authorized-transaction-id", t.PartOf),
		t.customFieldsXML(), text("avs-error-response-code", t.Instrument.addressError()),
		text("avs-postal-code-response-code", t.Instrument.addressResponse(t.Instrument.PostalCode)),
		text("avs-street-address-response-code", t.Instrument.addressResponse(t.Instrument.Street)),
		text("cvv-response-code", t.Instrument.CVV), text("gateway-rejection-reason", t.Rejection),
		text("processor-authorization-code", t.authorizationCode()), text("processor-response-code", t.ProcessorCode),
		text("processor-response-text", t.processorText()), text("processor-response-type", responseType(t.ProcessorCode)),
		text("additional-processor-response", t.additionalResponse()), text("network-response-code", ""), text("network-response-text", ""),
		text("processor-settlement-response-code", t.SettlementCode), text("processor-settlement-response-text", t.settlementText()),
		text("voice-referral-number", ""), text("purchase-order-number", t.given("purchase-order-number").text()),
		text("tax-amount", t.given("tax-amount").text()), boolean("tax-exempt", t.given("tax-exempt").text() == "true"),
		text("shipping-amount", t.given("shipping-amount").text()), text("discount-amount", t.given("discount-amount").text()),
		text("channel", t.given("channel").text()), boolean("recurring", strings.HasPrefix(t.Source, "recurring")),
		text("service-fee-amount", ""), text("escrow-status", ""),
	)
	e.add(t.Instrument.details(t.Token)...)
	if paypal := e.at("paypal"); paypal != nil {
		paypal.put("payee-email", t.given("paypal", "payee-email").text())
		paypal.put("custom-field", t.given("paypal", "custom-field").text())
		paypal.put("description", t.given("paypal", "description").text())
	}
	e.add(
		text("payment-instrument-type", string(t.Instrument.Kind)),
		t.historyXML(), array("add-ons"), array("discounts"), t.disputesXML(), array("authorization-adjustments"), array("shipments"),
		text("plan-id", ""), text("subscription-id", ""),
		group("subscription", &element{Name: "billing-period-end-date", Nil: true}, &element{Name: "billing-period-start-date", Nil: true}),
		t.descriptorXML(),
		group("disbursement-details", &element{Name: "disbursement-date", Nil: true}, &element{Name: "settlement-amount", Nil: true},
			&element{Name: "settlement-currency-iso-code", Nil: true}, &element{Name: "settlement-currency-exchange-rate", Nil: true},
			&element{Name: "funds-held", Nil: true}, &element{Name: "success", Nil: true}),
		boolean("processed-with-network-token", false), datetime("authorization-expires-at", t.expiresAt()),
		t.secureXML(), t.riskXML(), text("network-transaction-id", ""), text("global-id", globalID("transaction", t.ID)),
	)
	return e
}

func (t *transaction) disputesXML() *element {
	all := array("disputes")
	for _, d := range t.Disputes {
		all.add(d.xml(t))
	}
	return all
}

func (t *transaction) customerXML() *element {
	c := group("customer", text("id", t.CustomerID))
	for _, name := range customerMembers {
		c.add(member(t.given("customer"), name))
	}
	return c
}

// addressNames are an address's attributes.
var addressNames = []string{
	"first-name", "last-name", "company", "street-address", "extended-address", "locality", "region", "postal-code",
	"country-name", "country-code-alpha2", "country-code-alpha3", "country-code-numeric", "phone-number", internationalPhone,
}

func (t *transaction) addressXML(which string) *element {
	a := group(which, text("id", ""))
	for _, name := range addressNames {
		a.add(member(t.given(which), name))
	}
	return putCountry(a)
}

func (t *transaction) descriptorXML() *element {
	d := group("descriptor")
	for _, name := range descriptorNames {
		d.add(text(name, t.given("descriptor", name).text()))
	}
	return d
}

func (t *transaction) customFieldsXML() *element {
	if given := t.given("custom-fields"); given != nil && len(given.Children) > 0 {
		return given
	}
	return text("custom-fields", "")
}

func (t *transaction) historyXML() *element {
	h := array("status-history")
	for _, e := range t.History {
		h.add(group("status-event", datetime("timestamp", e.At), text("status", string(e.Status)),
			text("amount", e.Amount.Decimal()), text("user", "cojoin"), text("transaction-source", "api")))
	}
	return h
}

func (t *transaction) secureXML() *element {
	s := t.Instrument.Secure
	if s == nil {
		return &element{Name: "three-d-secure-info", Nil: true}
	}
	return s.xml()
}

func (s *threeDSecure) xml() *element {
	return group("three-d-secure-info", text("status", s.Status), text("enrolled", s.Enrolled),
		boolean("liability-shifted", s.Shifted), boolean("liability-shift-possible", s.Possible),
		text("three-d-secure-version", "2.2.0"), text("cavv", ""), text("xid", ""), text("ds-transaction-id", ""), text("eci-flag", ""))
}

func (t *transaction) riskXML() *element {
	if !t.RiskChecked {
		return nil
	}
	decision := "Approve"
	if t.Rejection == "fraud" || t.Rejection == "risk_threshold" {
		decision = "Decline"
	}
	return group("risk-data", text("id", "risk"+t.ID), text("decision", decision), boolean("device-data-captured", true),
		text("fraud-service-provider", "fraud_protection"), array("decision-reasons"))
}

func (t *transaction) processorText() string {
	if t.ProcessorCode == "" {
		return ""
	}
	return processorText(t.ProcessorCode)
}

func (t *transaction) additionalResponse() string {
	code := t.RefundDecline
	if t.Status.refused() {
		code = t.ProcessorCode
	}
	if code == "" {
		return ""
	}
	return code + " : " + processorText(code)
}

func (t *transaction) settlementText() string {
	switch t.Status {
	case statusSettlementDeclined:
		return "Settlement Declined"
	case statusSettlementPending:
		return "Settlement Pending"
	case statusSettled:
		return "Confirmed"
	default:
		return ""
	}
}

func (t *transaction) authorizationCode() string {
	if t.Status.refused() {
		return ""
	}
	return strings.ToUpper(t.ID[:6])
}

func (t *transaction) settlementBatch() string {
	at := t.reachedAt(statusSettled)
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format("2006-01-02") + "_" + t.MerchantAccountID
}

func (t *transaction) expiresAt() time.Time {
	if t.Type != "sale" || t.Status.refused() {
		return time.Time{}
	}
	return t.CreatedAt.Add(authorizationLife)
}

func texts(name string, values []string) []*element {
	all := make([]*element, 0, len(values))
	for _, v := range values {
		all = append(all, text(name, v))
	}
	return all
}

func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}
