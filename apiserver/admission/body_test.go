package admission

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// serveBodies starts a server that responds with the request's body or the error of reading it.
func serveBodies(t *testing.T, rule Body) string {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := rule.Read(w, r)
		for _, known := range []error{ErrTooLarge, ErrTooSlow, ErrBroken} {
			if errors.Is(err, known) {
				err = known
			}
		}
		w.Header().Set("Connection", "close")
		_, _ = fmt.Fprintf(w, "%q %v", body, err)
	}))
	t.Cleanup(srv.Close)
	return srv.Listener.Addr().String()
}

// sendParts opens a connection, writes the parts with a pause before each, and returns the body of the response.
func sendParts(t *testing.T, addr string, pause time.Duration, parts ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() {
		for n, part := range parts {
			if n > 0 {
				time.Sleep(pause)
			}
			if _, err := io.WriteString(conn, part); err != nil {
				return
			}
		}
	}()
	raw, err := io.ReadAll(conn)
	if err != nil && len(raw) == 0 {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(raw), "\r\n\r\n")
	return body
}

func post(length int) string {
	return fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", length)
}

// A body is read as a whole. It is rejected if it is too large, stalls or arrives below the floor.
func TestBodyReading(t *testing.T) {
	t.Parallel()
	rule := Body{Most: 8, Floor: 1000, Grace: 150 * time.Millisecond, Limit: time.Second}
	addr := serveBodies(t, rule)
	drops := append([]string{post(8)}, strings.Split("12345678", "")...)
	for name, tc := range map[string]struct {
		pause time.Duration
		parts []string
		want  string
	}{
		"in one":            {0, []string{post(5) + "hello"}, `"hello" <nil>`},
		"none":              {0, []string{post(0)}, `"" <nil>`},
		"in two parts":      {time.Millisecond, []string{post(5) + "he", "llo"}, `"hello" <nil>`},
		"exactly the most":  {0, []string{post(8) + "12345678"}, `"12345678" <nil>`},
		"too large":         {0, []string{post(9) + "123456789"}, `"" the body is too large`},
		"too large, in one": {0, []string{"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n123456789\r\n0\r\n\r\n"}, `"" the body is too large`},
		"half-sent":         {0, []string{post(5) + "he"}, `"" the body came too slowly`},
		"never sent":        {0, []string{post(5)}, `"" the body came too slowly`},
		"drop by drop":      {100 * time.Millisecond, drops, `"" the body came too slowly`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, sendParts(t, addr, tc.pause, tc.parts...)); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// The deadline grows with the received bytes, at the rate of the floor, up to the limit.
func TestDeadlineOfABody(t *testing.T) {
	t.Parallel()
	rule := Body{Most: 1 << 20, Floor: 1 << 10, Grace: 5 * time.Second, Limit: 20 * time.Second}
	var got []time.Duration
	start := time.Now()
	for _, have := range []int{0, 1 << 10, 10 << 10, 15 << 10, 64 << 10} {
		got = append(got, rule.deadline(start, have).Sub(start))
	}
	want := []time.Duration{5 * time.Second, 6 * time.Second, 15 * time.Second, 20 * time.Second, 20 * time.Second}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("deadlines (-want +got):\n%s", diff)
	}
}

// The deadline of a body doesn't cancel its call.
func TestDeadlineEndsWithTheBody(t *testing.T) {
	t.Parallel()
	rule := Body{Most: 8, Floor: 1000, Grace: 50 * time.Millisecond, Limit: 50 * time.Millisecond}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := rule.Read(w, r); err != nil {
			t.Error(err)
		}
		select {
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGone)
		case <-time.After(200 * time.Millisecond):
		}
	}))
	defer srv.Close()
	for _, body := range []string{"hello", ""} {
		res, err := http.Post(srv.URL, "text/plain", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("with body %q: the call was cancelled", body)
		}
	}
}
