package scenario

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/places"
)

// Generated is a random valid sign-up: its scenario, and the text of its file.
type Generated struct {
	*Scenario
	YAML []byte
}

// Generate returns count random valid sign-ups that end in a receipt. The same seed returns the same ones, byte
// for byte; placeholders stand for values that must be new in each run.
func Generate(seed uint64, count int) ([]Generated, error) {
	list := make([]Generated, count)
	for i := range list {
		g := generator{rand.New(rand.NewPCG(seed, uint64(i)))} //nolint:gosec // reproducible, not secret
		name := fmt.Sprintf("generated-%d-%d", seed, i+1)
		raw, err := yaml.MarshalWithOptions(g.scenario(name), yaml.IndentSequence(true))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s, err := Parse(name+".yaml", raw)
		if err != nil {
			return nil, err
		}
		list[i] = Generated{Scenario: s, YAML: raw}
	}
	return list, nil
}

// generator generates a sign-up's parts.
type generator struct{ *rand.Rand }

// home is a generated parent's address.
type home struct {
	country, phoneCode, phonePrefix, timeZone string
	address                                   places.Address
}

// phones are each country's numbers without the last seven digits, which are new in each run.
var phones = map[string][2]string{
	"US": {"+1", "215"}, "CA": {"+1", "416"}, "GB": {"+44", "740"}, "AU": {"+61", "49"}, "NZ": {"+64", "21"},
}

var (
	firstNames = []string{"Ana", "Ben", "Chloé", "Dmitri", "Élodie", "Fátima", "Grace", "Håkon", "Imani", "José", "Kaia", "Liam", "Mei", "Nils", "O'Shea", "Priya", "Quinn", "Søren", "Teresa", "Zoë"}
	lastNames  = []string{"Ångström", "Brown", "Castillo", "D'Angelo", "Estévez", "Fitzgerald", "García López", "Hernández", "Ibsen", "Jones-Smith", "Kowalski", "Lee", "Müller", "Nguyen", "Okafor", "Peña", "Roy", "Silva", "Tremblay", "Wójcik"}
	locales    = []string{"en", "en", "en-GB", "es", "es-MX"}
	streets    = []string{"ma", "que", "st", "ge", "hi", "sp", "pa"}
	packages   = []string{"ESSENTIAL_1Y", "ESSENTIAL_2Y", "PREMIUM_1Y", "PREMIUM_2Y", "CUSTOM"}
	storages   = []string{"MYFILES1GB", "MYFILES5GB", "MYFILES20GB"}
	calls      = []string{"CALLSBASIC", "CALLSPREMIUM"}
	extras     = []string{"TONEMETER", "UNLIMITEDPAYMENTS"}
	cards      = []string{"4111111111111111", "5555555555554444", "378282246310005", "6011111111111117"}
	arms       = []string{"control", "treatment"}
)

// referrals are the parent's choices, and whether each requires details.
var referrals = []struct {
	selection string
	more      bool
}{
	{"SEARCH_ENGINE", false}, {"NEWS_STORY", false}, {"REFERRED_FR", false}, {"BENCH_OFFICER", false}, {"REFERRED_BY_COLLEAGUE", false},
	{"OTHER", true}, {"COURT_ORDERED", true}, {"REFERRED_FL", true},
}

func pick[T any](g generator, list []T) T { return list[g.IntN(len(list))] }

func (g generator) maybe() bool { return g.IntN(2) == 0 }

type pairs = yaml.MapSlice

func pair(key string, value any) yaml.MapItem { return yaml.MapItem{Key: key, Value: value} }

func (g generator) scenario(name string) pairs {
	at := g.home()
	last := pick(g, lastNames)
	locale := pick(g, locales)
	steps := []pairs{
		{pair("parent", g.person("parent", last, at)), pair("expect", pairs{pair("next", "/step2")})},
		{pair("family", g.family(last, at)), pair("expect", pairs{pair("next", "/step3")})},
	}
	steps = append(steps, g.order()...)
	steps = append(steps,
		pairs{pair("billing", g.billing(at))},
		pairs{pair("fits", pairs{})},
		pairs{pair("quote", pairs{})},
		pairs{pair("pay", g.payment(at))},
		pairs{pair("credentials", pairs{pair("username", "user_{{unique}}"), pair("password", "A-Long-Pass-{{digits}}")})},
	)
	return pairs{
		pair("name", name), pair("locale", locale),
		pair("flags", pairs{pair("grow886", pick(g, arms)), pair("grow805", pick(g, arms))}),
		pair("steps", steps), pair("expect", pairs{pair("outcome", "receipt")}),
	}
}

