package slow

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Memory is a server's memory after garbage collection.
type Memory struct {
	Heap, Resident int64 // bytes: live heap, and the system's count
	Goroutines     int
}

func (m Memory) String() string {
	return fmt.Sprintf("heap %.1f MiB, resident %.1f MiB, %d goroutines", float64(m.Heap)/(1<<20), float64(m.Resident)/(1<<20), m.Goroutines)
}

// Load is a load. The server must free its memory afterwards.
type Load struct {
	Refused, Logins, Sockets int
	Linger                   time.Duration // how long the slow sockets stay busy
}

// RunMemory measures a server's memory before and after a load. A tenth of the load runs before the first measurement, so that memory kept for reuse
// counts as idle memory.
func RunMemory(ctx context.Context, o Options, load Load) (before, after Memory, statuses map[int]int, err error) {
	server, err := serve(ctx, o, "COJOIN_LIMITS_logins=off", "COJOIN_LIMITS_loginAddress=off", "COJOIN_LIMITS_loginAccount=off")
	if err != nil {
		return before, after, nil, err
	}
	defer func() { err = errors.Join(err, server.stop()) }()
	if _, err = burden(ctx, server.at.Public, Load{Refused: load.Refused / 10, Logins: load.Logins / 10, Sockets: load.Sockets / 10, Linger: load.Linger / 4}); err != nil {
		return before, after, nil, err
	}
	if before, err = rested(ctx, server); err != nil {
		return before, after, nil, err
	}
	if statuses, err = burden(ctx, server.at.Public, load); err != nil {
		return before, after, statuses, err
	}
	after, err = rested(ctx, server)
	return before, after, statuses, err
}

// burden sends refused calls from eight clients, concurrent logins of unknown accounts from a hundred addresses, and slow sockets. It returns the
// number of replies by status. It comes through a trusted proxy.
func burden(ctx context.Context, public string, load Load) (map[int]int, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	answered := map[int]int{}
	var failed error
	send := func(method, path, body, from string) {
		status, err := statusOf(ctx, client, method, public+path, body, from)
		mu.Lock()
		defer mu.Unlock()
		answered[status]++
		failed = errors.Join(failed, err)
	}
	refused := [][3]string{
		{http.MethodPost, "/v1/signups", "{"},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"x"},"more":1}`},
		{http.MethodPost, "/v1/signups", `{"sections":["PARENT"],"parent":{"firstName":"","email":"no"}}`},
		{http.MethodPost, "/v1/signups", `{"securityAnswer":"` + strings.Repeat("x", 70<<10) + `"}`},
		{http.MethodGet, "/v1/signups/018f3a3e-7b1c-7000-8000-000000000001", ""},
		{http.MethodGet, "/v1/account", ""},
		{http.MethodGet, "/v1/nothing", ""},
		{http.MethodDelete, "/v1/signups", ""},
	}
	var clients sync.WaitGroup
	for worker := range 8 {
		clients.Go(func() {
			for n := worker; n < load.Refused; n += 8 {
				call := refused[n/8%len(refused)]
				send(call[0], call[1], call[2], "203.0.113.1")
			}
		})
	}
	clients.Wait()
	for n := range load.Logins {
		clients.Go(func() {
			send(http.MethodPost, "/v1/access-tokens", fmt.Sprintf(`{"username":"nobody_%d","password":"Not-A-Pass-1"}`, n), fmt.Sprintf("198.51.100.%d", n%100))
		})
	}
	clients.Wait()
	attack, end := context.WithTimeout(ctx, load.Linger)
	defer end()
	for n := range load.Sockets {
		clients.Go(func() {
			dawdle(attack, strings.TrimPrefix(public, "http://"), []string{"body", "header", "reader"}[n%3])
		})
	}
	clients.Wait()
	return answered, failed
}

// statusOf returns the status of a call. A body above the limit may break the connection before the reply is read, which is no failure.
func statusOf(ctx context.Context, client *http.Client, method, url, body, from string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", from)
	res, err := client.Do(req)
	if err != nil {
		if len(body) > 64<<10 {
			return http.StatusRequestEntityTooLarge, nil
		}
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// rested returns a server's memory once it has stayed the same for ten seconds, and after two minutes at the latest: connections end one after the
// other, and Go returns memory to the system bit by bit.
func rested(ctx context.Context, s served) (Memory, error) {
	last, err := memoryOf(ctx, s)
	for deadline := time.Now().Add(2 * time.Minute); err == nil && time.Now().Before(deadline); {
		wait(ctx, 10*time.Second)
		var now Memory
		if now, err = memoryOf(ctx, s); err != nil {
			break
		}
		settled := now.Goroutines == last.Goroutines && now.Heap > last.Heap*99/100 && now.Resident > last.Resident*99/100
		last = now
		if settled {
			break
		}
	}
	return last, err
}

func memoryOf(ctx context.Context, s served) (m Memory, err error) {
	for _, figure := range []struct {
		path, prefix string
		into         func(int64)
	}{
		{"/debug/pprof/heap?gc=1&debug=1", "# HeapAlloc = ", func(n int64) { m.Heap = n }},
		{"/debug/pprof/goroutine?debug=1", "goroutine profile: total ", func(n int64) { m.Goroutines = int(n) }},
	} {
		n, err := profiled(ctx, s.at.Private+figure.path, figure.prefix)
		if err != nil {
			return m, err
		}
		figure.into(n)
	}
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.PID()))
	if err != nil {
		return m, fmt.Errorf("slow: %w", err)
	}
	_, rest, _ := strings.Cut(string(raw), "VmRSS:")
	kib, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, err := strconv.ParseInt(kib, 10, 64)
	m.Resident = n << 10
	return m, err
}

// profiled returns the number after a prefix in one of a server's profiles.
func profiled(ctx context.Context, url, prefix string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = res.Body.Close() }()
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if number, ok := strings.CutPrefix(lines.Text(), prefix); ok {
			return strconv.ParseInt(number, 10, 64)
		}
	}
	return 0, fmt.Errorf("slow: %s has no %q: %w", url, prefix, errors.Join(lines.Err(), errors.ErrUnsupported))
}
