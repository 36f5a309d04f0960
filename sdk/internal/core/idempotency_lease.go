package core

import (
	"context"
	"time"
)

// renewals is how often a lease is renewed within its length: two may fail before it lapses.
const renewals = 3

// keep renews the claim's lease for as long as the call runs, so that the lease may be short: when the process
// dies, a duplicate takes the call over soon. A call that ends before the first renewal writes nothing more.
// A process that is paused for longer than the lease loses it: [IdempotencyClaim.Store] then refuses its answer.
func (claim *IdempotencyClaim) keep(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the call goes on when its caller has gone
	every := max(claim.c.Idempotency.Lease/renewals, time.Millisecond)
	go func() {
		for beat := time.NewTicker(every); ; {
			select {
			case <-ctx.Done():
				beat.Stop()
				return
			case <-beat.C:
			}
			if held := claim.renew(ctx, every); !held {
				beat.Stop()
				return
			}
		}
	}()
	return cancel
}

// renew extends the lease; false when another process holds it or the answer is stored. It waits at most until the
// next try: a saturated database has no free connection, and storing the call's answer blocks it. It isn't cancelled
// when the call ends, which would cost the connection.
func (claim *IdempotencyClaim) renew(ctx context.Context, most time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), most)
	defer cancel()
	n, err := claim.c.Q.RenewIdempotencyLease(ctx,
		claim.c.Now().Add(claim.c.Idempotency.Lease), claim.call.Scope.String(), claim.keyHash, claim.fence)
	if err != nil {
		claim.c.Log.Warn("idempotency lease not renewed", "scope", claim.call.Scope.String(), "error", err)
	}
	return err != nil || n == 1
}
