package session

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// A redirect of the server, or of another in its place, receives neither password nor token.
func TestRedirectsReceiveNoSecret(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, status))
		t.Cleanup(server.Close)
		body := map[string]string{"username": "pat", "password": "corr3ct-horse-battery"}
		if err := New(server.URL, "a-token").Do(t.Context(), http.MethodPost, "/v1/access-tokens", body, nil); err == nil {
			t.Errorf("a redirect with %d counts as an answer", status)
		}
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("the other server got %d requests", n)
	}
}
