package record

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/places"
)

// cast invents people. The same recorded value always gets the same invented one, so that relations between people stay.
type cast struct {
	firsts, lasts, emails, phones, usernames, passwords map[string]string
	locals                                              map[string]int // uses of the part of an address before its placeholder
	prefixes                                            map[string]int // uses of the digits before a phone number's placeholder
	homes                                               map[form.Address]places.Address
}

func newCast() *cast {
	return &cast{
		firsts: map[string]string{}, lasts: map[string]string{}, emails: map[string]string{}, phones: map[string]string{},
		usernames: map[string]string{}, passwords: map[string]string{},
		locals: map[string]int{}, prefixes: map[string]int{}, homes: map[form.Address]places.Address{},
	}
}

var (
	firstNames = []string{"Ana", "Ben", "Cleo", "Dario", "Emma", "Felix", "Gina", "Hugo", "Iris", "Jonas", "Kira", "Luis"}
	lastNames  = []string{"Reyes", "Hale", "Lind", "Stone", "Ortiz", "Berg", "Novak", "Silva", "Moll", "Ito"}
)

// The invented values that are the same for all people.
const (
	inventedText     = "A text of their own"
	inventedQuestion = "What was the name of your first pet?"
	inventedAnswer   = "Rex the dog"
	inventedCode     = "8361"
	otherCode        = "8362"
	password         = "A-Long-Pass-{{digits}}"
)

func invented(known map[string]string, list []string, recorded string) string {
	recorded = strings.ToLower(strings.TrimSpace(recorded))
	if recorded == "" {
		return ""
	}
	name, ok := known[recorded]
	if !ok {
		name = list[len(known)%len(list)]
		known[recorded] = name
	}
	return name
}

func (c *cast) first(recorded string) string { return invented(c.firsts, firstNames, recorded) }
func (c *cast) last(recorded string) string  { return invented(c.lasts, lastNames, recorded) }

// email returns the placeholder of an address; first is its person's recorded first name.
func (c *cast) email(recorded, first string) string {
	recorded = strings.ToLower(strings.TrimSpace(recorded))
	if recorded == "" {
		return ""
	}
	if known, ok := c.emails[recorded]; ok {
		return known
	}
	c.emails[recorded] = c.unique(first, ".") + "@example.com"
	return c.emails[recorded]
}

// username returns the placeholder of a username; first is its person's recorded first name.
func (c *cast) username(recorded, first string) string {
	recorded = strings.ToLower(recorded)
	if recorded == "" {
		return ""
	}
	if known, ok := c.usernames[recorded]; ok {
		return known
	}
	c.usernames[recorded] = c.unique(first, "_")
	return c.usernames[recorded]
}

// unique returns a text for one person: their invented first name, a number from the second text on, and a placeholder.
func (c *cast) unique(first, separator string) string {
	local := strings.ToLower(c.first(first))
	if local == "" {
		local = "someone"
	}
	local += separator
	if c.locals[local]++; c.locals[local] > 1 {
		return fmt.Sprintf("%s%d%s{{unique}}", strings.TrimSuffix(local, separator), c.locals[local], separator)
	}
	return local + "{{unique}}"
}

// password returns the placeholder of a password.
func (c *cast) password(recorded string) string {
	if recorded == "" {
		return ""
	}
	known, ok := c.passwords[recorded]
	if !ok {
		known = password
		if n := len(c.passwords); n > 0 {
			known = fmt.Sprintf("Another-Pass-%d-{{digits}}", n+1)
		}
		c.passwords[recorded] = known
	}
	return known
}

// areas lists area codes of the countries with +1, for a second person from one area.
var areas = map[string][]string{
	"US": {"215", "412", "646", "303", "206", "512", "617", "313"},
	"CA": {"416", "604", "613", "514", "403", "902"},
}

// placed is the number of digits of {{digits}}.
const placed = 7

// phone returns a number of the same country and area, with a placeholder for the last digits.
func (c *cast) phone(countryCode, recorded string) string {
	digits := form.Digits(recorded)
	if digits == "" {
		return ""
	}
	key := form.PhoneKey(countryCode, recorded)
	if known, ok := c.phones[key]; ok {
		return known
	}
	number := "{{digits}}"
	if len(digits) > placed {
		number = c.prefix(countryCode, digits) + number
	}
	if c.prefixes[number]++; c.prefixes[number] > 1 {
		number += fmt.Sprint(c.prefixes[number])
	}
	c.phones[key] = number
	return number
}

// prefix returns the digits before the placeholder: those of the recorded number, or a free area code of its country.
func (c *cast) prefix(countryCode, digits string) string {
	own := digits[:len(digits)-placed]
	parsed, err := form.ParsePhone(countryCode, digits)
	if err != nil || c.prefixes[own+"{{digits}}"] == 0 {
		return own
	}
	for _, area := range areas[parsed.Region] {
		if len(own) == len(area) && c.prefixes[area+"{{digits}}"] == 0 {
			return area
		}
	}
	return own
}

