// Package attack attacks the operator's own installation at its public address, with a handful of small calls, and reports the results. It creates no
// account, sends no email and moves no money: each of its changing calls is incomplete or invalid. It attacks nothing before the operator has proved
// that the installation is theirs: see [Prove].
package attack

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/cojoin/cojoin/cli/setting"
)

// Result is the result of an attack.
type Result string

// The results.
const (
	Held     Result = "held"     // the attack failed
	Broken   Result = "broken"   // the attack succeeded
	Doubtful Result = "doubtful" // the attack succeeded, which may be intended on an address of this machine
	Untried  Result = "untried"  // the attack isn't possible here
)

// Finding is the result of one attack, with the advice for one that succeeded.
type Finding struct {
	Attack string
	Result Result
	Found  string
	Advice string
}

// Target is the installation that is attacked.
type Target struct {
	Public      *url.URL      // its public address, without a path
	PrivatePort string        // of its private address, e.g. "9080"
	Production  bool          // its environment is production
	Patience    time.Duration // maximum time of a slow client's connection; zero: 30 s

	client *http.Client
}

const (
	callTimeout = 10 * time.Second // of one call
	wholeLimit  = 3 * time.Minute  // of all attacks together
	patience    = 30 * time.Second // longer than a server waits for a body, with a proxy in front of it
)

// verdict is an attack's result and its description.
type verdict struct {
	result Result
	found  string
}

func held(found string) verdict    { return verdict{Held, found} }
func broken(found string) verdict  { return verdict{Broken, found} }
func untried(found string) verdict { return verdict{Untried, found} }

// attacks lists all attacks in their order. The slow ones come last, because they keep connections open.
var attacks = []struct {
	name   string
	do     func(ctx context.Context, t *Target) verdict
	advice string
}{
	{"transport", tryTransport, "serve https only, TLS 1.2 at least, with a certificate that browsers trust, and redirect or close port 80: examples/deploy"},
	{"private port", tryPrivatePort, "bind privateAddr to an address that only operators reach, and close its port in the firewall"},
	{"private pages", tryPrivatePages, "pass only the public listener on to the internet; the private one is for operators"},
	{"development pages", tryDevelopmentPages, "run cojoin serve, and never cojoin dev, where others reach it: /dev shows every mail"},
	{"headers", tryHeaders, "let the proxy pass the server's headers on unchanged, and set environment to production"},
	{"unknown origin", tryUnknownOrigin, "remove Access-Control headers from the proxy's configuration: the server sends them to the listed origins only"},
	{"forged address", tryForgedAddress, "list your proxies alone in trustedProxies, and have the outermost replace X-Forwarded-For: examples/deploy"},
	{"unreadable text", tryUnreadable, "upgrade the server; its log has the reason for a 5xx, by the request's id"},
	{"oversized body", tryOversized, "let the proxy refuse bodies above 64 KiB (client_max_body_size, max_size), and upgrade the server"},
	{"deep JSON", tryDeep, "upgrade the server, and remove any proxy that rewrites bodies"},
	{"duplicate members", tryDuplicates, "upgrade the server, and remove any proxy that rewrites bodies"},
	{"formulas in exports", tryFormulas, "upgrade this command: its exports run formulas in a spreadsheet"},
	{"slow headers", trySlowHeaders, "let the proxy close connections whose headers take longer than 10 seconds (client_header_timeout, read_header)"},
	{"slow bodies", trySlowBodies, "let the proxy give up bodies that take longer than 20 seconds (client_body_timeout, read_body), and leave callsPerAddress as shipped"},
}

// Run makes every attack, one after the other. The caller has called [Prove].
func Run(ctx context.Context, t Target) []Finding {
	ctx, cancel := context.WithTimeout(ctx, wholeLimit)
	defer cancel()
	if t.Patience == 0 {
		t.Patience = patience
	}
	t.client = newClient()
	defer t.client.CloseIdleConnections()
	findings := make([]Finding, len(attacks))
	for i, a := range attacks {
		v := a.do(ctx, &t)
		findings[i] = Finding{Attack: a.name, Result: v.result, Found: v.found, Advice: a.advice}
	}
	return findings
}

// local reports whether the public address is a loopback address, out of others' reach.
func (t *Target) local() bool { return setting.Loopback(net.JoinHostPort(t.Public.Hostname(), "0")) }

// address returns the public address as host and port, e.g. "join.example.com:443".
func (t *Target) address() string {
	port := t.Public.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[t.Public.Scheme]
	}
	return net.JoinHostPort(t.Public.Hostname(), port)
}
