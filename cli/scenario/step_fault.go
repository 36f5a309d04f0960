package scenario

import (
	"context"
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/internal/sandbox"
)

// Fault spoils the next calls to the payment provider's sandbox, or removes the faults so far. It is removed at the end of the run.
type Fault struct {
	sandbox.Fault
	Clear bool `json:"clear,omitempty"`
}

// inject adds a fault to the sandbox, or clears all.
func (r *run) inject(ctx context.Context, f Fault) error {
	method, body := http.MethodPost, any(f.Fault)
	if f.Clear {
		method, body = http.MethodDelete, nil
	}
	r.seen.faulty.Store(true)
	return r.provide(ctx, method, "faults", body, &struct{}{})
}

// clearFaults undoes inject.
func (r *run) clearFaults(ctx context.Context) error {
	if !r.seen.faulty.Swap(false) {
		return nil
	}
	return r.provide(ctx, http.MethodDelete, "faults", nil, &struct{}{})
}

// sandbox returns the address of a call for people and tests of the sandbox.
func (r *run) sandbox(path string) string {
	return strings.TrimRight(r.bootstrap.Payment.SandboxURL, "/") + "/sandbox/" + path
}
