package core

import (
	"context"
	"time"
)

// renewals is the number of renewals within a lease: two may fail before it lapses.
const renewals = 3

// keep renews the claim's lease while the call runs. The lease can therefore be short: if the process dies, a duplicate soon takes the call
// over. A call that ends before the first renewal writes nothing more. A process that is paused for longer than the lease loses it:
// [IdempotencyClaim.Store] then rejects its response.
func (claim *IdempotencyClaim) keep(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the call continues after its caller has disconnected
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

// renew extends the lease. It returns false if another process holds it or the response is stored. It waits until the next try at most,
// because a saturated database has no free connection, and storing the response blocks it. The end of the call doesn't cancel it, which would
// cost the connection.
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
