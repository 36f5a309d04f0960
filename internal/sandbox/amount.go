package sandbox

import (
	"regexp"

	"github.com/cojoin/cojoin/sdk/money"
)

var (
	amountForm   = regexp.MustCompile(`^\d*(\.\d{1,2})?$`)
	negativeForm = regexp.MustCompile(`^-\d*(\.\d{1,2})?$`)
)

// maxMinor is the largest amount that the gateway takes, 999999999.99.
const maxMinor = 99_999_999_999

// readAmount reads an amount as Braintree does: digits with up to two decimals (".50", "12", "12.5"). The
// code is that of the validation error, "" where it is good.
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

// readUpTo is [readAmount] where no more than an amount may be asked for; above is the code of more than that.
func readUpTo(s string, most money.Amount, above string) (_ money.Amount, code string) {
	amount, code := readAmount(s, most.Currency)
	if code == "" && amount.Minor > most.Minor {
		code = above
	}
	return amount, code
}
