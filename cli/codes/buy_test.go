package codes

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
)

// The sandbox's card is never sent to a server that takes real money.
func TestSandboxCardRequiresSandbox(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]struct {
		nonce   string
		refused bool
	}{
		"sandbox": {"fake-three-d-secure-visa-full-authentication-nonce", false}, "braintree": {"", true}, "": {"", true},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"payment":{"provider":"`+provider+`"}}`)
		}))
		t.Cleanup(server.Close)
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		nonce, err := nonceOf(session.New(server.URL, ""), cmd, purchase{trial: true})
		var mistake *console.UsageError
		refused := errors.As(err, &mistake) && strings.Contains(err.Error(), "takes real money")
		if nonce.Reveal() != want.nonce || refused != want.refused || err != nil && !refused {
			t.Errorf("%q: nonce %q, %v; want %q, refused: %t", provider, nonce.Reveal(), err, want.nonce, want.refused)
		}
	}
}
