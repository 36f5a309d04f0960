package sandbox

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// maxLineItems limits the line items of one sale.
const maxLineItems = 249

// lineRule validates one member of a line item. It holds the code of the validation error for each fault, or "" for a
// fault that can't happen.
type lineRule struct {
	name                                   string
	missing, tooLong, format, size, amount string
	longest                                int // limit of a text, in characters
	decimals                               int // limit of an amount
	isPositive                             bool
}

var lineRules = []lineRule{
	{name: "name", missing: "95822", tooLong: "95823", longest: 35},
	{name: "description", tooLong: "95803", longest: 127},
	{name: "kind", missing: "95808"},
	{name: "quantity", missing: "95811", format: "95810", size: "95812", amount: "95813", decimals: 4, isPositive: true},
	{name: "unit-amount", missing: "95818", format: "95817", size: "95819", amount: "95820", decimals: 4, isPositive: true},
	{name: "unit-tax-amount", format: "95824", size: "95825", amount: "95826", decimals: 2},
	{name: "unit-of-measure", tooLong: "95821", longest: 12},
	{name: "total-amount", missing: "95814", format: "95830", size: "95815", amount: "95816", decimals: 2, isPositive: true},
	{name: "tax-amount", format: "95827", size: "95828", amount: "95829", decimals: 2},
	{name: "discount-amount", format: "95804", size: "95805", amount: "95806", decimals: 2},
	{name: "product-code", tooLong: "95809", longest: 12},
	{name: "commodity-code", tooLong: "95801", longest: 12},
	{name: "url", longest: 255},
}

var decimalForm = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// maxLineAmount is the largest amount or quantity of a line item.
const maxLineAmount = 2147483647

// check returns the value's error code, or "".
func (r lineRule) check(value string) string {
	switch {
	case value == "":
		return r.missing
	case r.format == "":
		if r.longest > 0 && len([]rune(value)) > r.longest {
			return r.tooLong
		}
		return ""
	case !decimalForm.MatchString(value):
		return r.format
	}
	if _, fraction, _ := strings.Cut(value, "."); len(fraction) > r.decimals {
		return r.format
	}
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || n > maxLineAmount:
		return r.size
	case n < 0 || n == 0 && r.isPositive:
		return r.amount
	}
	return ""
}

// readLineItems validates a sale's line items and returns them in the stored form.
func readLineItems(given *element) ([]*element, []invalid) {
	if given == nil {
		return nil, nil
	}
	if len(given.Children) > maxLineItems {
		return nil, []invalid{{[]string{"transaction"}, "line_items", "915157"}}
	}
	var items []*element
	var faults []invalid
	for i, item := range given.Children {
		kept := group("line-item")
		for _, r := range lineRules {
			value := item.text(r.name)
			if code := r.check(value); code != "" {
				faults = append(faults, invalid{[]string{"transaction", "line-items", "index-" + strconv.Itoa(i)}, strings.ReplaceAll(r.name, "-", "_"), code})
			}
			kept.add(text(r.name, value))
		}
		items = append(items, kept)
	}
	return items, faults
}

// findLineItems returns the line items of a sale.
func (s *Sandbox) findLineItems(_ *call, t *transaction) answer {
	return answer{http.StatusOK, array("line-items", t.LineItems...)}
}
