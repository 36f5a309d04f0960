package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// dispatch delivers events to the customer's application until the context ends. It has its own ticker for the same reason as [Worker.sweep]. Each
// endpoint has its own goroutine: a slow or dead one delays no other endpoint and no job.
func (w *Worker) dispatch(ctx context.Context) {
	defer close(w.dispatched)
	tick := time.NewTicker(w.opts.EventsEvery)
	defer tick.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	var busy sync.Map // by endpoint
	for {
		if _, err := w.client.Integration.Relay(ctx); err != nil && ctx.Err() == nil {
			w.opts.Log.Error("events not relayed", "error", err)
		}
		endpoints, err := w.client.Integration.Sending(ctx)
		if err != nil && ctx.Err() == nil {
			w.opts.Log.Error("endpoints not read", "error", err)
		}
		for _, id := range endpoints {
			if _, sends := busy.LoadOrStore(id, true); sends {
				continue
			}
			running.Go(func() {
				defer busy.Delete(id)
				if err := deliverAll(ctx, w.client, id); err != nil && ctx.Err() == nil {
					w.opts.Log.Error("events not delivered", "endpoint", id, "error", err)
				}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// deliverAll sends all due events to an endpoint.
func deliverAll(ctx context.Context, client *sdk.Client, endpoint string) error {
	for {
		n, err := client.Integration.Deliver(ctx, endpoint)
		if err != nil || n == 0 || ctx.Err() != nil {
			return err
		}
	}
}
