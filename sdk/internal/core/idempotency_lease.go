package core

import (
	"context"
	"time"
)

// renewals is how often a lease is renewed within its length: two may fail before it lapses.
const renewals = 3

// keep renews the claim's lease for as long as the call runs, so that the lease may be short: when the process
// dies, a duplicate takes the call over soon. A call that is over before the first renewal writes nothing more.
// Whoever stood still for longer than the lease has lost it for good: what it writes then is refused by
// [IdempotencyClaim.Store].
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

// renew writes the lease anew; false when it is somebody else's, or the answer is stored. It waits no longer
// than until the next try: no connection is free where the database is saturated, and the call is in its way
// while it stores its answer. The end of the call doesn't cut it off, which would cost the connection.
func (claim *IdempotencyClaim) renew(ctx context.Context, most time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), most)
	defer cancel()
	n, err := claim.c.Q.RenewIdempotencyLease(ctx,
		claim.c.Now().Add(claim.c.Idempotency.Lease), claim.call.Scope, claim.keyHash, claim.fence)
	if err != nil {
		claim.c.Log.Warn("idempotency lease not renewed", "scope", claim.call.Scope, "error", err)
	}
	return err != nil || n == 1
}
