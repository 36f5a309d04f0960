package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// topology runs examples/deploy/compose as plain processes: the same commands and counts, over one database,
// behind a balancer.
type topology struct {
	t        *testing.T
	env      []string
	services map[string]composeService

	mu      sync.Mutex
	ready   []*child // the servers that receive calls
	turn    int
	calls   map[string]int // by address
	refused atomic.Int64   // answers of 500 and above, and missing answers
}

type composeService struct {
	Command []string `yaml:"command"`
	Deploy  struct {
		Replicas int `yaml:"replicas"`
	} `yaml:"deploy"`
}

// child is one process of a topology.
type child struct {
	cmd    *exec.Cmd
	public *url.URL
	busy   sync.WaitGroup // its calls in progress
}

func newTopology(t *testing.T, env *sdktest.Env) *topology {
	t.Helper()
	raw, err := os.ReadFile("../examples/deploy/compose/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]composeService `yaml:"services"`
	}
	if err := yaml.UnmarshalWithOptions(raw, &file, yaml.AllowDuplicateMapKey()); err != nil { // a merged key is overridden
		t.Fatal(err)
	}
	return &topology{t: t, services: file.Services, calls: map[string]int{}, env: []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "DATABASE_URL=" + env.DatabaseURL,
		"COJOIN_SECRET=" + base64.StdEncoding.EncodeToString(env.Config.Secrets.Server),
		"COJOIN_ENVIRONMENT=development", "COJOIN_PAYMENT_PROVIDER=sandbox", "COJOIN_PAYMENT_SANDBOX_URL=" + env.SandboxURL,
		"COJOIN_ADDR=127.0.0.1:0", "COJOIN_PRIVATE_ADDR=127.0.0.1:0", "COJOIN_DATABASE_CONNECTIONS=5", "COJOIN_WORKERS=2",
		"COJOIN_LIMITS_writes=off", "COJOIN_LIMITS_duplicates=off", "COJOIN_TRUSTED_PROXIES=127.0.0.1/32",
	}}
}

// start starts another process of a service. A server gets calls once it logs that it serves.
func (p *topology) start(service string) *child {
	p.t.Helper()
	args := slices.Clone(p.services[service].Command)
	for i, arg := range args { // containers have an address each, processes a port
		args[i] = strings.Replace(arg, "0.0.0.0:9080", "127.0.0.1:0", 1)
	}
	cmd := exec.CommandContext(p.t.Context(), "cojoin", args...) //nolint:gosec // the example's own words
	cmd.Env = p.env
	log, err := cmd.StderrPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	c := &child{cmd: cmd}
	serving := make(chan string, 1)
	go func() {
		defer close(serving)
		lines := bufio.NewScanner(log)
		for sent := false; lines.Scan(); {
			var line struct{ Msg, Public string }
			if json.Unmarshal(lines.Bytes(), &line) == nil && !sent && (line.Msg == "serving" || line.Msg == "working") {
				serving <- line.Public
				sent = true
			}
		}
	}()
	address, ok := <-serving
	if !ok {
		p.t.Fatalf("%s ended before it was ready: %v", service, cmd.Wait())
	}
	if service == "server" {
		if c.public, err = url.Parse(address); err != nil {
			p.t.Fatal(err)
		}
		p.route(func(ready []*child) []*child { return append(ready, c) })
	}
	return c
}

// stop takes a process out of the balancer, waits for its calls in progress, like a balancer, and stops it with
// SIGTERM. The process must exit cleanly.
func (p *topology) stop(c *child) {
	p.t.Helper()
	p.route(func(ready []*child) []*child {
		return slices.DeleteFunc(ready, func(one *child) bool { return one == c })
	})
	c.busy.Wait()
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		p.t.Errorf("a process ended with %v", err)
	}
}

func (p *topology) route(change func([]*child) []*child) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready = change(p.ready)
}

// next returns the server for the next call, and counts the call as running there.
func (p *topology) next() *child {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn++
	to := p.ready[p.turn%len(p.ready)]
	p.calls[to.public.Host]++
	to.busy.Add(1)
	return to
}

// balancer returns an address that balances calls round robin among the servers.
func (p *topology) balancer() string {
	type destination struct{}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			to, _ := r.In.Context().Value(destination{}).(*url.URL)
			r.SetURL(to)
			r.SetXForwarded()
		},
		ModifyResponse: func(r *http.Response) error {
			if r.StatusCode >= http.StatusInternalServerError {
				p.refused.Add(1)
			}
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			p.refused.Add(1)
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := p.next()
		defer to.busy.Done()
		proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), destination{}, to.public)))
	}))
	p.t.Cleanup(server.Close)
	return server.URL
}

// TestTopology: three servers and two workers over one Postgres process sign-ups while each of them is replaced,
// as in an upgrade. No call is refused, every sign-up ends as expected, and every payment is captured.
func TestTopology(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	p := newTopology(t, env)
	if s, w := p.services["server"].Deploy.Replicas, p.services["worker"].Deploy.Replicas; s != 3 || w != 2 {
		t.Fatalf("%d servers and %d workers, want 3 and 2", s, w)
	}
	migration := exec.CommandContext(t.Context(), "cojoin", p.services["migrate"].Command...) //nolint:gosec // the example's own words
	migration.Env = p.env
	if out, err := migration.CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v: %s", err, out)
	}
	var all []*child
	for range p.services["server"].Deploy.Replicas {
		all = append(all, p.start("server"))
	}
	servers := len(all)
	for range p.services["worker"].Deploy.Replicas {
		all = append(all, p.start("worker"))
	}
	address := p.balancer()

	ended := make(chan int, 1)
	var output string
	go func() {
		code, out, errOut := command(t, "signup", "run", "--server", address, "--count", "6", "--parallel", "3",
			"../examples/scenarios/parent-card.yaml", "../examples/scenarios/declined-then-good.yaml", "../examples/scenarios/pay-for-coparent.yaml")
		output = out + errOut
		ended <- code
	}()
	for i, c := range all { // the new one first, as in the manifests
		service := "server"
		if i >= servers {
			service = "worker"
		}
		all[i] = p.start(service)
		p.stop(c)
	}
	if code := <-ended; code != exitOK {
		t.Errorf("sign-ups ended with %d:\n%s", code, output)
	}
	if n := p.refused.Load(); n != 0 {
		t.Errorf("%d calls were refused while servers were replaced", n)
	}
	if len(p.calls) < servers {
		t.Errorf("calls reached %v, want at least %d servers", p.calls, servers)
	}
	eventually(t, "every payment is captured", func() bool {
		var open, captured int
		err := env.Pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE state NOT IN ('captured', 'declined')), count(*) FILTER (WHERE state = 'captured') FROM payment_attempts`).Scan(&open, &captured)
		return err == nil && open == 0 && captured == 18
	})
	for _, c := range all {
		p.stop(c)
	}
}
