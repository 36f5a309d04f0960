package integrations_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// After a long outage an application gets its backlog immediately: the query for the next events must not read the whole backlog. Each statement
// may take a second and needs a millisecond. Before, it compared the backlog with itself and took many seconds on a database that had planned
// with an empty table.
func TestBacklogIsReadInParts(t *testing.T) {
	t.Parallel()
	a := &app{}
	env := sdktest.New(t, withApp(a))
	e := addEndpoint(t, env.Client, integration.EndpointInput{})
	for _, sql := range []string{
		`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET statement_timeout = 1000', current_database()); END $$`,
		`INSERT INTO host_outbox (kind, subject, data, created_at) SELECT 'account.created', md5((n % 1500)::text)::uuid, '{}', now() FROM generate_series(1, 6000) n`,
	} {
		if _, err := env.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	env.Pool.Reset()
	if n := run[int](t)(env.Client.Integration.Relay(t.Context())); n != 6000 {
		t.Fatalf("%d events are numbered", n)
	}
	sent := 0
	for range 10 {
		n := run[int](t)(env.Client.Integration.Deliver(t.Context(), e.ID))
		if n == 0 {
			t.Fatalf("nothing is due after %d events", sent)
		}
		sent += n
	}
	if len(a.got) != sent {
		t.Errorf("%d events were sent, %d arrived", sent, len(a.got))
	}
}