// maxTowns is more than the number of towns of a country in the sandbox, and of streets of a town.
const maxTowns = 100

// home returns a known address of the same country and region. Only country and region, which decide about tax and currency, are the recorded ones.
func (c *cast) home(recorded form.Address) places.Address {
	recorded.Line2 = nil
	if known, ok := c.homes[recorded]; ok {
		return known
	}
	at := places.Address{Country: countryCode(recorded.Country), Region: regionCode(recorded.Country, recorded.Region)}
	number := 10 + len(c.homes)
	found := false
	for town := 0; town < maxTowns && !found; town++ {
		id := fmt.Sprintf("sandbox-%s-%d-%d-%d", at.Country, town, 0, number)
		known, err := places.Sandbox{}.FindAddress(context.Background(), places.Request{ID: id})
		if err != nil {
			break
		}
		if found = known.Region == at.Region; found {
			at = known
		}
	}
	if !found {
		at.Line1, at.City = fmt.Sprintf("%d Main Street", number), "Springfield"
		at.PostalCode = validPostalCode(at.Country, at.Region, recorded.PostalCode)
	}
	c.homes[recorded] = at
	return at
}

// postalCodes lists valid codes of the countries with checked codes.
var postalCodes = []string{"10001", "1010", "SW1A 2AA", "M5V 3L9"}

// validPostalCode returns a postal code that is valid for a region: in the US and Canada one of the recorded code's area.
func validPostalCode(country, region, recorded string) string {
	candidates := postalCodes
	if code := form.NormalizePostalCode(country, recorded); len(code) > 3 {
		candidates = append([]string{code[:3] + "01", code[:3] + " 1A1"}, postalCodes...)
	}
	for _, code := range candidates {
		if form.CheckPostalCode(country, region, code) == "" {
			return code
		}
	}
	return ""
}

var country = regexp.MustCompile(`^[A-Z]{2}$`)

func countryCode(recorded string) string {
	return matching(country, form.NormalizeCountry(recorded))
}

// regionCode returns the code of a listed region. Elsewhere, regions are free texts, and the invented one is the same for all.
func regionCode(country, recorded string) string {
	if !form.HasRegions(form.NormalizeCountry(country)) {
		if recorded == "" {
			return ""
		}
		return "Central"
	}
	if found := form.FindRegion(form.NormalizeCountry(country), recorded); found != nil {
		return found.Code
	}
	return ""
}

// matching returns a text if it matches a pattern of texts without personal data, else "".
func matching(pattern *regexp.Regexp, text string) string {
	if pattern.MatchString(text) {
		return text
	}
	return ""
}

// The patterns of values that are copied.
var (
	choice     = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,40}$`)
	coupon     = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)
	dialCode   = regexp.MustCompile(`^\+?[0-9]{1,3}$`)
	zone       = regexp.MustCompile(`^[A-Z][A-Za-z_]{1,30}(/[A-Z][A-Za-z_-]{1,40}){0,2}$`)
	language   = regexp.MustCompile(`^[a-z]{2}([-_][A-Za-z0-9]{2,8})?$`)
	amount     = regexp.MustCompile(`^[0-9]{1,9}\.[0-9]{2}$`)
	currency   = regexp.MustCompile(`^[A-Z]{3}$`)
	routePath  = regexp.MustCompile(`^(/[a-z0-9-]{1,30}){1,3}$`)
	fieldPath  = regexp.MustCompile(`^[A-Za-z]{1,40}(\[[0-9]{1,2}\])?(\.[A-Za-z]{1,40})*$`)
	faultCode  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{1,60}$`)
	groupName  = regexp.MustCompile(`^[A-Z][A-Z0-9]{0,5}$`)
	packName   = regexp.MustCompile(`^[A-Z0-9_]{1,60}$`)
	fakeNonce  = regexp.MustCompile(`^fake-[a-z0-9-]{1,60}-nonce$`)
	experiment = regexp.MustCompile(`^[A-Za-z0-9]{1,40}$`)
)

// question returns a security question of the list, or an invented one.
func question(recorded string) string {
	if recorded == "" {
		return ""
	}
	for _, lang := range []string{"en", "es"} {
		for _, o := range form.ReadParentOptions(lang).SecurityQuestions {
			if o.Value == recorded || o.Label == recorded {
				return recorded
			}
		}
	}
	return inventedQuestion
}

// replacement returns the invented text for a text that isn't empty.
func replacement(recorded, text string) string {
	if recorded == "" {
		return ""
	}
	return text
}

// copied returns the texts that match a pattern.
func copied(pattern *regexp.Regexp, list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return !pattern.MatchString(s) })
}
