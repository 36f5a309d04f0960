package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/money"
)

func TestXMLAndJSONParseAlike(t *testing.T) {
	t.Parallel()
	want := &element{Name: "transaction", Children: []*element{
		{Name: "amount", Text: "10.00"},
		{Name: "options", Children: []*element{{Name: "submit-for-settlement", Text: "true"}}},
		{Name: "ids", Type: "array", Children: []*element{{Name: "item", Text: "a"}, {Name: "item", Text: "b & c"}}},
		{Name: "order-id", Nil: true},
	}}
	fromXML, err := readXML(strings.NewReader(`<?xml version="1.0"?>
		<transaction> <amount>10.00</amount> <options><submit_for_settlement>true</submit_for_settlement></options>
		<ids type="array"><item>a</item><item>b &amp; c</item></ids><order-id nil="true"/></transaction>`))
	if diff := cmp.Diff(want, fromXML); diff != "" || err != nil {
		t.Errorf("XML: %v (-want +got):\n%s", err, diff)
	}
	fromJSON, err := readJSON(strings.NewReader(`{"transaction":{"amount":"10.00","options":{"submit_for_settlement":true},"ids":["a","b & c"],"order_id":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, fromJSON.Children[0]); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}

func TestHostileRequests(t *testing.T) {
	t.Parallel()
	for name, in := range map[string]string{
		"entities":  `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`,
		"depth":     strings.Repeat("<a>", 17) + strings.Repeat("</a>", 17),
		"number":    "<a>" + strings.Repeat("<b/>", 4001) + "</a>",
		"two roots": "<a/><b/>",
		"cut":       "<a><b>",
		"nothing":   " ",
		"text":      "hello",
	} {
		if e, err := readXML(strings.NewReader(in)); err == nil {
			t.Errorf("XML, %s: got %+v", name, e)
		}
	}
	for name, in := range map[string]string{
		"depth":      strings.Repeat(`{"a":`, 17) + "1" + strings.Repeat("}", 17),
		"number":     `{"a":[` + strings.Repeat("1,", 4001) + `1]}`,
		"two values": `{} {}`,
		"name":       `{"a":{"b><c":1}}`,
		"cut":        `{"a":`,
		"nothing":    "",
	} {
		if e, err := readJSON(strings.NewReader(in)); err == nil {
			t.Errorf("JSON, %s: got %+v", name, e)
		}
	}
}

// FuzzReadXML asserts that every accepted document is within the limits and survives a round trip.
func FuzzReadXML(f *testing.F) {
	for _, seed := range []string{
		`<transaction><amount>10.00</amount><options><store-in-vault>true</store-in-vault></options></transaction>`,
		`<search><order-id><is>a</is></order-id><ids type="array"><item>1</item></ids></search>`,
		`<a nil="true">&lt;&amp;&#x41;</a>`, `<!DOCTYPE a><a/>`, `<a><![CDATA[x]]></a>`, `<a:b xmlns:a="c"/>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		read, err := readXML(bytes.NewReader(in))
		if err != nil {
			return
		}
		if depth, n := size(read); depth > maxDepth || n > maxElements {
			t.Fatalf("%d deep, %d elements", depth, n)
		}
		var out bytes.Buffer
		if err := read.writeXML(&out); err != nil {
			t.Fatalf("the parsed request can't be written: %v", err)
		}
		again, err := readXML(&out)
		if err != nil {
			t.Fatalf("the written request can't be parsed: %v\n%s", err, out.String())
		}
		if trim(read).text() != trim(again).text() || len(read.Children) != len(again.Children) {
			t.Fatalf("read %+v, then %+v", read, again)
		}
	})
}

// FuzzReadJSON asserts that every accepted body is within the limits.
func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{`{"transaction":{"amount":"1","ids":[1,null,true,{"a":[]}]}}`, `[]`, `"a"`, `{"a":1e999}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		read, err := readJSON(bytes.NewReader(in))
		if err != nil {
			return
		}
		if !json.Valid(in) {
			t.Fatal("accepted invalid JSON")
		}
		if depth, n := size(read); depth > maxDepth+1 || n > maxElements {
			t.Fatalf("%d deep, %d elements", depth, n)
		}
	})
}

// FuzzReadAmount asserts that a parsed amount equals the text exactly.
func FuzzReadAmount(f *testing.F) {
	for _, seed := range []string{"1", "1.5", ".50", "0.01", "-1", "1e3", "999999999.99", "1000000000", ".", "", "٣"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		a, code := readAmount(in, "USD")
		if code != "" {
			if validationMessages[code] == "" {
				t.Fatalf("code %s has no message", code)
			}
			return
		}
		whole, cents, _ := strings.Cut(in, ".")
		want := fmt.Sprintf("%s.%-2s", strings.TrimLeft(whole, "0"), cents)
		want = strings.ReplaceAll(want, " ", "0")
		if want[0] == '.' {
			want = "0" + want
		}
		if a.Decimal() != want || a.Minor <= 0 || a.Minor > maxMinor || a.Currency != money.Currency("USD") {
			t.Fatalf("%q was read as %s", in, a)
		}
	})
}

func size(e *element) (depth, n int) {
	n = 1
	for _, c := range e.Children {
		d, m := size(c)
		depth, n = max(depth, d), n+m
	}
	return depth + 1, n
}

// trim removes the white space that indentation adds or removes.
func trim(e *element) *element {
	c := *e
	c.Text = strings.TrimSpace(c.Text)
	return &c
}
