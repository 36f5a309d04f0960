package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// TestSandboxScripts runs each script against a sandbox of its own, with its address in COJOIN_SANDBOX_URL.
func TestSandboxScripts(t *testing.T) {
	t.Parallel()
	runScripts(t, "script-sandbox", func(tb testing.TB, e *testscript.Env) error {
		s, err := sandbox.New(sandbox.Options{})
		if err != nil {
			return err
		}
		server := httptest.NewServer(s)
		tb.Cleanup(server.Close)
		e.Setenv("COJOIN_SANDBOX_URL", server.URL)
		return nil
	})
}

func TestSandboxRunsUntilItIsStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	out := &addressWriter{found: make(chan string, 1)}
	root := newRootCommand()
	root.SetArgs([]string{"sandbox", "--addr", "127.0.0.1:0", "--ledger", t.TempDir() + "/ledger.jsonl"})
	root.SetOut(out)
	root.SetErr(out)
	stopCtx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- root.ExecuteContext(stopCtx) }()
	var address string
	select {
	case address = <-out.found:
	case <-ctx.Done():
		t.Fatal("the sandbox didn't print its address")
	}
	resp, err := http.Get(address + "/livez")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("got %+v, %v", resp, err)
	}
	_ = resp.Body.Close()

	var errOut bytes.Buffer
	taken := strings.TrimPrefix(address, "http://")
	if code := run([]string{"sandbox", "--addr", taken}, nil, &errOut, &errOut); code != exitFailed || !strings.Contains(errOut.String(), "another program listens on "+taken) {
		t.Errorf("an address that is taken: %d %s", code, errOut.String())
	}
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Fatal("it doesn't stop")
	}
}

// addressWriter finds the address in the printed text.
type addressWriter struct {
	found  chan string
	output string
}

func (w *addressWriter) Write(p []byte) (int, error) {
	w.output += string(p)
	if _, rest, ok := strings.Cut(w.output, "is at "); ok {
		if address, _, ok := strings.Cut(rest, " "); ok {
			select {
			case w.found <- address:
			default:
			}
		}
	}
	return len(p), nil
}
