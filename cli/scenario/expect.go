package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/price"
)

// compare returns the differences between a step's answer and the expected one, in words.
func (e Expect) compare(got answerState) []string {
	var f []string
	if !e.failure() && got.status >= 400 {
		return []string{"expected success, got " + describe(got)}
	}
	if e.Status != 0 && got.status != e.Status {
		f = append(f, fmt.Sprintf("expected status %d, got %s", e.Status, describe(got)))
	}
	if e.Problem != "" && got.problem != e.Problem {
		f = append(f, fmt.Sprintf("expected problem %s, got %s", e.Problem, describe(got)))
	}
	if len(e.ValidationErrors) > 0 && !sameViolations(e.ValidationErrors, got.violations) {
		f = append(f, fmt.Sprintf("expected validation errors %s, got %s", listViolations(e.ValidationErrors), describe(got)))
	}
	if e.Next != "" && got.next != e.Next {
		f = append(f, fmt.Sprintf("expected %s next, got %q", e.Next, got.next))
	}
	if e.Group != "" && got.group != e.Group {
		f = append(f, fmt.Sprintf("expected pricing group %s, got %q", e.Group, got.group))
	}
	if e.Discount != "" {
		discount := "0.00"
		if got.quote != nil && got.quote.CouponDetail != nil {
			discount = got.quote.CouponDetail.Discount
		}
		if discount != e.Discount {
			f = append(f, fmt.Sprintf("expected discount %s, got %s", e.Discount, discount))
		}
	}
	switch {
	case len(e.Totals) == 0:
	case got.receipt != nil:
		f = append(f, compareTotals(e.Totals, got.receipt.Totals)...)
	case got.quote != nil:
		f = append(f, compareTotals(e.Totals, got.quote.Totals)...)
	default:
		f = append(f, "expected totals, but the answer has none")
	}
	return f
}

// compare returns the differences between a run's outcome and the expected one, in words.
func (e Ending) compare(got Result) []string {
	var f []string
	if e.Outcome != "" && e.Outcome != got.Outcome {
		f = append(f, fmt.Sprintf("expected the outcome %s, got %s", e.Outcome, got.Outcome))
	}
	if len(e.Totals) > 0 {
		if got.Receipt == nil {
			return append(f, "expected totals, but there is no receipt")
		}
		f = append(f, compareTotals(e.Totals, got.Receipt.Totals)...)
	}
	return f
}

func compareTotals(want map[string]string, got price.Totals) []string {
	raw, err := json.Marshal(got)
	if err != nil { // texts only
		panic(err)
	}
	var amounts map[string]string
	if err := json.Unmarshal(raw, &amounts); err != nil {
		panic(err)
	}
	var f []string
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if amounts[name] != want[name] {
			f = append(f, fmt.Sprintf("expected %s %s, got %s", name, want[name], amounts[name]))
		}
	}
	return f
}

func sameViolations(want []Violation, got fault.Violations) bool {
	return slices.EqualFunc(want, got, func(w Violation, g fault.Violation) bool {
		return w.Field == g.Field && (w.Code == "" || w.Code == string(g.Code)) && (w.Text == "" || w.Text == g.Text)
	})
}

func listViolations(vs []Violation) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.Field
		if v.Code != "" {
			parts[i] += "=" + v.Code
		}
	}
	return strings.Join(parts, ", ")
}

// describe summarizes an answer in a few words.
func describe(got answerState) string {
	switch {
	case len(got.violations) > 0:
		parts := make([]string, len(got.violations))
		for i, v := range got.violations {
			parts[i] = fmt.Sprintf("%s=%s (%s)", v.Field, v.Code, v.Text)
		}
		return "validation errors " + strings.Join(parts, ", ")
	case got.problem != "":
		return fmt.Sprintf("problem %s (status %d)", got.problem, got.status)
	}
	return fmt.Sprintf("status %d", got.status)
}
