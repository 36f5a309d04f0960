package apiserver

import (
	"flag"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

var refusedCalls = flag.Int("refused", 1500, "refused calls of TestRefusalsLeaveNothingBehind; 20000 is the long run")

// Calls that are refused, of every kind and many at once, leave no goroutine, no connection and no memory behind.
func TestRefusalsLeaveNothingBehind(t *testing.T) {
	b := setup(t, nil, sdktest.WithConnections(4))
	id, key := b.signup(1)
	kinds := []struct {
		method, path, body string
		headers            []string
		want               int
	}{
		{http.MethodPost, "/v1/signups", "{", nil, 400},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"x"},"more":1}`, nil, 422},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"","email":"no"}}`, nil, 409},
		{http.MethodPost, "/v1/signups", strings.Repeat("x", maxBody+1), nil, 413},
		{http.MethodGet, "/v1/signups/" + id, "", []string{"Registration-Key", "made-up"}, 403},
		{http.MethodGet, "/v1/signups/018f3a3e-7b1c-7000-8000-000000000001", "", []string{"Registration-Key", key}, 404},
		{http.MethodPost, "/v1/credentials", `{"username":"ana","password":"Not-A-Pass-1"}`, []string{"Authorization", "Bearer made-up"}, 401},
		{http.MethodPost, "/v1/credentials", `{}`, nil, 401},
		{http.MethodGet, "/v1/nothing", "", nil, 404},
		{http.MethodDelete, "/v1/signups", "", nil, 405},
		{http.MethodPost, "/v1/webhooks/braintree", "bt_signature=a|b&bt_payload=c", []string{"Content-Type", "application/x-www-form-urlencoded"}, 0},
	}
	refuse := func(calls int) {
		var wait sync.WaitGroup
		for worker := range 8 {
			wait.Go(func() {
				for n := worker; n < calls; n += 8 {
					kind := kinds[n%len(kinds)]
					res := b.call(kind.method, kind.path, kind.body, kind.headers...)
					if kind.want != 0 && res.status != kind.want || res.status < 400 || res.status >= 500 {
						t.Errorf("%s %s answers %d, want %d: %s", kind.method, kind.path, res.status, kind.want, res.body)
					}
				}
			})
		}
		wait.Wait()
	}
	refuse(200) // pools and caches fill
	goroutines, heap := settled()
	refuse(*refusedCalls)
	after, heapAfter := settled()
	if after > goroutines+10 {
		t.Errorf("%d goroutines before, %d after %d refused calls", goroutines, after, *refusedCalls)
	}
	if heapAfter > heap+8<<20 {
		t.Errorf("%d KiB of heap before, %d after", heap>>10, heapAfter>>10)
	}
	if n := b.env.Pool.Stat().AcquiredConns(); n != 0 {
		t.Errorf("%d connections are still held", n)
	}
	t.Logf("%d refused calls: goroutines %d, then %d; heap %d KiB, then %d KiB", *refusedCalls, goroutines, after, heap>>10, heapAfter>>10)
}

// settled gives goroutines and live heap once idle connections and garbage are gone.
func settled() (goroutines int, heap uint64) {
	http.DefaultTransport.(*http.Transport).CloseIdleConnections() //nolint:forcetypeassert,errcheck // the standard library's
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}
