package places

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// sandboxFile lists real streets with their towns and postal codes. House numbers aren't checked: an address has
// the number that was typed.
//
//go:embed sandbox.json
var sandboxFile []byte

// town is a row of the file: some streets, and a default house number.
type town struct {
	City, Region, PostalCode string
	Number                   int
	Streets                  []string
}

var sandboxTowns = sync.OnceValue(func() map[string][]town {
	var towns map[string][]town
	if err := json.Unmarshal(sandboxFile, &towns); err != nil {
		panic(fmt.Sprintf("places: sandbox.json: %v", err)) // caught by the tests
	}
	return towns
})

const (
	sandboxMost     = 5
	maxHouseNumber  = 99999
	sandboxIDPrefix = "sandbox"
)

// Sandbox implements [Search] with built-in addresses of each country. They are always the same, and no network is needed.
type Sandbox struct{}

var _ Search = Sandbox{}

// Provider implements [Search].
func (Sandbox) Provider() string { return "sandbox" }

// SuggestAddresses implements [Search]. Every word of the query must begin a word of the address, ignoring case and accents. A leading number is the
// house number.
func (Sandbox) SuggestAddresses(ctx context.Context, in Query) ([]Suggestion, error) {
	words := strings.Fields(plain(in.Query))
	number := 0
	if len(words) > 1 {
		if n, err := strconv.Atoi(words[0]); err == nil && n > 0 && n <= maxHouseNumber {
			number, words = n, words[1:]
		}
	}
	list := []Suggestion{}
	for t, town := range sandboxTowns()[in.Country] {
		for s, street := range town.Streets {
			if len(list) == sandboxMost {
				return list, ctx.Err()
			}
			if !begins(strings.Fields(plain(street+" "+town.City+" "+town.PostalCode)), words) {
				continue
			}
			n := number
			if n == 0 {
				n = town.Number
			}
			a := town.address(in.Country, s, n)
			extra := fmt.Sprintf("%s, %s %s", a.City, a.Region, a.PostalCode)
			list = append(list, Suggestion{
				ID:   fmt.Sprintf("%s-%s-%d-%d-%d", sandboxIDPrefix, in.Country, t, s, n),
				Text: a.Line1 + ", " + extra, Main: a.Line1, Extra: extra,
			})
		}
	}
	return list, ctx.Err()
}

// FindAddress implements [Search].
func (Sandbox) FindAddress(ctx context.Context, in Request) (Address, error) {
	parts := strings.Split(in.ID, "-")
	if len(parts) != 5 || parts[0] != sandboxIDPrefix {
		return Address{}, ErrUnknown
	}
	towns := sandboxTowns()[parts[1]]
	t, err := strconv.Atoi(parts[2])
	if err != nil || t < 0 || t >= len(towns) {
		return Address{}, ErrUnknown
	}
	s, err := strconv.Atoi(parts[3])
	if err != nil || s < 0 || s >= len(towns[t].Streets) {
		return Address{}, ErrUnknown
	}
	n, err := strconv.Atoi(parts[4])
	if err != nil || n < 1 || n > maxHouseNumber {
		return Address{}, ErrUnknown
	}
	return towns[t].address(parts[1], s, n), ctx.Err()
}

func (t town) address(country string, street, number int) Address {
	return Address{
		Line1: fmt.Sprintf("%d %s", number, t.Streets[street]), City: t.City, Region: t.Region, PostalCode: t.PostalCode, Country: country,
	}
}

// begins reports whether every typed word begins a word of the address.
func begins(address, typed []string) bool {
	for _, word := range typed {
		found := false
		for _, of := range address {
			found = found || strings.HasPrefix(of, word)
		}
		if !found {
			return false
		}
	}
	return true
}

// plain removes case, accents and punctuation.
func plain(s string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), s)
	if err != nil {
		bare = s
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '-' || r == ',' || r == '.' {
			return ' '
		}
		return r
	}, bare))
}
