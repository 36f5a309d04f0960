package scenario

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The exchange of a failed step has no secret of any kind: neither by its key, nor by its value from an earlier call.
func TestExchangeHasNoSecrets(t *testing.T) {
	t.Parallel()
	var all transcript
	all.record(request{method: http.MethodPost, body: map[string]any{"username": "ada", "password": "A-Long-Pass-1"}}, "http://server/v1/credentials",
		&response{Status: 200, Body: []byte(`{"auth":"account-token-1"}`)}, "registration-key-1", "bearer-token-1")
	all.record(request{method: http.MethodPost, body: url.Values{"password": {"Another Pass 2"}}}, "http://server/login", &response{Status: 200})
	all.record(request{method: http.MethodPost, body: map[string]any{
		"nonce": "fake-nonce-1", "creditCard": map[string]string{"number": "4111111111111111", "cvv": "123", "expirationDate": "12/2030"},
		"securityAnswer": "Rex", "securityCode": "8361", "confirmCode": "8361", "name": "Ada",
	}}, "http://server/v1/pay?token=link-token-1&country=US", &response{Status: 409, Body: []byte(
		`{"text":"open http://server/app/join/invite#userId=u1&token=mail-token-1","seen":["account-token-1","A-Long-Pass-1","Another Pass 2",` +
			`"registration-key-1","bearer-token-1"],"registrationKey":"r","clientToken":"c","total":"1.00"}`)})
	want := &Exchange{
		Method: "POST", URL: "http://server/v1/pay?token=[hidden]&country=US", Status: 409,
		Sent: `{"confirmCode":"[hidden]","creditCard":{"cvv":"[hidden]","expirationDate":"[hidden]","number":"[hidden]"},"name":"Ada","nonce":"[hidden]",` +
			`"securityAnswer":"[hidden]","securityCode":"[hidden]"}`,
		Answered: `{"clientToken":"[hidden]","registrationKey":"[hidden]","seen":["[hidden]","[hidden]","[hidden]","[hidden]","[hidden]"],` +
			`"text":"open http://server/app/join/invite#userId=u1&token=[hidden]","total":"1.00"}`,
	}
	if diff := cmp.Diff(want, all.exchange()); diff != "" {
		t.Errorf("exchange (-want +got):\n%s", diff)
	}
	if got, want := all.hide(`expected "account-token-1", got 4111 1111 1111 1111`), `expected "[hidden]", got [hidden]`; got != want {
		t.Errorf("a failure: %s, want %s", got, want)
	}
}

func TestLongBodiesAreCut(t *testing.T) {
	t.Parallel()
	var all transcript
	all.record(request{method: http.MethodGet}, "http://server/", &response{Status: 200, Body: []byte(strings.Repeat("é", longestBody+1))})
	if got, want := all.exchange().Answered, strings.Repeat("é", longestBody)+"… (4000 of 4001 characters)"; got != want {
		t.Errorf("%d bytes end with %s", len(got), got[len(got)-40:])
	}
}
