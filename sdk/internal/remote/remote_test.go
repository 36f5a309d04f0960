package remote_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/internal/remote"
)

func TestCall(t *testing.T) {
	t.Parallel()
	var got []string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, strings.Join([]string{r.Method, r.URL.RequestURI(), r.Header.Get("X-Key"), r.Header.Get("Content-Type"), string(body)}, " "))
		http.Redirect(w, r, "https://elsewhere.example/", http.StatusFound)
	}))
	defer service.Close()
	s := remote.New("them", service.URL, time.Minute, 8)
	for _, body := range [][]byte{nil, []byte(`{"a":1}`)} {
		answer, err := s.Call(t.Context(), http.MethodPost, "/v1?q=1", http.Header{"X-Key": {"k"}}, body)
		if err != nil || answer.Status != http.StatusFound || len(answer.Body) > 8 {
			t.Errorf("answered %d %q, %v", answer.Status, answer.Body, err)
		}
	}
	if diff := cmp.Diff([]string{"POST /v1?q=1 k  ", `POST /v1?q=1 k application/json {"a":1}`}, got); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

// Errors contain neither the address, which may contain typed text, nor a header.
func TestErrorsOmitRequestData(t *testing.T) {
	t.Parallel()
	hangs := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-hangs:
		case <-r.Context().Done():
		}
	}))
	defer silent.Close()
	defer close(hangs)
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "short")
	}))
	defer cut.Close()
	for name, tt := range map[string]struct{ base, message string }{
		"unreachable": {"http://127.0.0.1:1", "them can't be reached: "},
		"no answer":   {silent.URL, "them can't be reached: "},
		"cut off":     {cut.URL, "them's answer: "},
		"no address":  {"http://[", "the request can't be made"},
	} {
		_, err := remote.New("them", tt.base, 200*time.Millisecond, 1000).Call(t.Context(), http.MethodGet, "/canary?canary", http.Header{"X-Key": {"canary"}}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), tt.message) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
