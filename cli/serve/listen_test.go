package serve

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

// A call's headers may have 32 KiB, plus net/http's small margin. Longer ones are rejected unread.
func TestLongHeadersAreRefused(t *testing.T) {
	t.Parallel()
	answered := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	l, err := ListenOn(t.Context(), "test", "127.0.0.1:0", "", answered, slog.New(slog.DiscardHandler), ConnectionBound{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.server.Close() })
	for length, want := range map[int]int{30 << 10: http.StatusNoContent, 60 << 10: http.StatusRequestHeaderFieldsTooLarge} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, l.URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", strings.Repeat("x", length))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("headers of %d KiB are answered %d, want %d", length>>10, res.StatusCode, want)
		}
	}
}
