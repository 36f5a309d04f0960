package admission

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestCheckJSON(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		``:                                    nil,
		`{"a":1,"b":{"a":2},"c":[{"a":3},4]}`: nil,
		`{"a":"a","b":"a"}`:                   nil,
		`[{"a":1},{"a":1}]`:                   nil,
		`{"a":`:                               nil, // the decoder rejects it
		`catalog: yes`:                        nil,
		`{"a":"ñ 😀 \u00f1"}`:                  nil,
		"{\"a\":\"\x00\"}":                    ErrUnreadable,
		`{"a":"x\u0000"}`:                     ErrUnreadable,
		`{"x\u0000":1}`:                       ErrUnreadable,
		"{\"a\":\"\xff\"}":                    ErrUnreadable,
		`{"a":"\\u0000"}`:                     nil, // an escaped backslash, not a NUL
		`{"a":1,"a":2}`:                       ErrAmbiguous,
		`{"a":1,"\u0061":2}`:                  ErrAmbiguous,
		`{"b":{"a":[1,{"c":1,"c":1}]}}`:       ErrAmbiguous,
		strings.Repeat("[", mostDepth) + strings.Repeat("]", mostDepth):     nil,
		strings.Repeat("[", mostDepth+1) + strings.Repeat("]", mostDepth+1): ErrAmbiguous,
	} {
		if got := CheckJSON([]byte(body)); !errors.Is(got, want) {
			t.Errorf("%.60q: %v, want %v", body, got, want)
		}
	}
}

func TestCheckForm(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]error{
		"a=b&c=%C3%B1": nil, "a=%00": ErrUnreadable, "a=%ff": ErrUnreadable, "%00=a": ErrUnreadable, "a=%zz": ErrUnreadable, "a=\x00": ErrUnreadable,
	} {
		if got := CheckForm([]byte(body)); !errors.Is(got, want) {
			t.Errorf("%q: %v, want %v", body, got, want)
		}
	}
}

func TestCheckAddress(t *testing.T) {
	t.Parallel()
	for target, want := range map[string]error{
		"/v1/countries/US": nil, "/v1/x?q=%C3%B1": nil, "/v1/x?q=a;b": nil, "/v1/%00": ErrUnreadable, "/v1/%ff": ErrUnreadable,
		"/v1/x?q=%00": ErrUnreadable, "/v1/x?%ff=1": ErrUnreadable, "/v1/x?q=%zz": ErrUnreadable,
	} {
		address, err := url.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		if got := CheckAddress(&http.Request{URL: address, Header: http.Header{}}, "Key"); !errors.Is(got, want) {
			t.Errorf("%s: %v, want %v", target, got, want)
		}
	}
	if got := CheckAddress(&http.Request{URL: &url.URL{Path: "/"}, Header: http.Header{"Key": {"\xff"}}}, "Key"); !errors.Is(got, ErrUnreadable) {
		t.Errorf("a header: %v", got)
	}
}
