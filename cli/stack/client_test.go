package stack_test

import (
	"net/url"
	"testing"
	"time"

	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// An operator's command has no time limit, even with a server's login and its statement timeout.
func TestOperatorCommandsHaveNoStatementTimeout(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(3))
	address, err := url.Parse(env.Pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	limited := address.Query()
	limited.Set("statement_timeout", "50")
	address.RawQuery = limited.Encode()
	client, done, err := stack.DatabaseClient(t.Context(), address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer done()

	busy, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = busy.Rollback(t.Context()) }() // done already, unless the test failed
	if _, err := busy.Exec(t.Context(), "LOCK TABLE registrations"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := client.Operate.Funnel(t.Context(), sdktest.Start, sdktest.Start.Add(time.Hour))
		ended <- err
	}()
	const late = `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
		AND clock_timestamp() - query_start > interval '200 milliseconds')`
	for waits := false; !waits; {
		select {
		case err := <-ended:
			t.Fatalf("it ended with %v", err)
		default:
		}
		if err := env.Pool.QueryRow(t.Context(), late).Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := busy.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
