package delivery_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	newer = secret.Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	older = secret.Secret("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

func TestPrivateAddressesAreRejected(t *testing.T) {
	t.Parallel()
	closed := delivery.New(nil)
	for _, address := range []string{
		"https://127.0.0.1/hook", "https://[::1]/hook", "https://10.0.0.1/hook", "https://192.168.1.1/hook", "https://172.16.0.1/hook", "https://169.254.169.254/latest/meta-data",
		"https://[fe80::1]/hook", "https://[fc00::1]/hook", "https://[fd00:ec2::254]/hook", "https://0.0.0.0/hook", "https://[::]/hook", "https://100.64.0.1/hook", "https://224.0.0.1/hook",
		"https://255.255.255.255/hook", "https://[::ffff:127.0.0.1]/hook", "https://[64:ff9b::7f00:1]/hook", "https://[2002:7f00:1::]/hook", "https://198.18.0.1/hook",
		"http://example.com/hook", "http://8.8.8.8/hook", "ftp://example.com/hook", "https://user:word@example.com/hook", "https://example.com/hook#a", "https:///hook", "mailto:a@example.com", "hook",
	} {
		if err := closed.Permit(address); err == nil {
			t.Errorf("%s is permitted", address)
		}
	}
	for _, address := range []string{"https://app.example.com/hook?for=events", "https://8.8.8.8/hook", "https://[2606:4700::1111]:8443/hook"} {
		if err := closed.Permit(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	open := delivery.New(loopback)
	for address, want := range map[string]bool{"http://127.0.0.1:3000/hook": true, "http://localhost:3000/hook": true, "http://10.0.0.1/hook": false, "http://8.8.8.8/hook": false} {
		if got := open.Permit(address) == nil; got != want {
			t.Errorf("%s with loopback allowed: %v, want %v", address, got, want)
		}
	}
}

// A local sender never connects to another machine, whatever the address looks like.
func TestLocalSenderStaysOnThisMachine(t *testing.T) {
	t.Parallel()
	local := delivery.NewLocal()
	for address, want := range map[string]string{
		"http://127.0.0.1:3000/hook": "", "https://127.0.0.1/hook": "", "http://[::1]:3000/hook": "", "http://localhost:3000/hook": "", "https://localhost/hook": "",
		"https://8.8.8.8/hook": "doesn't lead to this machine", "http://8.8.8.8/hook": "doesn't lead to this machine", "https://10.0.0.1/hook": "doesn't lead to this machine",
		"https://app.example.invalid/hook": "doesn't lead to this machine", "http://0.0.0.0:3000/hook": "doesn't lead to this machine",
	} {
		got := ""
		if err := local.Permit(address); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
		if _, err := local.Send(t.Context(), integration.Message{URL: address, Body: []byte("{}"), Secrets: []secret.Secret{newer}}); want != "" && (err == nil || err.Error() != want) {
			t.Errorf("sent to %s: %v, want %q", address, err, want)
		}
	}
}

// A host name is checked when it is connected to, by the IP address that it resolves to. The name alone, here localhost, doesn't show whether the
// address is public.
func TestHostsAreCheckedOnConnect(t *testing.T) {
	t.Parallel()
	reached := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	address := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	for what, try := range map[string]func() error{
		"send": func() error {
			_, err := delivery.New(nil).Send(t.Context(), integration.Message{URL: address})
			return err
		},
		"reach": func() error { return delivery.New(nil).Reach(t.Context(), address) },
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), "isn't public") {
			t.Errorf("%s: %v, want an error with \"isn't public\"", what, err)
		}
	}
	if reached {
		t.Error("the server was called")
	}
}

func TestBothSecretsSignDuringRotation(t *testing.T) {
	t.Parallel()
	var body []byte
	var header http.Header
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		header = r.Header
		body, _ = io.ReadAll(r.Body)
	}))
	defer server.Close()
	m := integration.Message{URL: server.URL, ID: "019ab", Body: []byte(`{"type":"test"}`), Secrets: []secret.Secret{newer, older}}
	if status, err := delivery.New(loopback).Send(t.Context(), m); status != http.StatusOK || err != nil {
		t.Fatal(status, err)
	}
	for _, s := range m.Secrets {
		if err := delivery.Verify(s, body, header); err != nil {
			t.Errorf("with a good secret: %v", err)
		}
	}
	if err := delivery.Verify("whsec_"+"AAAA", body, header); err == nil {
		t.Error("another secret verifies it")
	}
	if err := delivery.Verify(newer, append(body, ' '), header); err == nil {
		t.Error("another body is verified")
	}
	if got := header.Get("webhook-id"); got != m.ID {
		t.Errorf("webhook-id is %q", got)
	}
}

// A redirect could send events to an address that isn't allowed.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	followed := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			followed = true
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	status, err := delivery.New(loopback).Send(t.Context(), integration.Message{URL: server.URL, Body: []byte("{}"), Secrets: []secret.Secret{newer}})
	if status != http.StatusTemporaryRedirect || err != nil || followed {
		t.Errorf("status %d, error %v, followed %v", status, err, followed)
	}
}

// The cause of a failed delivery is stored and shown, so it contains no address and no sent data.
func TestErrorsNameNoAddress(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	_, err := delivery.New(loopback).Send(t.Context(), integration.Message{URL: address + "/token", Body: []byte("{}"), Secrets: []secret.Secret{newer}})
	if want := errors.New("the connection failed"); err == nil || err.Error() != want.Error() {
		t.Errorf("error %v, want %v", err, want)
	}
}
