package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
)

// pageSize is the number of results on one page of a search. mostFound limits the results of a search; like the provider, the
// sandbox leaves out the rest.
const (
	pageSize  = 50
	mostFound = 20_000
)

// criterion reports whether an object matches one field of a search.
type criterion func(field *element) (matches bool, err error)

// searchTransactionIDs returns the IDs of all matching transactions, newest first.
func (s *Sandbox) searchTransactionIDs(c *call) answer {
	if c.fault != nil && c.fault.Kind == FaultSearchEmpty {
		return idList(nil)
	}
	found, err := s.matchTransactions(c)
	if err != nil {
		return answer{http.StatusUnprocessableEntity, badSearch(err)}
	}
	ids := make([]string, 0, len(found))
	for _, t := range found {
		ids = append(ids, t.ID)
	}
	return idList(ids)
}

// searchTransactions returns one page. The criteria list the page's IDs.
func (s *Sandbox) searchTransactions(c *call) answer {
	list := group("credit-card-transactions", integer("current-page-number", 1), integer("page-size", pageSize))
	list.Type = "collection"
	var found []*transaction
	if c.fault == nil || c.fault.Kind != FaultSearchEmpty {
		var err error
		if found, err = s.matchTransactions(c); err != nil {
			return answer{http.StatusUnprocessableEntity, badSearch(err)}
		}
	}
	found = found[:min(len(found), pageSize)]
	list.add(integer("total-items", len(found)))
	for _, t := range found {
		list.add(t.xml())
	}
	return answer{http.StatusOK, list}
}

func idList(ids []string) answer {
	ids = ids[:min(len(ids), mostFound)]
	return answer{http.StatusOK, group("search-results", integer("page-size", pageSize), array("ids", texts("item", ids)...))}
}

func badSearch(err error) *element {
	return group("api-error-response", group("errors", array("errors")), group("params"), text("message", err.Error()))
}

func (s *Sandbox) matchTransactions(c *call) ([]*transaction, error) {
	var found []*transaction
	orderID, ids := c.body.text("order-id", "is"), c.body.at("ids").items()
	for i := len(s.ledger.order) - 1; i >= 0; i-- {
		t := s.ledger.order[i]
		if orderID != "" && t.OrderID != orderID || ids != nil && !slices.Contains(ids, t.ID) {
			continue // most searches name an order or IDs, and other criteria cost more
		}
		s.age(t)
		if c.fault != nil && c.fault.Kind == FaultSearchLag && s.now().Sub(t.CreatedAt) < c.fault.delay() {
			continue
		}
		ok, err := matchAll(c.body, func(name string) criterion { return s.transactionCriterion(t, name) })
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		found = append(found, t)
		if c.fault != nil && c.fault.Kind == FaultSearchDouble {
			found = append(found, t)
		}
	}
	return found, nil
}

