// Package slow shows that slow senders and slow readers don't delay other clients. It sends half of a body, half of the headers, or reads no reply,
// from one address, against a real server, alone or behind a proxy. Everything runs on 127.0.0.0/8.
package slow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cojoin/cojoin/internal/postgres"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// Options set the number of slow clients of each kind, and the duration.
type Options struct {
	Binary, Dir              string
	Proxy                    string // "": none, nginx or caddy
	Bodies, Headers, Readers int
	For                      time.Duration // measurement of other clients, each of quiet and attacked
}

// Figures are the other clients' results.
type Figures struct{ Quiet, Attacked Sample }

// Sample is the result of some clients in a time.
type Sample struct {
	Calls, Failed int
	P99           time.Duration
	Why           string // error of a failed call
}

// attacker is the address of the slow clients. Others have their own addresses, and the proxy has 127.0.0.1.
const attacker = "127.0.0.3"

// Run measures others' calls without and with the slow clients.
func Run(ctx context.Context, o Options) (f Figures, err error) {
	server, err := serve(ctx, o)
	if err != nil {
		return f, err
	}
	stops := []func() error{server.stop}
	defer func() {
		for _, stop := range slices.Backward(stops) {
			err = errors.Join(err, stop())
		}
	}()
	addr := strings.TrimPrefix(server.at.Public, "http://")
	if o.Proxy != "" {
		proxy, front, err := startProxy(ctx, o, addr)
		if err != nil {
			return f, err
		}
		stops = append(stops, proxy.Stop)
		if err := proxy.Answers(ctx, "http://"+front+"/livez"); err != nil {
			return f, err
		}
		addr = front
	}
	_ = others(ctx, addr, o.For/2) // warm-up
	f.Quiet = others(ctx, addr, o.For)
	attack, end := context.WithCancel(ctx)
	var slow sync.WaitGroup
	for kind, count := range map[string]int{"body": o.Bodies, "header": o.Headers, "reader": o.Readers} {
		for range count {
			slow.Go(func() {
				for attack.Err() == nil { // a rejected client comes back
					dawdle(attack, addr, kind)
					wait(attack, time.Second) // slow clients, not a storm of connections
				}
			})
		}
	}
	wait(ctx, 4*time.Second) // until all of them are connected
	f.Attacked = others(ctx, addr, o.For)
	end()
	slow.Wait()
	return f, nil
}

// served is a server with its own database, without limits of reads and writes.
type served struct {
	process *fleet.Process
	at      fleet.Addresses
	stop    func() error // ends the database, too
}

func serve(ctx context.Context, o Options, settings ...string) (s served, err error) {
	pg, err := postgres.Start(ctx, postgres.Options{DataDir: filepath.Join(o.Dir, "postgres"), Settings: postgres.FastSettings()})
	if err != nil {
		return s, fmt.Errorf("slow: %w", err)
	}
	s.stop = func() error {
		var err error
		if s.process != nil {
			err = s.process.Stop()
		}
		return errors.Join(err, pg.Stop(context.WithoutCancel(ctx)))
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
		}
	}()
	env := append(fleet.Settings(pg.URL(), fleet.EncodeSecret(fleet.NewSecret()), "http://127.0.0.1:1"),
		"COJOIN_TRUSTED_PROXIES=127.0.0.1/32", "COJOIN_LIMITS_writes=off", "COJOIN_LIMITS_reads=off")
	env = append(env, settings...)
	if _, err := fleet.Command(ctx, o.Binary, env, "migrate"); err != nil {
		return s, err
	}
	argv := []string{o.Binary, "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0"}
	if s.process, err = fleet.Start(fleet.Program{Name: "server", Dir: o.Dir, Argv: argv, Env: env}); err != nil {
		return s, err
	}
	s.at, err = s.process.Serving(ctx)
	return s, err
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// startProxy starts nginx or Caddy before the server, as in the examples of deployments, and returns its address.
func startProxy(ctx context.Context, o Options, server string) (*fleet.Process, string, error) {
	front, err := fleet.FreeAddr(ctx)
	if err != nil {
		return nil, "", err
	}
	file := filepath.Join(o.Dir, o.Proxy+".conf")
	text := "{\n\tadmin off\n\tauto_https off\n}\nhttp://" + front + " {\n\tbind 127.0.0.1\n\treverse_proxy " + server + "\n}\n"
	argv := []string{"caddy", "run", "--adapter", "caddyfile", "--config", file}
	if o.Proxy == "nginx" {
		text = fmt.Sprintf(`daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; worker_processes 2; events { worker_connections 4096; }
http { access_log off; client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
server { listen %[2]s; location / { proxy_pass http://%[3]s; proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; } } }
`, o.Dir, front, server)
		argv = []string{"nginx", "-p", o.Dir, "-e", filepath.Join(o.Dir, "error.log"), "-c", file}
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return nil, "", fmt.Errorf("slow: %w", err)
	}
	if _, err := exec.LookPath(argv[0]); err != nil {
		return nil, "", fmt.Errorf("slow: %s isn't installed: apt-get install %s", argv[0], argv[0])
	}
	proxy, err := fleet.Start(fleet.Program{Name: o.Proxy, Dir: o.Dir, Argv: argv, Env: append(os.Environ(), "HOME="+o.Dir)})
	return proxy, front, err
}

