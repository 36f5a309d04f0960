package brand_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/brand"
)

// vector is a row of testdata/vectors.json, shared with the widget's tests.
type vector struct {
	Why      string
	Brand    json.RawMessage
	Mistakes []string // empty: valid
}

// Server and widget reject the same documents with the same words.
func TestReadAgreesWithTheWidget(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		t.Run(v.Why, func(t *testing.T) {
			t.Parallel()
			_, err := brand.Read(v.Brand)
			got := []string{}
			if err != nil {
				got = strings.Split(err.Error(), "\n")
			}
			slices.Sort(got)
			slices.Sort(v.Mistakes)
			if diff := cmp.Diff(v.Mistakes, got); diff != "" {
				t.Errorf("mistakes (-want +got):\n%s", diff)
			}
		})
	}
}

// The shipped look and every example are readable in both schemes.
func TestContrasts(t *testing.T) {
	t.Parallel()
	brands := map[string]string{"shipped": "{}"}
	for _, name := range []string{"harbor", "night", "sahar"} {
		raw, err := os.ReadFile("../../examples/brands/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		brands[name] = string(raw)
	}
	for name, document := range brands {
		read, err := brand.Read([]byte(document))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, c := range read.Contrasts() {
			if !c.OK() {
				t.Errorf("%s, %s: %s: %s on %s, %s: %.2f", name, c.Scheme, c.What, c.Words, c.Ground, c.Colors, c.Ratio)
			}
		}
	}
	pale, err := brand.Read([]byte(`{"accent": "#ffd166"}`))
	if err != nil {
		t.Fatal(err)
	}
	var low []string
	for _, c := range pale.Contrasts() {
		if !c.OK() {
			low = append(low, c.Scheme+": "+c.What)
		}
	}
	want := []string{"light: links on the page", "light: links on cards", "light: links under the pointer", "light: the focus ring on the page", "light: the focus ring on cards"}
	if diff := cmp.Diff(want, low); diff != "" {
		t.Errorf("a pale accent (-want +got):\n%s", diff)
	}
}

func TestCSS(t *testing.T) {
	t.Parallel()
	read, err := brand.Read([]byte(`{"accent": "#123456", "dark-text": "#ffffff", "dark-surface": "#000000", "font": "\"Lato\", serif", "radius": "4px"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := `:root:root{--cojoin-accent:#123456;--cojoin-dark-canvas:#000000;--cojoin-dark-edge:#717171;--cojoin-dark-edge-soft:#070707;--cojoin-dark-field:#000000;` +
		`--cojoin-dark-sunken:#000000;--cojoin-dark-surface:#000000;--cojoin-dark-text:#ffffff;--cojoin-dark-text-muted:#ababab;--cojoin-font:"Lato", serif;--cojoin-radius:4px;}`
	if diff := cmp.Diff(want, string(read.CSS())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if css := (brand.Brand{}).CSS(); css != nil {
		t.Errorf("no brand: %s", css)
	}
}
