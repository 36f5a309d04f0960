package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/cli/scenario/layout"
	"github.com/cojoin/cojoin/sdk/form"
)

// exchange is a call of a HAR that a test makes.
type exchange struct {
	method, path, body, answer string
	status                     int
}

// harOf returns a HAR of calls, with secrets in every header.
func harOf(t *testing.T, calls ...exchange) []byte {
	t.Helper()
	entries := make([]map[string]any, len(calls))
	for i, c := range calls {
		var headers []map[string]string
		for _, name := range []string{"Authorization", "Registration-Key", "Idempotency-Key", "Cookie", "X-Other"} {
			headers = append(headers, map[string]string{"name": name, "value": fmt.Sprint("Bearer MARKED", i)})
		}
		headers = append(headers, map[string]string{"name": "Accept-Language", "value": "es-MX"})
		entries[i] = map[string]any{
			"startedDateTime": time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC),
			"request": map[string]any{
				"method": c.method, "url": "http://127.0.0.1:8080" + c.path, "headers": headers, "cookies": headers,
				"postData": map[string]any{"mimeType": "application/json", "text": c.body},
			},
			"response": map[string]any{"status": c.status, "headers": headers, "content": map[string]any{"text": c.answer}},
		}
	}
	raw, err := json.Marshal(map[string]any{"log": map[string]any{"version": "1.2", "entries": entries}})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

const (
	parentBody   = `{"sections":["PARENT"],"parent":{"firstName":"MARKEDna","lastName":"MARKEDreyes","email":"MARKED@marked.example","phoneCountryCode":"+1","phoneNumber":"4155550132"},"segmentAnonymousId":"MARKED"}`
	parentAnswer = `{"signupId":"MARKEDid","registrationKey":"MARKEDkey","registration":{"next":"/step2","pricingGroup":"P0","parent":{"firstName":"MARKEDna","lastName":"MARKEDreyes","email":"marked@marked.example","phoneNumber":"4155550132"}}}`
	orderAnswer  = `{"registration":{"next":"/payment","pricingGroup":"P0","order":{"packageId":2002},"address":{"country":"US","region":"PA","postalCode":"19104"}}}`
)

// journey is a sign-up with a secret or a person's data in every text.
var journey = []exchange{
	{"GET", "/v1/bootstrap?MARKED=MARKED", "", `{"experiments":{"grow886":"Treatment","grow805":"MARKED"},"supportEmail":"MARKED"}`, 200},
	{"POST", "/v1/signups", parentBody, parentAnswer, 201},
	{"PUT", "/v1/signups/MARKEDid", `{"sections":["FAMILY"],"coParent":{"firstName":"MARKEDb","lastName":"MARKEDreyes","email":"b@marked.example"},"children":[{"firstName":"MARKEDc","lastName":"MARKEDreyes","email":"c@marked.example"}]}`, `{"registration":{"next":"/step3","pricingGroup":"P0"}}`, 200},
	{"PUT", "/v1/signups/MARKEDid", `{"sections":["ORDER"],"order":{"packageId":2002,"productId":"marked","services":["marked","MARKED extra"]}}`, orderAnswer, 200},
	{"PUT", "/v1/signups/MARKEDid", `{"sections":["PARENT","ADDRESS","REFERRAL"],"parent":{"timeZone":"America/New_York"},"address":{"line1":"1 MARKED Street","line2":"MARKED","city":"MARKED","region":"Pennsylvania","postalCode":"19104","country":"US"},"referral":{"selection":"OTHER","other":"MARKED"}}`, orderAnswer, 200},
	{"POST", "/v1/pricing", `{"limboId":"MARKEDid","orderDetail":{"packageId":2002},"promoCodes":["MARKED code"],"paymentCodes":["MARKED-CODE"],"address":{"country":"US","region":"PA","postalCode":"19104"}}`, `{"taxId":"MARKED","totals":{"currencyCode":"USD","subTotal":"269.98","taxAmount":"16.20","total":"286.18"},"validationErrors":[{"field":"promoCodes[0]","code":"x","text":"MARKED"}]}`, 200},
	{"POST", "/v1/signups/MARKEDid/payment", `{"payment":{"taxId":"MARKED","nonce":"MARKED-nonce","paymentType":"CREDIT_CARD","cardHolderName":"MARKED","deviceData":"MARKED"},"termsAndConditions":true}`, `{"status":"accepted","clickToJoinToken":"MARKEDtoken","receipt":{"receiptId":"MARKED","cardLastFour":"9999","totals":{"total":"286.18"}}}`, 200},
	{"POST", "/v1/credentials", `{"username":"MARKEDuser","password":"MARKED-password-1"}`, `{"username":"MARKEDuser","redirect":"/receipt","login":{"auth":"MARKED"}}`, 200},
	{"POST", "/login", `username=MARKEDuser&password=MARKED-password-1`, `{"redirect":"http://MARKED","auth":"MARKED"}`, 200},
	{"POST", "/login", `username=MARKEDother&password=MARKED`, `{"redirect":"http://MARKED","auth":"MARKED"}`, 200},
	{"POST", "/v1/chat/MARKED", `{"MARKED":1}`, `{}`, 200},
	{"POST", "/v2/professional/users", `{"title":"marked","firstName":"MARKED","lastName":"MARKED","credentials":"MARKED","email":"p@marked.example","phoneNumber":"4165550132","phoneCountryCode":"+1","phoneExtension":"77","hearAboutUs":"marked","referralOtherExplain":"MARKED","practiceName":"MARKED","addressLine1":"MARKED","city":"MARKED","region":"ON","country":"CA","postalCode":"M5V 3L9","timezone":"marked","roles":["marked"],"securityQuestion":"MARKED?","securityAnswer":"MARKED","securityCode":"7311","securityCodeConfirm":"7311"}`, `{"userId":"MARKED"}`, 201},
}

