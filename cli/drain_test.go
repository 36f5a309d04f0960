package main

import (
	"net/http"
	"syscall"
	"testing"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// After SIGTERM a server responds 503 at /readyz and keeps serving for the setting drain. A second signal stops it
// cleanly.
func TestServerDrains(t *testing.T) {
	t.Parallel()
	p := newTopology(t, sdktest.New(t))
	p.env = append(p.env, "COJOIN_DRAIN=1h")
	server := p.start("server")
	status := func(path string) int {
		res, err := http.Get(server.public.String() + path)
		if err != nil {
			return 0
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	if got := status("/readyz"); got != http.StatusOK {
		t.Fatalf("ready: %d", got)
	}
	if err := server.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it says that it leaves", func() bool { return status("/readyz") == http.StatusServiceUnavailable })
	if got := status("/v1/pricing-groups?country=US"); got != http.StatusOK {
		t.Errorf("a call is answered with %d while it drains", got)
	}
	p.stop(server)
}
