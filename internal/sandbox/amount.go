package sandbox

import (
	"regexp"

	"github.com/cojoin/cojoin/sdk/money"
)

var (
	amountForm   = regexp.MustCompile(`^\d*(\.\d{1,2})?$`)
	negativeForm = regexp.MustCompile(`^-\d*(\.\d{1,2})?$`)
)

// maxMinor is the largest amount that the gateway accepts, 999999999.99.
const maxMinor = 99_999_999_999

// readAmount parses an amount as Braintree does: digits with up to two decimals (".50", "12", "12.5"). The
// code is that of the validation error, or "" for a valid amount.
func readAmount(s string, c money.Currency) (_ money.Amount, code string) {
	switch {
	case s == "":
		return money.Amount{}, "81502"
	case negativeForm.MatchString(s):
		return money.Amount{}, "81501"
	case !amountForm.MatchString(s) || s == ".":
		return money.Amount{}, "81503"
	case len(s) > 15:
		return money.Amount{}, "81528"
	}
	if s[0] == '.' {
		s = "0" + s
	}
	amount, err := money.Parse(s, c)
	if err != nil {
		return money.Amount{}, "81503"
	}
	switch {
	case amount.Minor == 0:
		return money.Amount{}, "81531"
	case amount.Minor > maxMinor:
		return money.Amount{}, "81528"
	}
	return amount, ""
}

// readUpTo is [readAmount] with an upper limit. It returns the code above for a larger amount.
func readUpTo(s string, most money.Amount, above string) (_ money.Amount, code string) {
	amount, code := readAmount(s, most.Currency)
	if code == "" && amount.Minor > most.Minor {
		code = above
	}
	return amount, code
}
