package scenario

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAssertions(t *testing.T) {
	t.Parallel()
	got := newAnswer(200, http.Header{"Etag": {`"7"`}}, []byte(`{"totals":{"total":"299.00","tax":"1.00"},"items":[{"id":1,"on":true},{"id":2,"on":false}],"none":null}`))
	for assertion, want := range map[string][]string{
		`{"path":"$.totals.total","equals":"299.00"}`:                  nil,
		`{"path":"$.totals.total","equals":"286.18"}`:                  {`expected $.totals.total to equal "286.18", got "299.00"`},
		`{"path":"$.totals","equals":{"total":"286.18","tax":"1.00"}}`: {`expected $.totals to equal {"tax":"1.00","total":"286.18"}, got {"tax":"1.00","total":"299.00"}; total: expected "286.18", got "299.00"`},
		`{"path":"$.totals","equals":{"total":"299.00","vat":"2"}}`:    {`expected $.totals to equal {"total":"299.00","vat":"2"}, got {"tax":"1.00","total":"299.00"}; tax: not expected, got "1.00"; vat: expected "2", but it is absent`},
		`{"path":"$.items[*].id","equals":[1,2]}`:                      nil,
		`{"path":"$.none","equals":null}`:                              nil,
		`{"path":"$.items[0].id","equals":"1"}`:                        nil,
		`{"path":"$.missing","equals":1}`:                              {`expected $.missing to equal 1, but it is absent; $ has items, none, totals`},
		`{"path":"$.totels.total","equals":"1.00"}`:                    {`expected $.totels.total to equal "1.00", but it is absent; did you mean totals?`},
		`{"path":"$.items[*].name","contains":"x"}`:                    {`expected $.items[*].name to contain "x", but it is absent; $.items[*] has id, on`},
		`{"path":"$.itmes[*]","count":2}`:                              {`expected $.itmes[*] to have the count 2, got 0: []; did you mean items?`},
		`{"path":"$.items[5]","exists":true}`:                          {`expected $.items[5] to exist, but it is absent`},
		`{"path":"$.items","contains":{"on":false}}`:                   nil,
		`{"path":"$.totals.total","contains":"98"}`:                    {`expected $.totals.total to contain "98", got "299.00"`},
		`{"path":"$.totals.total","matches":"^2"}`:                     nil,
		`{"path":"$.totals.total","matches":"^3"}`:                     {`expected $.totals.total to match ^3, got "299.00"`},
		`{"path":"$.missing","absent":true}`:                           nil,
		`{"path":"$.none","absent":true}`:                              {`expected $.none to be absent, got null`},
		`{"path":"$.missing","exists":true}`:                           {`expected $.missing to exist, but it is absent; $ has items, none, totals`},
		`{"path":"$.items","count":2}`:                                 nil,
		`{"path":"$.items[*]","count":3}`:                              {`expected $.items[*] to have the count 3, got 2: [{"id":1,"on":true},{"id":2,"on":false}]`},
		`{"header":"ETag","equals":"\"7\""}`:                           nil,
		`{"header":"Location","exists":true}`:                          {`expected the header Location to exist, but it is absent; the answer has Etag`},
		`{"status":true,"equals":200}`:                                 nil,
		`{"status":true,"equals":201}`:                                 {`expected the status to equal 201, got 200`},
	} {
		var one Assertion
		if err := json.Unmarshal([]byte(assertion), &one); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.check([]Assertion{one})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", assertion, diff)
		}
	}
}

func TestCapturedSources(t *testing.T) {
	t.Parallel()
	got := newAnswer(201, http.Header{"Etag": {"x"}}, []byte(`{"id":7,"all":[1,2]}`))
	for source, want := range map[string]any{"$.id": 7.0, "status": 201.0, "header ETag": "x", "$.all": []any{1.0, 2.0}} {
		value, err := got.capture(source)
		if diff := cmp.Diff(want, value); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", source, err, diff)
		}
	}
	for source, want := range map[string]string{"$.no": "$.no is absent from the answer; $ has all, id", "$.all[*]": "$.all[*] has 2 values instead of one: [1,2]"} {
		if _, err := got.capture(source); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", source, err, want)
		}
	}
}

// A captured value keeps its type where any type may be, and is a text elsewhere. Quotes in it don't break the step.
func TestCapturedValuesFillSteps(t *testing.T) {
	t.Parallel()
	v := newValues(1)
	v.captured["n"], v.captured["quoted"] = 7.0, `a "b"`
	got, err := v.fill(Step{
		Call:   &Call{Path: "/x/{{n}}", Body: map[string]any{"n": "{{n}}", "text": "{{quoted}}"}},
		Assert: []Assertion{{Path: "$.n", Equals: json.RawMessage(`"{{n}}"`)}},
	})
	want := Step{Call: &Call{Path: "/x/7", Body: map[string]any{"n": 7.0, "text": `a "b"`}}, Assert: []Assertion{{Path: "$.n", Equals: json.RawMessage("7")}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
