package apiserver

import (
	"flag"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var refusedCalls = flag.Int("refused", 1500, "refused calls of TestRejectedCallsLeakNothing; 20000 is the long run")

// Rejected calls of every kind, many of them concurrent, leak no goroutines, connections or memory.
func TestRejectedCallsLeakNothing(t *testing.T) {
	b := setup(t, func(c *Config) { c.Log = nil }, sdktest.WithConnections(4), // its lines would grow the heap
		sdktest.WithConfig(func(c *sdk.Config) {
			c.Limits.Logins, c.Limits.Reads.Count = caller.Limit{Count: 20, Per: time.Hour}, -1
		}))
	id, key := b.signup(1)
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	ours := []string{"Registration-Key", key}
	kinds := []struct {
		method, path, body string
		headers            []string
		want               int
	}{
		{http.MethodPost, "/v1/signups", "{", nil, 400},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"x"},"more":1}`, nil, 422},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"","email":"no"}}`, nil, 409},
		{http.MethodPost, "/v1/signups", strings.Repeat("x", request.MaxBody+1), nil, 413},
		{http.MethodGet, "/v1/signups/" + id, "", []string{"Registration-Key", "made-up"}, 403},
		{http.MethodGet, "/v1/signups/018f3a3e-7b1c-7000-8000-000000000001", "", []string{"Registration-Key", key}, 404},
		{http.MethodPost, "/v1/credentials", `{"username":"ana","password":"Not-A-Pass-1"}`, []string{"Authorization", "Bearer made-up"}, 401},
		{http.MethodPost, "/v1/credentials", `{}`, nil, 401},
		{http.MethodGet, "/v1/nothing", "", nil, 404},
		{http.MethodDelete, "/v1/signups", "", nil, 405},
		{http.MethodPost, "/v1/webhooks/braintree", "bt_signature=a|b&bt_payload=c", form, 0},
		{http.MethodPost, "/v1/signups", "sections=PARENT", form, 415},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"email":"no"}}`, []string{"Idempotency-Key", "short"}, 422},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"email":"no"}}`, []string{"Idempotency-Key", "the-same-refusal-again"}, 409},
		{http.MethodPut, "/v1/signups/" + id, `{"sections":["NOTHING"]}`, ours, 0},
		{http.MethodPut, "/v1/signups/" + id, `{"sections":["PARENT"],"parent":{"firstName":""}}`, ours, 409},
		{http.MethodPost, "/v1/pricing", `{"limboId":"` + id + `","orderDetail":{"packageId":999999}}`, ours, 0},
		{http.MethodPost, "/v1/signups/" + id + "/payment", `{"order":{"packageId":999999},"payment":{}}`, ours, 0},
		{http.MethodPost, "/v1/access-tokens", `{"username":"nobody","password":"Not-A-Pass-1"}`, nil, 0}, // 401, then 429
		{http.MethodGet, "/v1/parents/018f3a3e-7b1c-7000-8000-000000000001", "", []string{"Authorization", "Bearer made-up"}, 0},
		{http.MethodGet, "/v1/invite", "", []string{"Authorization", "Bearer made-up"}, 0},
	}
	var mu sync.Mutex
	answered := map[int]int{} // number of responses by status
	refuse := func(calls int) {
		var wait sync.WaitGroup
		for worker := range 8 {
			wait.Go(func() {
				for n := worker; n < calls; n += 8 {
					kind := kinds[n%len(kinds)]
					res := b.call(kind.method, kind.path, kind.body, kind.headers...)
					mu.Lock()
					answered[res.status]++
					mu.Unlock()
					if kind.want != 0 && res.status != kind.want || res.status < 400 || res.status >= 500 {
						t.Errorf("%s %s answers %d, want %d: %s", kind.method, kind.path, res.status, kind.want, res.body)
					}
				}
			})
		}
		wait.Wait()
	}
	refuse(200) // fills pools and caches
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
	if total, idle := b.env.Pool.Stat().TotalConns(), b.env.Pool.Stat().MaxConns(); total > idle {
		t.Errorf("%d connections to the database, of %d", total, idle)
	}
	for _, status := range []int{400, 401, 403, 404, 405, 409, 413, 415, 422, 429} {
		if answered[status] == 0 {
			t.Errorf("no call was refused with %d", status)
		}
	}
	t.Logf("%d refused calls (by status: %v): goroutines %d, then %d; heap %d KiB, then %d KiB", *refusedCalls, answered, goroutines, after, heap>>10, heapAfter>>10)
}

// settled returns the number of goroutines and the size of the live heap, without idle connections and garbage.
func settled() (goroutines int, heap uint64) {
	http.DefaultTransport.(*http.Transport).CloseIdleConnections() //nolint:forcetypeassert,errcheck // the standard library's
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return runtime.NumGoroutine(), m.HeapAlloc
}
