package apiserver

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/support"
	"github.com/cojoin/cojoin/sdk/text"
)

var chatKey = support.Config{KeyID: "app_1", Secret: "a chat secret"}

// withAddressesAndChat turns on address search and support chat, which are off by default.
var withAddressesAndChat = sdktest.WithConfig(func(c *sdk.Config) {
	c.Addresses, c.Chat, c.Site.ChatWidgetKey = places.Sandbox{}, chatKey, "widget-1"
	c.Flags.Switches = map[string]bool{flag.SwitchSupportChat: true}
})

func TestAddresses(t *testing.T) {
	t.Parallel()

	t.Run("suggested, picked", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat)
		id, key := b.signup(1)
		var found AddressSuggestions
		res := b.call(http.MethodGet, "/v1/addresses/suggestions?query=1742+market&country=US&session=4d2f&signupId="+id, nil, "Registration-Key", key)
		res.into(t, &found)
		want := []places.Suggestion{{ID: "sandbox-US-0-0-1742", Text: "1742 Market Street, Philadelphia, PA 19103", Main: "1742 Market Street", Extra: "Philadelphia, PA 19103"}}
		if diff := cmp.Diff(want, found.Suggestions); diff != "" || res.header.Get("Cache-Control") != "no-store" {
			t.Error(res.header.Get("Cache-Control"), diff)
		}
		var picked places.Address
		b.call(http.MethodGet, "/v1/addresses/"+want[0].ID+"?session=4d2f&signupId="+id, nil, "Registration-Key", key).into(t, &picked)
		if diff := cmp.Diff(places.Address{Line1: "1742 Market Street", City: "Philadelphia", Region: "PA", PostalCode: "19103", Country: "US"}, picked); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("missing and malformed", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat)
		id, key := b.signup(1)
		fetch := func(path string) string {
			r := b.call(http.MethodGet, "/v1/addresses/"+path+"signupId="+id, nil, "Registration-Key", key)
			if r.status == 200 {
				return string(r.body)
			}
			return statusText(r.status) + " " + string(r.problem(t).Code)
		}
		got := map[string]string{}
		for _, path := range []string{"suggestions?query=16&country=US&", "suggestions?query=zzz&country=GB&", "suggestions?query=1600+market&country=FR&", "suggestions?country=US&", "suggestions?query=rose&country=GB&session=a%20b&", "sandbox-US-99-0-1?", "a%2Fb?"} {
			got[path] = fetch(path)
		}
		want := map[string]string{
			"suggestions?query=16&country=US&": `{"suggestions":[]}` + "\n", "suggestions?query=zzz&country=GB&": `{"suggestions":[]}` + "\n",
			"suggestions?query=1600+market&country=FR&": "422 request_invalid", "suggestions?country=US&": "422 request_invalid",
			"suggestions?query=rose&country=GB&session=a%20b&": "422 request_invalid", "sandbox-US-99-0-1?": "404 address_not_found", "a%2Fb?": "422 request_invalid",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("counted by sign-up", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil, withAddressesAndChat, sdktest.WithConfig(func(c *sdk.Config) { c.Limits.Addresses = caller.Limit{Count: 2, Per: time.Hour} }))
		id, key := b.signup(1)
		other, otherKey := b.signup(2)
		status := func(id, key string) int {
			return b.call(http.MethodGet, "/v1/addresses/suggestions?query=1742+market&country=US&signupId="+id, nil, "Registration-Key", key).status
		}
		if got := []int{status(id, key), status(id, key), status(id, key), status(other, otherKey)}; !cmp.Equal(got, []int{200, 200, 429, 200}) {
			t.Errorf("answers %v", got)
		}
	})

	t.Run("off", func(t *testing.T) {
		t.Parallel()
		b := setup(t, nil)
		id, key := b.signup(1)
		p := b.call(http.MethodGet, "/v1/addresses/suggestions?query=1742+market&country=US&signupId="+id, nil, "Registration-Key", key, "Accept-Language", "es").problem(t)
		if p.Code != "address_search_off" || p.Status != 404 || p.Detail != text.In("es", "address_search_off", nil) {
			t.Errorf("%+v", p)
		}
		var start sdk.Bootstrap
		b.call(http.MethodGet, "/v1/bootstrap", nil).into(t, &start)
		if len(start.AddressCountries) != 0 || start.AddressProvider != "" || start.SupportChat != nil {
			t.Errorf("start-up data offers %v by %q, chat %v", start.AddressCountries, start.AddressProvider, start.SupportChat)
		}
	})
}
