package text

import (
	"slices"
	"strings"
	"time"
)

// LocaleTag names the language of an invitation as the specification does: en, es or es_MX.
func LocaleTag(locale string) string { return WordingOf(locale).Tag() }

// dayFirst are the countries of pricing groups in which people who write English put the day before the month. Everybody else's days are written as
// in the US, as their amounts are.
var dayFirst = []string{"GB", "GG", "JE", "IM", "AU", "NZ"}

// Wording looks texts up in the recipient's language.
type Wording struct {
	Lang     string
	Mexican  bool
	dayFirst bool
}

// WordingOf returns the wording of a locale, for example en or es-MX.
func WordingOf(locale string) Wording {
	return Wording{
		Lang:    Language(locale),
		Mexican: strings.EqualFold(strings.ReplaceAll(locale, "_", "-"), "es-MX"),
	}
}

// At is the wording for somebody of a country, by which days are written; an empty one isn't known.
func (w Wording) At(country string) Wording {
	w.dayFirst = slices.Contains(dayFirst, country)
	return w
}

// In returns a text, the Mexican one where there is one and it is asked for.
func (w Wording) In(code Code, args map[string]any) string {
	if w.Mexican && Has(w.Lang, code+"_mx") {
		code += "_mx"
	}
	return In(w.Lang, code, args)
}

// Tag is the language as mail and HTML name it.
func (w Wording) Tag() string {
	if w.Mexican {
		return "es_MX"
	}
	return w.Lang
}

// Date writes a day as people of the language and country do; times are UTC.
func (w Wording) Date(t time.Time) string {
	t = t.UTC()
	code := Code("mail_date")
	if w.dayFirst {
		code = "mail_date_day_first"
	}
	months := strings.Split(w.In("mail_months", nil), ",")
	return w.In(code, map[string]any{"day": t.Day(), "month": months[t.Month()-1], "year": t.Year()})
}

// DateOf writes the day of an RFC 3339 time; empty for none.
func (w Wording) DateOf(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return w.Date(t)
}

// Hello returns a mail's salutation, without a name where that is empty.
func (w Wording) Hello(firstName string) string {
	if firstName == "" {
		return w.In("mail_hello_unnamed", nil)
	}
	return w.In("mail_hello", map[string]any{"name": firstName})
}
