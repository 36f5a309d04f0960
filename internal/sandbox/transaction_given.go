package sandbox

import (
	"regexp"
	"slices"
)

// givenParts lists parts of a sale that are stored and repeated in responses, with the stored members of each (none: the
// part's own text). keepGiven adds the custom fields and PayPal's options. Parts that could hold a card number are never
// stored.
var givenParts = map[string][]string{
	"customer": customerMembers, "billing": addressNames, "shipping": addressNames, "descriptor": descriptorNames,
	"channel": nil, "purchase-order-number": nil, "tax-amount": nil, "tax-exempt": nil, "shipping-amount": nil, "discount-amount": nil,
}

var descriptorNames = []string{"name", "phone", "url"}

var (
	productForm     = regexp.MustCompile(`^[\w .-]*$`)
	shippingMethods = []string{"", "same_day", "next_day", "priority", "ground", "electronic", "ship_to_store", "pickup_in_store"}
)

// checkGiven returns the validation errors of addresses, telephone numbers, shipping method and product.
func checkGiven(r *element) []invalid {
	faults := append(checkCountry(r.at("billing"), "transaction", "billing"), checkCountry(r.at("shipping"), "transaction", "shipping")...)
	faults = append(faults, checkPhone(r.at("customer"), "transaction", "customer")...)
	if !phoneForm.MatchString(r.text("billing", "phone-number")) {
		faults = append(faults, invalid{[]string{"transaction", "billing"}, "phone_number", "915206"})
	}
	if !phoneForm.MatchString(r.text("shipping", "phone-number")) {
		faults = append(faults, invalid{[]string{"transaction", "shipping"}, "phone_number", "915204"})
	}
	if !slices.Contains(shippingMethods, r.text("shipping", "shipping-method")) {
		faults = append(faults, invalid{[]string{"transaction", "shipping"}, "shipping_method", "915203"})
	}
	if !productForm.MatchString(r.text("product-sku")) {
		faults = append(faults, invalid{[]string{"transaction"}, "product_sku", "915202"})
	}
	return faults
}

// keepGiven returns the parts of a request that are stored: the custom fields, and copies of the other parts with only their stored members.
func keepGiven(request *element) []*element {
	var kept []*element
	for _, c := range request.Children {
		if c.Name == "custom-fields" {
			kept = append(kept, c)
			continue
		}
		members, ok := givenParts[c.Name]
		switch {
		case c.Name == "options" && c.at("paypal") != nil:
			kept = append(kept, keepMembers(c.at("paypal"), []string{"payee-email", "custom-field", "description"}))
		case !ok:
		case members == nil:
			kept = append(kept, text(c.Name, c.text()))
		default:
			kept = append(kept, keepMembers(c, members))
		}
	}
	return kept
}

// keepMembers returns a copy of a part with only the named members.
func keepMembers(part *element, names []string) *element {
	copied := group(part.Name)
	for _, name := range names {
		if c := part.at(name); c != nil && !c.Nil {
			copied.add(member(part, name))
		}
	}
	return copied
}

// member returns a copy of one member of a part: a text, possibly empty, or a two-part telephone number. A missing member is nil in XML.
func member(part *element, name string) *element {
	given := part.at(name)
	switch {
	case given == nil || given.Nil:
		return text(name, "")
	case name == internationalPhone:
		return keepMembers(given, phoneNames)
	default:
		return &element{Name: name, Text: given.text()}
	}
}

// describe stores the request's descriptor, if any.
func (t *transaction) describe(r *element) {
	if d := r.at("descriptor"); d != nil {
		others := slices.DeleteFunc(slices.Clone(t.Given), func(p *element) bool { return p.Name == "descriptor" })
		t.Given = append(others, keepMembers(d, descriptorNames))
	}
}

// copyVaulted adds data of the payer from the vault, where the sale has none of its own.
func (t *transaction) copyVaulted(c *customer, m *method) {
	if c != nil {
		payer := t.given("customer")
		if payer == nil {
			payer = group("customer")
			t.Given = append(t.Given, payer)
		}
		for _, name := range customerFields {
			if payer.at(name) == nil && c.Fields[name] != "" {
				payer.add(text(name, c.Fields[name]))
			}
		}
		if payer.at(internationalPhone) == nil {
			payer.add(c.Phone)
		}
	}
	if m != nil && m.Billing != nil && t.given("billing") == nil {
		t.Given = append(t.Given, m.Billing.renamed("billing"))
	}
}
