package doctor

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// The doctor names the session that blocks others, however long the queue behind it, and shows how to end it.
func TestDoctorNamesLockHolder(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	if got, want := checkLocks(t.Context(), env.Pool), (Finding{Check: "locks", Result: Good, Found: "no session is waiting for a lock"}); got != want {
		t.Errorf("without a waiting session: %+v, want %+v", got, want)
	}
	holder, err := env.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Rollback(context.WithoutCancel(t.Context())) }()
	var pid int
	if err := holder.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Exec(t.Context(), "LOCK TABLE registrations IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	released, began := make(chan error, 2), time.Now()
	for range cap(released) {
		go func() {
			_, err := env.Pool.Exec(t.Context(), "ALTER TABLE registrations RESET (fillfactor)")
			released <- err
		}()
	}
	// The second waits behind the first, which isn't the cause.
	var got Finding
	tick := time.NewTicker(20 * time.Millisecond) // the awaited work needs the processor, too
	defer tick.Stop()
	for !strings.HasPrefix(got.Found, fmt.Sprintf("process %d (nameless) blocks 2", pid)) {
		if <-tick.C; time.Since(began) > 30*time.Second {
			t.Fatalf("two never wait for the first: %+v", got)
		}
		got = checkLocks(t.Context(), env.Pool)
	}
	if waited := time.Since(began); waited < time.Second {
		t.Errorf("it reports a lock after a wait of %s, want at least a second", waited)
	}
	other := sdktest.New(t)
	if got := checkLocks(t.Context(), other.Pool); got.Result != Good {
		t.Errorf("in another database: %+v", got)
	}
	want := Finding{
		Check: "locks", Result: Warning,
		Mend: fmt.Sprintf("end that transaction in its own session, or as the database's owner run: SELECT pg_terminate_backend(%d)", pid),
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Finding{}, "Found")); diff != "" {
		t.Error(diff)
	}
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range cap(released) {
		if err := <-released; err != nil {
			t.Error(err)
		}
	}
}

// The check counts the connections of clients, not Postgres' own processes.
func TestDoctorCountsClients(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	tx, err := env.Pool.Begin(t.Context()) // a transaction sees the same processes throughout
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	var clients, own, most int
	const sql = `SELECT count(*) FILTER (WHERE backend_type = 'client backend'), count(*) FILTER (WHERE backend_type <> 'client backend'),
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int FROM pg_stat_activity`
	if err := tx.QueryRow(t.Context(), sql).Scan(&clients, &own, &most); err != nil || own == 0 {
		t.Fatalf("%d processes of Postgres' own: %v", own, err)
	}
	got := checkConnections(t.Context(), tx)
	if want := fmt.Sprintf("%d of %d in use", clients, most); got.Found != want {
		t.Errorf("found %q, want %q beside %d processes of Postgres' own", got.Found, want, own)
	}
}
