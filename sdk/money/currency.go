package money

import (
	"fmt"
	"strings"
	"sync"

	"github.com/bojanz/currency"
)

// Currency is an ISO 4217 code, e.g. "USD".
type Currency string

// Valid reports whether the code is in ISO 4217 and CLDR.
func (c Currency) Valid() bool { return currency.IsValid(string(c)) }

// Digits returns the number of decimals of the minor unit (USD 2, JPY 0). Source: CLDR. Unknown codes have 2.
func (c Currency) Digits() int {
	switch c {
	case "USD", "CAD", "AUD", "GBP", "EUR": // the common ones, without a lookup
		return 2
	}
	d, ok := currency.GetDigits(string(c))
	if !ok {
		return 2
	}
	return int(d)
}

// Symbol returns the currency's symbol in the locale ("$", "US$", "£", "CAD").
func (c Currency) Symbol(locale string) string { return symbolIn(currency.NewLocale(locale), c) }

// symbolIn returns CLDR's symbol. The library's table omits the locales that write the code itself: Australia for every currency but its own, Spanish
// for most. There the library returns the symbol of the parent locale, which for US dollars in Mexico would be the peso's.
func symbolIn(locale currency.Locale, c Currency) string {
	symbol, ok := currency.GetSymbol(string(c), locale)
	if !ok {
		return string(c)
	}
	own, _ := currency.ForCountryCode(locale.Territory)
	switch {
	case own == string(c):
	case symbol == "$" && own != "": // a dollar, but not that of the country
		return string(c)
	case locale.Language == "en" && locale.Territory == "AU":
		return string(c)
	case locale.Language == "es":
		spain := locale.Territory == "" || locale.Territory == "ES"
		if (c != "USD" || symbol != "US$") && (c != "EUR" || !spain) {
			return string(c)
		}
	}
	return symbol
}

// Parse parses a plain non-negative decimal ("149.99") with at most the currency's decimals.
func Parse(s string, c Currency) (Amount, error) {
	if !c.Valid() {
		return Amount{}, fmt.Errorf("money: %q is not a currency", clip(string(c)))
	}
	minor, err := parseDecimal(s, c.Digits())
	if err != nil {
		return Amount{}, err
	}
	return Amount{minor, c}, nil
}

// Decimal returns the amount as a plain decimal with the currency's decimals: "149.99".
func (a Amount) Decimal() string { return formatDecimal(a.Minor, a.Currency.Digits()) }

// String returns decimal and currency, for logs and tests: "149.99 USD".
func (a Amount) String() string { return a.Decimal() + " " + string(a.Currency) }

// Format formats the amount for a locale (BCP 47, e.g. "en", "es-MX"): "$149.99". The patterns, symbols and separators are CLDR's. The default is
// English.
func (a Amount) Format(locale string) string {
	return layoutOf(locale, a.Currency).write(a)
}

// FormatPercent returns the ratio as a percentage with the locale's decimal separator, without the sign: "9.975", in Spanish "9,975".
func (r Ratio) FormatPercent(locale string) string {
	return strings.Replace(r.Percent(), ".", layoutOf(locale, "USD").decimal, 1)
}

// layout is CLDR's format of one currency in one locale, derived from formatted samples.
type layout struct {
	before, after  string // around the digits: "$" or " US$"
	group, decimal string
	groupFrom      int // number of whole digits from which there are groups (five in Spanish)
}

type layoutKey struct {
	locale   string
	currency Currency
}

// Layouts are cached for the life of the process, up to maxLayouts, because clients choose the locales.
var (
	layouts     = map[layoutKey]layout{}
	layoutsLock sync.RWMutex
)

const (
	maxLayouts      = 1000
	maxLocaleLength = 35 // BCP 47's recommended buffer
)

func layoutOf(locale string, c Currency) layout {
	if len(locale) > maxLocaleLength {
		locale = "en"
	}
	key := layoutKey{locale, c}
	layoutsLock.RLock()
	l, ok := layouts[key]
	layoutsLock.RUnlock()
	if ok {
		return l
	}
	l = findLayout(locale, c)
	layoutsLock.Lock()
	defer layoutsLock.Unlock()
	if len(layouts) < maxLayouts {
		layouts[key] = l
	}
	return l
}

// findLayout finds before, after and the separators in the samples 1234 and 12345 (with decimals of 6). The samples have Latin digits even in a
// locale with its own digits. None of our languages has any.
func findLayout(locale string, c Currency) layout {
	f := currency.NewFormatter(currency.NewLocale(locale))
	f.SymbolMap = map[string]string{string(c): symbolIn(f.Locale(), c)}
	fraction := strings.Repeat("6", c.Digits())
	sample := func(whole string) string {
		n := whole
		if fraction != "" {
			n += "." + fraction
		}
		amount, err := currency.NewAmount(n, string(c))
		if err != nil { // not a currency: nothing to look up
			return string(c) + " " + n
		}
		return f.Format(amount)
	}
	long, short := sample("12345"), sample("1234")
	l := layout{groupFrom: 5}
	l.before, long, _ = strings.Cut(long, "12")
	l.group, long, _ = strings.Cut(long, "345")
	if fraction == "" {
		l.after = long
	} else {
		l.decimal, l.after, _ = strings.Cut(long, fraction)
	}
	if !strings.Contains(short, "1234") {
		l.groupFrom = 4
	}
	return l
}

func (l layout) write(a Amount) string {
	digits := a.Currency.Digits()
	var number [decimalBuffer]byte
	n := appendDecimal(number[:0], a.Minor, digits)
	var out [2 * decimalBuffer]byte
	b := out[:0]
	if n[0] == '-' {
		b, n = append(b, '-'), n[1:]
	}
	whole, fraction := n, []byte(nil)
	if digits > 0 {
		whole, fraction = n[:len(n)-digits-1], n[len(n)-digits:]
	}
	b = append(b, l.before...)
	for i, d := range whole {
		if left := len(whole) - i; i > 0 && left%3 == 0 && len(whole) >= l.groupFrom {
			b = append(b, l.group...)
		}
		b = append(b, d)
	}
	if digits > 0 {
		b = append(b, l.decimal...)
		b = append(b, fraction...)
	}
	return string(append(b, l.after...))
}