// dawdle is one slow client: it connects, holds the connection as long as the server allows, and never completes its request.
func dawdle(ctx context.Context, addr, kind string) {
	conn, err := dialerFrom(attacker).DialContext(ctx, "tcp", addr)
	if err != nil {
		wait(ctx, 100*time.Millisecond)
		return
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	head := "POST /v1/webhooks/braintree HTTP/1.1\r\nHost: join.example.com\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n"
	switch kind {
	case "header":
		trickle(ctx, conn, head[:40])
	case "body":
		_, _ = io.WriteString(conn, head+"\r\nbt_signature=")
		trickle(ctx, conn, "a")
	case "reader":
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetReadBuffer(1 << 10)
		}
		for range 20 { // more replies than the buffers hold
			if _, err := io.WriteString(conn, "GET /v1/countries HTTP/1.1\r\nHost: join.example.com\r\n\r\n"); err != nil {
				return
			}
		}
		wait(ctx, 20*time.Second)
	}
}

// trickle writes about a byte a second until the other side hangs up.
func trickle(ctx context.Context, conn net.Conn, first string) {
	gone := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, conn)
		close(gone)
	}()
	for _, err := io.WriteString(conn, first); err == nil; _, err = io.WriteString(conn, "x") {
		select {
		case <-gone:
			return
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func dialerFrom(addr string) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(addr)}, Timeout: 5 * time.Second}
}

// others are eight clients with their own addresses. They read and sign up, and don't wait after a refusal.
func others(ctx context.Context, addr string, d time.Duration) Sample {
	ctx, cancel := context.WithTimeout(ctx, d+30*time.Second)
	defer cancel()
	until := time.Now().Add(d)
	var mu sync.Mutex
	var all Sample
	var took []time.Duration
	var clients sync.WaitGroup
	for n := range 8 {
		client := &http.Client{Transport: &http.Transport{DialContext: dialerFrom(fmt.Sprintf("127.0.1.%d", n+1)).DialContext}}
		clients.Go(func() {
			defer client.CloseIdleConnections()
			for time.Now().Before(until) && ctx.Err() == nil {
				for _, c := range []struct {
					method, path, body string
					want               int
				}{
					{http.MethodGet, "/v1/bootstrap", "", 200},
					{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{}}`, 409}, // the reply to a request without entries
				} {
					start := time.Now()
					err := call(ctx, client, c.method, "http://"+addr+c.path, c.body, c.want)
					mu.Lock()
					all.Calls++
					took = append(took, time.Since(start))
					if err != nil {
						all.Failed++
						all.Why = err.Error()
					}
					mu.Unlock()
				}
				wait(ctx, 20*time.Millisecond)
			}
		})
	}
	clients.Wait()
	slices.Sort(took)
	if len(took) > 0 {
		all.P99 = took[len(took)*99/100]
	}
	return all
}

func call(ctx context.Context, client *http.Client, method, url, body string, want int) error {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return err
	}
	if res.StatusCode != want {
		return fmt.Errorf("%s %s answers %d", method, url, res.StatusCode)
	}
	return nil
}
