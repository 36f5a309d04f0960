// Package hosts tests the example hosts with events from our own sender and with forged ones.
package hosts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	newSecret = secret.Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	oldSecret = secret.Secret("whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD")
	stranger  = secret.Secret("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
)

// start runs an example and returns its address.
func start(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s isn't here: %v", name, err)
	}
	cmd := exec.CommandContext(t.Context(), path, append(args, "0")...) //nolint:gosec // one of our examples
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "WEBHOOK_SECRET="+oldSecret.Reveal()+" "+newSecret.Reveal(), "DATABASE="+filepath.Join(t.TempDir(), "host"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if err != nil || !ok {
		t.Fatalf("%s prints %q: %v", name, line, err)
	}
	return address
}

// eventOf returns an event about one place in a family.
func eventOf(number int, kind, state string, position int64) []byte {
	data := map[string]any{"subscriptionId": "seat-1", "accountId": "ana", "state": state, "packageId": 2001, "endsAt": "2027-11-24T00:00:00Z", "renews": true}
	if kind == "family.joined" {
		data = map[string]any{"accountId": "ana", "subscription": data}
	}
	raw, err := json.Marshal(map[string]any{"id": fmt.Sprintf("event-%d", number), "type": kind, "position": position, "data": data})
	if err != nil {
		panic(err)
	}
	return raw
}

// Each example accepts events signed with the new or the old secret, and the newest event of a place wins. It rejects forged, changed and old events. Repeated events change nothing.
func TestHostsAcceptSignedEventsOnly(t *testing.T) {
	t.Parallel()
	goHost := filepath.Join(t.TempDir(), "host")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", goHost, "./go").CombinedOutput(); err != nil { //nolint:gosec // one of our examples
		t.Fatalf("%v: %s", err, out)
	}
	addresses := map[string]string{"go": start(t, ".", goHost), "node": start(t, "node", "node", "app.mjs")}
	if _, err := exec.LookPath("python3"); err == nil { // optional for make test
		addresses["python"] = start(t, "python", "python3", "app.py")
	}
	for name, address := range addresses {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sender := delivery.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
			send := func(number int, body []byte, with ...secret.Secret) int {
				status, err := sender.Send(t.Context(), integration.Message{URL: address, ID: fmt.Sprintf("event-%d", number), Body: body, Secrets: with})
				if err != nil {
					t.Fatal(err)
				}
				return status
			}
			good := func(what string, status int) {
				t.Helper()
				if status < 200 || status > 299 {
					t.Errorf("%s is answered %d", what, status)
				}
			}
			wantState := func(after, want string) {
				t.Helper()
				res, err := http.Get(address + "/entitlements")
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = res.Body.Close() }()
				raw, err := io.ReadAll(res.Body)
				if err != nil || !strings.Contains(strings.ToLower(strings.ReplaceAll(string(raw), " ", "")), `"state":"`+want+`"`) {
					t.Errorf("after %s it has %s (%v), want state %s", after, raw, err, want)
				}
			}
			good("the first event", send(1, eventOf(1, "family.joined", "active", 1), newSecret))
			wantState("the first event", "active")
			good("one that both secrets sign", send(3, eventOf(3, "subscription.ended", "ended", 3), stranger, oldSecret))
			wantState("its end", "ended")
			good("one that comes late", send(2, eventOf(2, "subscription.renewed", "active", 2), newSecret))
			wantState("one that comes late", "ended")
			good("one that it has", send(1, eventOf(1, "family.joined", "active", 9), newSecret))
			wantState("one that it has", "ended")
			good("an unknown type", send(4, []byte(`{"id":"event-4","type":"test","position":0,"data":{}}`), newSecret))
			if status := send(5, eventOf(5, "subscription.resumed", "active", 5), stranger); status != http.StatusBadRequest {
				t.Errorf("a forged event is answered %d", status)
			}
			for what, change := range map[string]func(h http.Header, body []byte) []byte{
				"changed":       func(_ http.Header, body []byte) []byte { return []byte(strings.Replace(string(body), "ana", "eve", 1)) },
				"of another id": func(h http.Header, body []byte) []byte { h.Set("webhook-id", "event-7"); return body },
				"not signed":    func(h http.Header, body []byte) []byte { h.Del("webhook-signature"); return body },
				"of no time":    func(h http.Header, body []byte) []byte { h.Set("webhook-timestamp", "now"); return body },
				"made to be new": func(h http.Header, body []byte) []byte {
					h.Set("webhook-timestamp", strconv.FormatInt(time.Now().Unix()+1, 10))
					return body
				},
			} {
				if status := post(t, address, time.Now(), change); status != http.StatusBadRequest {
					t.Errorf("an event that is %s is answered %d", what, status)
				}
			}
			for what, at := range map[string]time.Time{"ten minutes ago": time.Now().Add(-10 * time.Minute), "in ten minutes": time.Now().Add(10 * time.Minute)} {
				same := func(_ http.Header, body []byte) []byte { return body }
				if status := post(t, address, at, same); status != http.StatusBadRequest {
					t.Errorf("an event that was signed %s is answered %d", what, status)
				}
			}
			wantState("what it refused", "ended")
		})
	}
}

// post sends an event that was signed at the time at and changed afterwards.
func post(t *testing.T, address string, at time.Time, change func(http.Header, []byte) []byte) int {
	t.Helper()
	body := eventOf(6, "subscription.resumed", "active", 6)
	signer, err := standard.NewWebhook(newSecret.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	signature, err := signer.Sign("event-6", at, body)
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{"Webhook-Id": {"event-6"}, "Webhook-Timestamp": {strconv.FormatInt(at.Unix(), 10)}, "Webhook-Signature": {signature}}
	body = change(header, body)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}
