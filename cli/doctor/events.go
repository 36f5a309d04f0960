package doctor

import (
	"context"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
)

// lateEvent is the longest wait of an event without a warning.
const lateEvent = 10 * time.Minute

// checkEndpoints connects to each endpoint of events without sending anything. It reports the waiting and the abandoned events.
func checkEndpoints(ctx context.Context, st *stack.Stack) []Finding {
	const check = "events"
	if err := st.Migrated(ctx); err != nil { // the check of the database reports it
		return []Finding{{Check: check, Result: Skipped, Found: "the database needs the newest schema first"}}
	}
	endpoints, err := st.Client.Integration.Endpoints(ctx)
	if err != nil {
		return []Finding{{Check: check, Result: Bad, Found: stack.WithoutPassword(err, st.Settings), Mend: "check DATABASE_URL"}}
	}
	if len(endpoints) == 0 {
		return []Finding{{Check: check, Result: Good, Found: "no endpoints: your application receives no events"}}
	}
	findings := make([]Finding, len(endpoints))
	for i, e := range endpoints {
		f := Finding{Check: check + " to " + e.ID, Result: Good, Found: fmt.Sprintf("can be reached, %d wait", e.Figures.Pending)}
		switch {
		case e.State != "enabled":
			f.Result, f.Found = Warning, "is "+e.State+": its events wait"
			f.Mend = "cojoin events endpoints change " + e.ID + " --enable"
		case e.Figures.Dead > 0:
			f.Result, f.Found = Warning, console.Count(e.Figures.Dead, "event")+" given up"
			f.Mend = "cojoin events dead --endpoint " + e.ID + " shows the reason; once it is fixed, run: cojoin events replay"
		case e.Figures.Lag > lateEvent:
			f.Result, f.Found = Warning, fmt.Sprintf("the oldest of %s has been waiting for %s", console.Count(e.Figures.Pending, "event"), e.Figures.Lag.Round(time.Second))
			f.Mend = "check that a worker runs (cojoin work), and test the endpoint: cojoin events send-test --endpoint " + e.ID
		}
		if e.State == "enabled" {
			if err := st.Client.Integration.CheckEndpoint(ctx, e); err != nil {
				f.Result, f.Found, f.Mend = Bad, err.Error(), "cojoin events endpoints list shows its address; check it, its certificate and the firewall"
			}
		}
		findings[i] = f
	}
	return findings
}
