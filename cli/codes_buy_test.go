package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// The sandbox's card is for the sandbox: a server that takes real money never sees it.
func TestSandboxCardIsForTheSandbox(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]struct {
		nonce string
		code  int
	}{
		"sandbox": {"fake-three-d-secure-visa-full-authentication-nonce", exitOK}, "braintree": {"", exitUsage}, "": {"", exitUsage},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"payment":{"provider":"`+provider+`"}}`)
		}))
		t.Cleanup(server.Close)
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		nonce, err := nonceOf(newSession(server.URL, ""), cmd, purchase{trial: true})
		code := exitOK
		if err != nil {
			code = exitCodeOf(err)
		}
		if nonce.Reveal() != want.nonce || code != want.code || code != exitOK && !strings.Contains(err.Error(), "takes real money") {
			t.Errorf("%q: nonce %q, exit code %d, %v; want %q and %d", provider, nonce.Reveal(), code, err, want.nonce, want.code)
		}
	}
}
