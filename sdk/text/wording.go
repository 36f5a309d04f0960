package text

import (
	"slices"
	"strings"
	"time"
)

// LocaleTag returns the locale of an invitation in the specification's form: en, es or es_MX.
func LocaleTag(locale string) string { return WordingOf(locale).Tag() }

// dayFirst are the countries of pricing groups with the day before the month in English. All other countries get the US format, as for amounts.
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

// At returns the wording for a country, which determines the format of days. An empty country is unknown.
func (w Wording) At(country string) Wording {
	w.dayFirst = slices.Contains(dayFirst, country)
	return w
}

// In returns a text. A Mexican wording prefers the Mexican text, if there is one.
func (w Wording) In(code Code, args map[string]any) string {
	if w.Mexican && Has(w.Lang, code+"_mx") {
		code += "_mx"
	}
	return In(w.Lang, code, args)
}

// Tag returns the language's tag for mail and HTML.
func (w Wording) Tag() string {
	if w.Mexican {
		return "es_MX"
	}
	return w.Lang
}

// Date formats a day for the language and country. The day is in UTC.
func (w Wording) Date(t time.Time) string {
	t = t.UTC()
	code := Code("mail_date")
	if w.dayFirst {
		code = "mail_date_day_first"
	}
	months := strings.Split(w.In("mail_months", nil), ",")
	return w.In(code, map[string]any{"day": t.Day(), "month": months[t.Month()-1], "year": t.Year()})
}

// DateOf formats the day of an RFC 3339 time, empty for none.
func (w Wording) DateOf(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return w.Date(t)
}

// Hello returns a mail's salutation. Without a first name it uses the unnamed form.
func (w Wording) Hello(firstName string) string {
	if firstName == "" {
		return w.In("mail_hello_unnamed", nil)
	}
	return w.In("mail_hello", map[string]any{"name": firstName})
}