// matchAll reports whether an object matches every field of the search. It fails on an unknown field.
func matchAll(search *element, find func(name string) criterion) (bool, error) {
	if search == nil {
		return true, nil
	}
	for _, field := range search.Children {
		c := find(field.Name)
		if c == nil {
			return false, fmt.Errorf("The sandbox can't search by %s.", field.Name) //nolint:staticcheck,revive // shown as a sentence
		}
		ok, err := c(field)
		if !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// transactionCriterion returns the criterion for a field, or nil for an unknown field.
func (s *Sandbox) transactionCriterion(t *transaction, name string) criterion {
	i := t.Instrument
	words := map[string]string{
		"id": t.ID, "order-id": t.OrderID, "currency": string(t.Amount.Currency), "payment-method-token": t.Token,
		"customer-id": t.CustomerID, "processor-authorization-code": t.authorizationCode(), "settlement-batch-id": t.settlementBatch(),
		"credit-card-cardholder-name": i.Cardholder, "credit-card-unique-identifier": i.Unique,
		"paypal-payer-email": i.Email, "credit-card-expiration-date": i.ExpMonth + "/" + i.ExpYear,
	}
	if value, ok := words[name]; ok {
		return func(f *element) (bool, error) { return matchText(f, value) }
	}
	choices := map[string][]string{
		"ids": {t.ID}, "status": {string(t.Status)}, "type": {t.Type}, "merchant-account-id": {t.MerchantAccountID},
		"credit-card-card-type": {i.CardType}, "source": {"api"}, "user": {"cojoin"},
		"created-using": {map[bool]string{true: "token", false: "full_information"}[t.PaidByToken]}, "refund": {fmt.Sprint(t.RefundOf != "" || len(t.RefundIDs) > 0)},
		"store-id": {""}, "store-ids": {""}, "credit-card-customer-location": {"us"},
	}
	if values, ok := choices[name]; ok {
		return func(f *element) (bool, error) { return matchChoice(f, values[0]) }
	}
	if reached, ok := strings.CutSuffix(name, "-at"); ok {
		at := t.reachedAt(status(strings.ReplaceAll(reached, "-", "_")))
		if name == "created-at" {
			at = t.CreatedAt
		}
		return func(f *element) (bool, error) { return matchTime(f, at) }
	}
	if name == "dispute-date" {
		return func(f *element) (bool, error) {
			for _, d := range t.Disputes {
				if ok, err := matchDay(f, d.OpenedAt); ok || err != nil {
					return ok, err
				}
			}
			return false, nil
		}
	}
	switch name {
	case "credit-card-number":
		return func(f *element) (bool, error) { return s.matchNumber(f, i) }
	case "payment-instrument-type":
		return func(f *element) (bool, error) { return slices.Contains(f.values(), i.Kind.detail()), nil }
	case "amount":
		return func(f *element) (bool, error) { return matchAmount(f, t.Amount) }
	}
	for prefix, part := range map[string]string{"customer-": "customer", "billing-": "billing", "shipping-": "shipping"} {
		if member, ok := strings.CutPrefix(name, prefix); ok {
			return func(f *element) (bool, error) { return matchText(f, t.given(part, member).text()) }
		}
	}
	return nil
}

// matchText compares a text by is, is-not, starts-with, ends-with and contains. A field without operators is a
// choice.
func matchText(f *element, value string) (bool, error) {
	if len(f.Children) == 0 || f.Children[0].Name == "item" {
		return matchChoice(f, value)
	}
	for _, op := range f.Children {
		want := strings.TrimSpace(op.Text)
		lower, lowerWant := strings.ToLower(value), strings.ToLower(want)
		var ok bool
		switch op.Name {
		case "is":
			ok = value == want
		case "is-not":
			ok = value != want
		case "starts-with":
			ok = strings.HasPrefix(lower, lowerWant)
		case "ends-with":
			ok = strings.HasSuffix(lower, lowerWant)
		case "contains":
			ok = strings.Contains(lower, lowerWant)
		default:
			return false, fmt.Errorf("%s has no operator %s.", f.Name, op.Name) //nolint:staticcheck,revive // shown as a sentence
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// matchChoice reports whether the value is one of the field's values.
func matchChoice(f *element, value string) (bool, error) {
	return slices.Contains(f.values(), value), nil
}

// values returns the values of a choice, one or several.
func (f *element) values() []string {
	if is := f.at("is"); is != nil {
		return []string{is.text()}
	}
	return f.items()
}

// matchNumber compares a card number with its stored parts: the last four digits and the hash. The first six digits are known only
// for the documented test cards.
func (s *Sandbox) matchNumber(f *element, i instrument) (bool, error) {
	if i.Kind != kindCard {
		return false, nil
	}
	for _, op := range f.Children {
		want := strings.TrimSpace(op.Text)
		var ok bool
		switch op.Name {
		case "is":
			ok = numberHash(s.key, want) == i.Unique
		case "is-not":
			ok = numberHash(s.key, want) != i.Unique
		case "starts-with":
			ok = strings.HasPrefix(i.bin(), want)
		case "ends-with":
			ok = strings.HasSuffix(i.LastFour, want)
		default:
			return false, fmt.Errorf("%s has no operator %s.", f.Name, op.Name) //nolint:staticcheck,revive // shown as a sentence
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

func matchAmount(f *element, value money.Amount) (bool, error) {
	return matchRange(f, func(bound string) (int, error) {
		a, err := money.Parse(bound, value.Currency)
		if err != nil {
			return 0, err
		}
		return value.Cmp(a), nil
	})
}

func matchTime(f *element, value time.Time) (bool, error) {
	ok, err := matchRange(f, func(bound string) (int, error) {
		at, err := readTime(bound)
		return value.Truncate(time.Second).Compare(at), err
	})
	return ok && !value.IsZero(), err
}

// matchDay compares dates and ignores the time of day.
func matchDay(f *element, value time.Time) (bool, error) {
	ok, err := matchRange(f, func(bound string) (int, error) {
		at, err := readTime(bound)
		return value.UTC().Truncate(24 * time.Hour).Compare(at.UTC().Truncate(24 * time.Hour)), err
	})
	return ok && !value.IsZero(), err
}

// pageOf returns the page number in the query, or 1.
func pageOf(r *http.Request) int {
	n, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

// matchRange compares by is, min and max. compare compares the value with a bound, like [strings.Compare].
func matchRange(f *element, compare func(bound string) (int, error)) (bool, error) {
	for _, op := range f.Children {
		order, err := compare(strings.TrimSpace(op.Text))
		if err != nil {
			return false, fmt.Errorf("%s: %q is not a value to compare with.", f.Name, op.Text) //nolint:staticcheck,revive // shown as a sentence
		}
		var ok bool
		switch op.Name {
		case "is":
			ok = order == 0
		case "min":
			ok = order >= 0
		case "max":
			ok = order <= 0
		default:
			return false, fmt.Errorf("%s has no operator %s.", f.Name, op.Name) //nolint:staticcheck,revive // shown as a sentence
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// readTime parses a time in any format that clients send.
func readTime(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z", "2006-01-02 15:04:05 UTC", "2006-01-02T15:04:05", "2006-01-02", "01/02/2006"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at.Truncate(time.Second), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time", s)
}
