package braintree_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/adapter/braintree"
	"github.com/cojoin/cojoin/sdk/gateway"
)

// newYear is the time of a busy shop's first sale.
var newYear = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// busyShop returns a gateway to a provider with one sale per step since the new year. Like Braintree, its searches return the newest
// 20,000 at most.
func busyShop(t *testing.T, sales int, step time.Duration) *braintree.Gateway {
	t.Helper()
	madeAt := make([]string, sales)
	for n := range madeAt {
		madeAt[n] = newYear.Add(time.Duration(n) * step).Format("2006-01-02T15:04:05Z")
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var query struct {
			IDs []int  `xml:"ids>item"`
			Min string `xml:"created-at>min"`
			Max string `xml:"created-at>max"`
		}
		if err := xml.NewDecoder(r.Body).Decode(&query); err != nil {
			t.Error(err)
		}
		var answer strings.Builder
		if strings.HasSuffix(r.URL.Path, "advanced_search_ids") {
			answer.WriteString(`<search-results><page-size type="integer">50</page-size><ids type="array">`)
			found := 0
			for n := sales - 1; n >= 0 && found < 20_000; n-- {
				if at := madeAt[n]; at >= query.Min && (query.Max == "" || at <= query.Max) {
					answer.WriteString("<item>" + strconv.Itoa(n) + "</item>")
					found++
				}
			}
			answer.WriteString(`</ids></search-results>`)
		} else {
			answer.WriteString(`<credit-card-transactions type="collection">`)
			for _, n := range query.IDs {
				fmt.Fprintf(&answer, `<transaction><id>%d</id><status>settled</status><type>sale</type><amount>1.00</amount>
					<currency-iso-code>USD</currency-iso-code><created-at type="datetime">%s</created-at></transaction>`, n, madeAt[n])
			}
			answer.WriteString(`</credit-card-transactions>`)
		}
		if _, err := io.WriteString(w, answer.String()); err != nil {
			return // the caller stopped reading
		}
	}))
	t.Cleanup(server.Close)
	return newGateway(t, server.URL, patience)
}

// The audit of a busy shop reads every sale, although a search omits those above 20,000.
func TestFindSinceSplitsLargeSearches(t *testing.T) {
	t.Parallel()
	const sales = 20_500
	for _, since := range []time.Time{time.Unix(0, 0), newYear.Add(5 * time.Hour)} {
		all, err := busyShop(t, sales, time.Second).FindSince(t.Context(), since)
		if err != nil {
			t.Fatal(err)
		}
		first := max(0, int(since.Sub(newYear)/time.Second))
		if len(all) != sales-first {
			t.Fatalf("since %s: %d sales, want %d", since, len(all), sales-first)
		}
		for i, found := range all {
			if found.ID != strconv.Itoa(first+i) {
				t.Fatalf("since %s: the sale at place %d is %s, want %d", since, i, found.ID, first+i)
			}
		}
	}
}

// If a single second has more sales than a search returns, the result is an error and not an incomplete list.
func TestFindSinceRejectsIncompleteSearch(t *testing.T) {
	t.Parallel()
	_, err := busyShop(t, 20_000, 0).FindSince(t.Context(), newYear)
	if !errors.Is(err, gateway.ErrGatewayUnknown) {
		t.Errorf("%v, want an unknown outcome", err)
	}
}