func TestRecordingHasNoSecretsAndNoPeople(t *testing.T) {
	t.Parallel()
	calls, err := ReadHAR(bytes.NewReader(harOf(t, journey...)))
	if err != nil {
		t.Fatal(err)
	}
	made, err := Write(calls)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := scenario.Parse("recorded.yaml", made.YAML); err != nil {
		t.Errorf("%v\n%s", err, made.YAML)
	}
	if formatted, err := layout.Format(made.YAML); err != nil || !bytes.Equal(formatted, made.YAML) {
		t.Errorf("the recording isn't formatted: %v\n%s", err, cmp.Diff(string(formatted), string(made.YAML)))
	}
	said := string(made.YAML) + strings.Join(made.LeftOut, "\n") + strings.Join(made.Added, "\n")
	for _, secret := range []string{"marked", "7311", "5550132", "19104", "9999", "77"} {
		if strings.Contains(strings.ToLower(said), secret) {
			t.Errorf("%s is in\n%s", secret, said)
		}
	}
	want := []string{"POST /login (an account that the recording doesn't create)", "POST /v1/chat/{…}"}
	if diff := cmp.Diff(want, made.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	for _, line := range []string{
		"name: A professional signs up, recorded in a browser\n", "locale: es-MX\n", "flags: { grow886: treatment }\n",
		`{ firstName: Ana, lastName: Reyes, email: "ana.{{unique}}@example.com", phoneCountryCode: "+1", phoneNumber: "415{{digits}}" }`,
		`children: [{ firstName: Cleo, lastName: Reyes, email: "cleo.{{unique}}@example.com" }]`,
		"address: { line1: 10 Market Street, city: Philadelphia, region: PA, postalCode: \"19103\", country: US }",
		"  - quote: { promoCodes: [NOT-A-COUPON], paymentCodes: [\"0000-0000-0000-0001\"] }\n",
		`  - pay: { card: { number: "4111111111111111" } }` + "\n    expect: { totals: { total: \"286.18\" } }\n",
		`  - login: { username: "ana_{{unique}}", password: "A-Long-Pass-{{digits}}" }`, "  - again: {}\n",
	} {
		if !strings.Contains(string(made.YAML), line) {
			t.Errorf("%s isn't in\n%s", line, made.YAML)
		}
	}
}

func TestSameRecordingIsTheSameFile(t *testing.T) {
	t.Parallel()
	var files [2]string
	for i := range files {
		calls, err := ReadHAR(bytes.NewReader(harOf(t, journey...)))
		if err != nil {
			t.Fatal(err)
		}
		made, err := Write(calls)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = string(made.YAML)
	}
	if diff := cmp.Diff(files[0], files[1]); diff != "" {
		t.Error(diff)
	}
}

func TestUnreadableRecordings(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		file []byte
		want error
	}{
		"not JSON":       {[]byte(`{"log": MARKED`), ErrNoHAR},
		"no log":         {[]byte(`{"MARKED": {}}`), ErrNoHAR},
		"a wrong type":   {[]byte(`{"log": {"entries": "MARKED"}}`), ErrNoHAR},
		"no call":        {harOf(t, exchange{"GET", "/app/MARKED", "", "x", 200}), ErrNoCalls},
		"no answers":     {harOf(t, exchange{"POST", "/v1/signups", parentBody, "", 201}), ErrNoBodies},
		"larger than 64": {bytes.Repeat([]byte(" "), maxHAR+1), ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := ReadHAR(bytes.NewReader(tc.file)); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

func TestLeftOut(t *testing.T) {
	t.Parallel()
	violation := func(field, code string) string {
		return `{"validationErrors":[{"field":"` + field + `","code":"` + code + `","text":"MARKED"}]}`
	}
	for name, tc := range map[string]struct {
		call exchange
		want string
	}{
		"busy":              {exchange{"POST", "/v1/signups", parentBody, `{}`, 503}, "POST /v1/signups (status 503)"},
		"large":             {exchange{"POST", "/v1/signups", strings.Repeat("x", maxBody+1), `{}`, 201}, "POST /v1/signups (larger than 1 MB)"},
		"cut off":           {exchange{"POST", "/v1/signups", `{"sections":`, `{}`, 201}, "POST /v1/signups (its body or its answer isn't in the recording)"},
		"known before":      {exchange{"POST", "/v1/signups", parentBody, violation("duplicate", "duplicate_parent"), 409}, "POST /v1/signups (the server knew the person before the recording)"},
		"no invented fault": {exchange{"POST", "/v1/signups", parentBody, violation("firstName", "name_length"), 409}, "POST /v1/signups (no invented value for name_length)"},
		"another sign-up":   {exchange{"PUT", "/v1/signups/other", parentBody, parentAnswer, 200}, "PUT /v1/signups/{…} (another sign-up, at the same time or from before the recording)"},
		"no section":        {exchange{"POST", "/v1/signups", `{"sections":["NAME"]}`, parentAnswer, 201}, "POST /v1/signups (no step for NAME)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			calls, err := ReadHAR(bytes.NewReader(harOf(t, tc.call, exchange{"GET", "/v1/bootstrap", "", "{}", 200})))
			if err != nil {
				t.Fatal(err)
			}
			made, err := Write(calls)
			if !errors.Is(err, ErrNoSteps) {
				t.Errorf("got %v, want %v\n%s", err, ErrNoSteps, made.YAML)
			}
			if diff := cmp.Diff([]string{tc.want}, made.LeftOut); diff != "" {
				t.Errorf("left out (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefusedFieldsStayWrong(t *testing.T) {
	t.Parallel()
	calls, err := ReadHAR(bytes.NewReader(harOf(t, exchange{"POST", "/v1/signups", parentBody,
		`{"validationErrors":[{"field":"firstName","code":"name_emoji"},{"field":"lastName","code":"field_required"},{"field":"phoneNumber","code":"phone_length"}]}`, 409})))
	if err != nil {
		t.Fatal(err)
	}
	made, err := Write(calls)
	if err != nil {
		t.Fatal(err)
	}
	const want = `  - parent: { firstName: "Ana 🎈", lastName: "", email: "ana.{{unique}}@example.com", phoneCountryCode: "+1", phoneNumber: "12345" }
    expect:
      validationErrors:
        - { field: firstName, code: name_emoji }
        - { field: lastName, code: field_required }
        - { field: phoneNumber, code: phone_length }
`
	if !strings.Contains(string(made.YAML), want) {
		t.Errorf("got\n%s", made.YAML)
	}
}

func TestCast(t *testing.T) {
	t.Parallel()
	c := newCast()
	for _, same := range [][2]string{
		{c.email("A@x.org", "Zoe"), c.email("a@X.org", "Zoe")}, {c.phone("+1", "(212) 555-0132"), c.phone("1", "2125550132")},
		{c.first("Zoe"), "Ana"}, {c.email("other@x.org", "Zoe"), "ana2.{{unique}}@example.com"},
		// Two people of one area have different numbers in one country.
		{c.phone("+1", "2125550133"), "215{{digits}}"}, {c.phone("+1", "4165550132"), "416{{digits}}"}, {c.phone("+1", "4165550133"), "604{{digits}}"},
		{c.phone("+44", "7400123456"), "740{{digits}}"}, {c.phone("+44", "7400123457"), "740{{digits}}2"},
		{c.password("a"), c.password("a")}, {c.password("b"), "Another-Pass-2-{{digits}}"},
	} {
		if same[0] != same[1] {
			t.Errorf("got %s, want %s", same[0], same[1])
		}
	}
	for _, at := range []form.Address{
		{Line1: "9 Secret Way", City: "Eugene", Region: "OR", PostalCode: "97401", Country: "US"},
		{Line1: "9 Secret Way", City: "Iqaluit", Region: "NU", PostalCode: "X0A 0H0", Country: "CA"},
		{Line1: "9 Secret Way", City: "Oaxaca", Region: "OAX", PostalCode: "68000", Country: "MX"},
		{Line1: "9 Secret Way", City: "Tokyo", Region: "Tokyo", PostalCode: "100-0001", Country: "JP"},
		{Line1: "9 Secret Way", City: "Hobart", Region: "TAS", PostalCode: "7000", Country: "AU"},
	} {
		home := c.home(at)
		_, broken := form.ValidateAddress(form.Address{Line1: home.Line1, City: home.City, Region: home.Region, PostalCode: home.PostalCode, Country: home.Country},
			form.TimeZones(at.Country, at.Region, "en")[0].ID, "en")
		if len(broken) > 0 || home.Country != at.Country || home.Line1 == at.Line1 || home.City == at.City && at.City != "Hobart" {
			t.Errorf("%+v became %+v: %v", at, home, broken)
		}
	}
}

func TestScalars(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{ // in block style, in flow style
		"Ana": {"Ana", "Ana"}, "": {`""`, `""`}, "ON": {`"ON"`, `"ON"`}, "null": {`"null"`, `"null"`}, "1e3": {`"1e3"`, `"1e3"`}, "19103": {`"19103"`, `"19103"`},
		"10 Market Street": {"10 Market Street", "10 Market Street"}, "a.{{unique}}": {"a.{{unique}}", `"a.{{unique}}"`}, "Lane & Co": {"Lane & Co", "Lane & Co"},
		"a: b": {`"a: b"`, `"a: b"`}, "a #b": {`"a #b"`, `"a #b"`}, "+1": {`"+1"`, `"+1"`}, "/step2": {"/step2", "/step2"}, "José": {"José", "José"}, `"`: {`"\""`, `"\""`},
	} {
		if got := [2]string{scalar(text, false), scalar(text, true)}; got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

func TestProxy(t *testing.T) {
	t.Parallel()
	var seen http.Header
	var host string
	var behind *httptest.Server
	behind = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen, host = r.Header.Clone(), r.Host
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Location", behind.URL+"/next")
		fmt.Fprintf(w, `{"redirect":%q}`, behind.URL+"/app")
	}))
	t.Cleanup(behind.Close)
	server, err := url.Parse(behind.URL)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(nil)
	own := "http://" + front.Listener.Addr().String()
	proxy := NewProxy(own, server)
	front.Config.Handler = proxy
	front.Start()
	t.Cleanup(front.Close)

	send := func(name, path string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, own+path, strings.NewReader(`{"a":1}`))
		r.Host = name
		r.Header.Set("Origin", own)
		w := httptest.NewRecorder()
		proxy.ServeHTTP(w, r)
		return w
	}
	w := send(strings.TrimPrefix(own, "http://"), "/v1/links?x=1")
	if want := fmt.Sprintf(`{"redirect":%q}`, own+"/app"); w.Body.String() != want || w.Header().Get("Location") != own+"/next" {
		t.Errorf("answer %s to %s, want %s", w.Body, w.Header().Get("Location"), want)
	}
	if seen.Get("Origin") != behind.URL || host != server.Host {
		t.Errorf("the server saw the origin %s and the host %s", seen.Get("Origin"), host)
	}
	send(strings.TrimPrefix(own, "http://"), "/app/join")
	if w := send("attacker.example.com", "/v1/links"); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("another name has status %d", w.Code)
	}
	calls := proxy.Calls()
	if len(calls) != 1 || string(calls[0].Body) != `{"a":1}` || calls[0].Status != http.StatusOK || calls[0].Path != "/v1/links" {
		t.Errorf("recorded %+v", calls)
	}
}
