package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// probeEvery is the interval of the balancer's readiness probes.
const probeEvery = 250 * time.Millisecond

// balancer is a plain load balancer: it takes turns among the servers with a last /readyz of 200, and never retries a call.
type balancer struct {
	proxy *httputil.ReverseProxy
	probe *http.Client

	mu      sync.Mutex
	targets []*target
	turn    int
	answers map[int]int // by status, of 5xx replies
	written time.Time   // the last call that changed data
	gap     time.Duration
}

type target struct {
	address *url.URL
	ready   bool
}

type destination struct{}

func newBalancer() *balancer {
	b := &balancer{probe: &http.Client{Timeout: 2 * time.Second}, answers: map[int]int{}}
	b.proxy = &httputil.ReverseProxy{
		Transport: &http.Transport{MaxIdleConnsPerHost: 64, ResponseHeaderTimeout: 40 * time.Second},
		Rewrite: func(r *httputil.ProxyRequest) {
			to, _ := r.In.Context().Value(destination{}).(*url.URL)
			r.SetURL(to)
			r.SetXForwarded()
		},
		ModifyResponse: func(r *http.Response) error {
			b.note(r.Request.Method, r.StatusCode)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, _ error) {
			b.note(r.Method, http.StatusBadGateway)
			w.WriteHeader(http.StatusBadGateway)
		},
	}
	return b
}

// ServeHTTP implements [http.Handler].
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to := b.next()
	if to == nil {
		b.note(r.Method, http.StatusServiceUnavailable)
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	b.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), destination{}, to)))
}

func (b *balancer) next() *url.URL {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.targets {
		b.turn++
		if t := b.targets[b.turn%len(b.targets)]; t.ready {
			return t.address
		}
	}
	return nil
}

// wait waits until a server is ready.
func (b *balancer) wait(ctx context.Context) error {
	return until(ctx, "a server is ready", func() error {
		if b.next() == nil {
			return errors.New("none")
		}
		return nil
	})
}

func (b *balancer) add(address *url.URL) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.targets = append(b.targets, &target{address: address})
}

// only sends calls to these addresses, all of them ready: another component has probed them.
func (b *balancer) only(addresses []*url.URL) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.targets = nil
	for _, a := range addresses {
		b.targets = append(b.targets, &target{address: a, ready: true})
	}
}

// watch probes every server until the context ends.
func (b *balancer) watch(ctx context.Context) {
	for tick := time.NewTicker(probeEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		b.mu.Lock()
		targets := append([]*target(nil), b.targets...)
		b.mu.Unlock()
		for _, t := range targets {
			go func() {
				ready := false
				if res, err := b.probe.Get(t.address.String() + "/readyz"); err == nil { //nolint:noctx // bounded by the client's timeout
					_ = res.Body.Close()
					ready = res.StatusCode == http.StatusOK
				}
				b.mu.Lock()
				defer b.mu.Unlock()
				t.ready = ready
			}()
		}
	}
}

// note counts a reply and the time without a write.
func (b *balancer) note(method string, status int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case status >= http.StatusInternalServerError:
		b.answers[status]++
	case method != http.MethodGet && status < http.StatusBadRequest:
		if !b.written.IsZero() {
			b.gap = max(b.gap, time.Since(b.written))
		}
		b.written = time.Now()
	}
}

// since returns the counts since its last call: replies of 500 and above, and the longest time without a write.
func (b *balancer) since() (answers map[int]int, gap time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	answers, gap = b.answers, b.gap
	b.answers, b.gap, b.written = map[int]int{}, 0, time.Time{}
	return answers, gap
}
