package text

import (
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/day"
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
	zone     string
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

// Zoned returns the wording for a reader in a time zone of the tz database. The default is UTC.
func (w Wording) Zoned(zone string) Wording {
	w.zone = zone
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

// Date formats the day of an instant in the reader's time zone.
func (w Wording) Date(t time.Time) string { return w.Day(day.On(t, w.zone)) }

// Day formats a day for the language and country; empty for no day.
func (w Wording) Day(d day.Day) string {
	year, month, of := d.Date()
	if year == 0 {
		return ""
	}
	code := Code("mail_date")
	if w.dayFirst {
		code = "mail_date_day_first"
	}
	months := strings.Split(w.In("mail_months", nil), ",")
	return w.In(code, map[string]any{"day": of, "month": months[month-1], "year": year})
}

// Hello returns a mail's salutation. Without a first name it uses the unnamed form.
func (w Wording) Hello(firstName string) string {
	if firstName == "" {
		return w.In("mail_hello_unnamed", nil)
	}
	return w.In("mail_hello", map[string]any{"name": firstName})
}
