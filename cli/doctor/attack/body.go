package attack

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// questionPath checks a package's availability in a country. It takes JSON and counts as a changing call, but changes nothing.
const questionPath = "/v1/packages/1/country-validation"

// question returns a call of questionPath. Its body is valid, except perhaps the given JSON for the country.
func question(country string) request {
	return request{method: http.MethodPost, path: questionPath, body: `{"packageId":1,"countryCriteria":{"country":` + country + `}}`}
}

// tryUnreadable sends NUL bytes and invalid UTF-8, which the database can't store.
func tryUnreadable(ctx context.Context, t *Target) verdict {
	return t.refuses(ctx, map[string]request{
		"NUL in a query":           {path: "/v1/pricing-groups?country=%00"},
		"NUL in a path":            {path: "/v1/countries/%00/regions"},
		"broken UTF-8 in a query":  {path: "/v1/pricing-groups?country=%c3%28"},
		"broken UTF-8 in a path":   {path: "/v1/countries/%ff/regions"},
		"NUL in a body":            question(`"U\u0000"`),
		"broken UTF-8 in a body":   question("\"U\xff\""),
		"broken UTF-8 in a header": {path: "/v1/account", header: map[string]string{"Authorization": "Bearer \xc3\x28"}},
	})
}

// bodyLimit is the documented maximum size of a body, in bytes.
const bodyLimit = 64 << 10

// tryOversized sends a body that is valid except for its size.
func tryOversized(ctx context.Context, t *Target) verdict {
	return t.refuses(ctx, map[string]request{
		"a body of 72 KiB": question(`"US"` + strings.Repeat(" ", bodyLimit+8<<10)),
	}, http.StatusRequestEntityTooLarge)
}

// tryDeep nests a value a thousand times.
func tryDeep(ctx context.Context, t *Target) verdict {
	const depth = 1000
	return t.refuses(ctx, map[string]request{
		"arrays 1000 deep":  question(strings.Repeat("[", depth) + strings.Repeat("]", depth)),
		"objects 1000 deep": question(strings.Repeat(`{"a":`, depth) + "0" + strings.Repeat("}", depth)),
	})
}

// tryDuplicates sends a member twice: a proxy and the server may each use a different one.
func tryDuplicates(ctx context.Context, t *Target) verdict {
	return t.refuses(ctx, map[string]request{
		"a member named twice": question(`"US","country":"CA"`),
	}, http.StatusBadRequest, http.StatusUnprocessableEntity)
}

func inOrder[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func isOne(status int, expected []int) bool {
	if len(expected) == 0 {
		return status >= 400 && status < 500
	}
	return slices.Contains(expected, status)
}