// home picks an existing address in one of the countries.
func (g generator) home() home {
	for {
		country := pick(g, places.Countries)
		number := 1 + g.IntN(900)
		found, err := places.Sandbox{}.SuggestAddresses(context.Background(), places.Query{Query: fmt.Sprint(number, " ", pick(g, streets)), Country: country})
		if err != nil || len(found) == 0 {
			continue // no street starts with it in this country
		}
		address, err := places.Sandbox{}.FindAddress(context.Background(), places.Request{ID: pick(g, found).ID})
		if err != nil {
			continue
		}
		phone := phones[country]
		return home{
			country: country, phoneCode: phone[0], phonePrefix: phone[1], address: address,
			timeZone: form.TimeZones(country, address.Region, "en")[0].ID,
		}
	}
}

func (g generator) person(first, last string, at home) pairs {
	return pairs{
		pair("firstName", pick(g, firstNames)), pair("lastName", last), pair("email", first+".{{unique}}@example.com"),
		pair("phoneCountryCode", at.phoneCode), pair("phoneNumber", at.phonePrefix+"{{digits}}"),
	}
}

func (g generator) family(last string, at home) pairs {
	coParent := pairs{pair("firstName", pick(g, firstNames)), pair("lastName", pick(g, lastNames))}
	f := pairs{}
	if g.maybe() {
		coParent = append(coParent, pair("email", "other.{{unique}}@example.com"))
	} else {
		f = append(f, pair("knowsEmail", false))
		coParent = append(coParent, pair("phoneCountryCode", at.phoneCode), pair("phoneNumber", strings.TrimSuffix(at.phonePrefix, at.phonePrefix[len(at.phonePrefix)-1:])+"2{{digits}}"))
	}
	f = append(f, pair("coParent", coParent))
	var children []pairs
	for i := range g.IntN(4) {
		child := pairs{pair("firstName", pick(g, firstNames)), pair("lastName", last)}
		if g.maybe() {
			child = append(child, pair("email", fmt.Sprintf("child%d.{{unique}}@example.com", i+1)))
		}
		children = append(children, child)
	}
	if children != nil {
		f = append(f, pair("children", children))
	}
	return f
}

// order picks a package; a custom one is chosen, then built.
func (g generator) order() []pairs {
	chosen := pairs{pair("name", pick(g, packages))}
	both := g.maybe()
	if chosen[0].Value == "CUSTOM" {
		services := []string{pick(g, storages), pick(g, calls)}
		for _, extra := range extras {
			if g.maybe() {
				services = append(services, extra)
			}
		}
		built := append(chosen[:1:1], pair("productId", pick(g, []string{"SUB1YEAR", "SUB2YEAR"})), pair("services", services), pair("payForCoparent", both))
		return []pairs{
			{pair("package", chosen), pair("expect", pairs{pair("next", "/alacarte")})},
			{pair("package", built), pair("expect", pairs{pair("next", "/payment")})},
		}
	}
	return []pairs{{pair("package", append(chosen, pair("payForCoparent", both))), pair("expect", pairs{pair("next", "/payment")})}}
}

func (g generator) billing(at home) pairs {
	referral := pick(g, referrals)
	fields := pairs{pair("selection", referral.selection)}
	if referral.more {
		fields = append(fields, pair("other", "Somebody at the court"))
	}
	a := at.address
	return pairs{
		pair("address", pairs{pair("line1", a.Line1), pair("city", a.City), pair("region", a.Region), pair("postalCode", a.PostalCode), pair("country", a.Country)}),
		pair("timeZone", at.timeZone), pair("referral", fields),
	}
}

// payment picks a payment method that the country has. British cards are verified with 3-D Secure.
func (g generator) payment(at home) pairs {
	var ways []pairs
	for _, m := range gateway.PaymentMethods {
		if m.Wallet && m.Countries.Include(at.country) {
			ways = append(ways, pairs{pair("nonce", m.TestNonce), pair("paymentType", string(m.Type))})
		}
	}
	if at.country == "GB" {
		ways = append(ways, pairs{pair("nonce", "fake-three-d-secure-visa-full-authentication-nonce")})
	} else {
		ways = append(ways, pairs{pair("card", pairs{pair("number", pick(g, cards[:2]))})})
	}
	if at.country == "US" {
		ways = append(ways, pairs{pair("card", pairs{pair("number", cards[2]), pair("cvv", "1234")})}, pairs{pair("card", pairs{pair("number", cards[3])})})
	}
	return append(pick(g, ways), pair("marketingOptIn", g.maybe()))
}
