package google_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/adapter/google"
	"github.com/cojoin/cojoin/sdk/places"
)

// sent is a request to Google.
type sent struct{ Method, Path, Query, Key, Fields, Body string }

// connect starts a server with Google's interface and returns an adapter for it.
func connect(t *testing.T, status int, answer string) (*google.Client, func() sent) {
	t.Helper()
	received := make(chan sent, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		received <- sent{r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Goog-Api-Key"), r.Header.Get("X-Goog-FieldMask"), string(body)}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(srv.Close)
	g, err := google.New(google.Config{Key: "the-key", BaseURL: srv.URL})
	if err != nil {
		t.Fatal(err)
	}
	return g, func() sent { return <-received }
}

func TestGoogleSuggests(t *testing.T) {
	t.Parallel()
	g, received := connect(t, 200, `{"suggestions":[
	  {"placePrediction":{"placeId":"ChIJ1","text":{"text":"1600 Market Street, Philadelphia, PA, USA"},"structuredFormat":{"mainText":{"text":"1600 Market Street"},"secondaryText":{"text":"Philadelphia, PA, USA"}}}},
	  {"placePrediction":{"placeId":"ChIJ2","text":{"text":"1600 Market Court"}}}]}`)
	got, err := g.SuggestAddresses(t.Context(), places.Query{Query: "1600 mark", Country: "US", Session: "s-1", Lang: "es"})
	if err != nil {
		t.Fatal(err)
	}
	want := []places.Suggestion{
		{ID: "ChIJ1", Text: "1600 Market Street, Philadelphia, PA, USA", Main: "1600 Market Street", Extra: "Philadelphia, PA, USA"},
		{ID: "ChIJ2", Text: "1600 Market Court", Main: "1600 Market Court"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantSent := sent{
		Method: "POST", Path: "/v1/places:autocomplete", Key: "the-key",
		Fields: "suggestions.placePrediction.placeId,suggestions.placePrediction.text.text,suggestions.placePrediction.structuredFormat.mainText.text,suggestions.placePrediction.structuredFormat.secondaryText.text",
		Body:   `{"includedPrimaryTypes":["street_address","premise","subpremise","route"],"includedRegionCodes":["us"],"input":"1600 mark","languageCode":"es","regionCode":"us","sessionToken":"s-1"}`,
	}
	if diff := cmp.Diff(wantSent, received()); diff != "" {
		t.Error(diff)
	}
}

// part returns a component of an address in JSON. The long text defaults to the short one.
func part(types, short string, long ...string) string {
	text := short
	if len(long) > 0 {
		text = long[0]
	}
	return `{"shortText":"` + short + `","longText":"` + text + `","types":["` + strings.ReplaceAll(types, " ", `","`) + `"]}`
}

func TestGoogleUsesPostalFormat(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		parts []string
		want  places.Address
	}{
		"US, with a flat and the long ZIP": {
			[]string{part("subpremise", "4B"), part("street_number", "1600"), part("route", "Market St", "Market Street"), part("locality political", "Philadelphia"), part("administrative_area_level_1 political", "PA", "Pennsylvania"), part("country political", "US", "United States"), part("postal_code", "19103"), part("postal_code_suffix", "7240")},
			places.Address{Line1: "1600 Market Street", Line2: "Unit 4B", City: "Philadelphia", Region: "PA", PostalCode: "19103-7240", Country: "US"},
		},
		"US, a borough": {
			[]string{part("street_number", "1"), part("route", "Front Street"), part("sublocality_level_1 sublocality", "Brooklyn"), part("administrative_area_level_1", "NY", "New York"), part("country", "US"), part("postal_code", "11201")},
			places.Address{Line1: "1 Front Street", City: "Brooklyn", Region: "NY", PostalCode: "11201", Country: "US"},
		},
		"GB, the town of the post": {
			[]string{part("street_number", "12"), part("route", "Rose Street"), part("locality", "New Town"), part("postal_town", "Edinburgh"), part("administrative_area_level_1", "Scotland"), part("country", "GB"), part("postal_code", "EH2 2NG")},
			places.Address{Line1: "12 Rose Street", City: "Edinburgh", Region: "Scotland", PostalCode: "EH2 2NG", Country: "GB"},
		},
		"GB, a house with a name": {
			[]string{part("premise", "Rose Cottage"), part("route", "Mill Lane"), part("postal_town", "Ely"), part("administrative_area_level_1", "England"), part("country", "GB"), part("postal_code", "CB7 4AA")},
			places.Address{Line1: "Rose Cottage", Line2: "Mill Lane", City: "Ely", Region: "England", PostalCode: "CB7 4AA", Country: "GB"},
		},
		"AU, the unit before the number": {
			[]string{part("subpremise", "3"), part("street_number", "12"), part("route", "George St", "George Street"), part("locality", "Sydney"), part("administrative_area_level_1", "NSW", "New South Wales"), part("country", "AU"), part("postal_code", "2000")},
			places.Address{Line1: "3/12 George Street", City: "Sydney", Region: "NSW", PostalCode: "2000", Country: "AU"},
		},
		"CA": {
			[]string{part("street_number", "1500"), part("route", "Rue Ontario E", "Rue Ontario Est"), part("locality", "Montréal"), part("administrative_area_level_1", "QC", "Québec"), part("country", "CA"), part("postal_code", "H2X 1Y4")},
			places.Address{Line1: "1500 Rue Ontario Est", City: "Montréal", Region: "QC", PostalCode: "H2X 1Y4", Country: "CA"},
		},
		"NZ": {
			[]string{part("street_number", "205"), part("route", "Queen Street"), part("locality", "Auckland"), part("administrative_area_level_1", "Auckland"), part("country", "NZ"), part("postal_code", "1010")},
			places.Address{Line1: "205 Queen Street", City: "Auckland", Region: "Auckland", PostalCode: "1010", Country: "NZ"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, received := connect(t, 200, `{"id":"ChIJ1","addressComponents":[`+strings.Join(tt.parts, ",")+`]}`)
			got, err := g.FindAddress(t.Context(), places.Request{ID: "ChIJ1", Session: "s-1", Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			want := sent{Method: "GET", Path: "/v1/places/ChIJ1", Query: "languageCode=en&sessionToken=s-1", Key: "the-key", Fields: "id,addressComponents"}
			if diff := cmp.Diff(want, received()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGoogleRefusals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status  int
		answer  string
		unknown bool
		message string
	}{
		{400, `{"error":{"status":"INVALID_ARGUMENT","message":"canary"}}`, true, ""},
		{404, `{"error":{"status":"NOT_FOUND"}}`, true, ""},
		{200, `{}`, true, ""},
		{400, `<html>canary`, false, "place: google answers 400"},
		{403, `{"error":{"status":"PERMISSION_DENIED","message":"canary the-key"}}`, false, "place: google answers 403 PERMISSION_DENIED"},
		{429, `{"error":{"status":"RESOURCE_EXHAUSTED"}}`, false, "place: google answers 429 RESOURCE_EXHAUSTED"},
		{500, `{"error":{"status":"canary canary"}}`, false, "place: google answers 500"},
		{302, ``, false, "place: google answers 302"},
		{200, `{"canary`, false, "place: google's response isn't the documented JSON"},
	} {
		g, _ := connect(t, tt.status, tt.answer)
		_, err := g.FindAddress(t.Context(), places.Request{ID: "x"})
		switch {
		case tt.unknown:
			if !errors.Is(err, places.ErrUnknown) {
				t.Errorf("%d %s: %v", tt.status, tt.answer, err)
			}
		case err == nil || errors.Is(err, places.ErrUnknown) || err.Error() != tt.message:
			t.Errorf("%d %s: %v, want %s", tt.status, tt.answer, err, tt.message)
		}
	}
	// A query that Google rejects is our fault and doesn't mean an unknown address.
	g, _ := connect(t, 400, `{"error":{"status":"INVALID_ARGUMENT"}}`)
	if _, err := g.SuggestAddresses(t.Context(), places.Query{Query: "canary"}); err == nil || errors.Is(err, places.ErrUnknown) || strings.Contains(err.Error(), "canary") {
		t.Errorf("got %v", err)
	}
}

func TestGoogleTimesOut(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	t.Cleanup(func() { close(release); srv.Close() })
	g, err := google.New(google.Config{Key: "the-key", BaseURL: srv.URL, Timeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.SuggestAddresses(t.Context(), places.Query{Query: "canary"})
	if err == nil || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "the-key") || strings.Contains(err.Error(), srv.URL) {
		t.Errorf("got %v, want an error without the query, the key and the address", err)
	}
	if _, err := google.New(google.Config{}); err == nil {
		t.Error("New accepted an empty key")
	}
}
