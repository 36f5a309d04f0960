package main

import (
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/cli/serve"
)

// With --wait a server starts after the migration, and logs the reason of its wait once. Without it, the server ends immediately.
func TestWaitForTheSchema(t *testing.T) {
	t.Parallel()
	w := startWatched(t, nil)
	var newest int64
	const taken = "DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version) RETURNING version_id"
	if err := w.env.Pool.QueryRow(t.Context(), taken).Scan(&newest); err != nil {
		t.Fatal(err)
	}
	const want = "the database doesn't have the newest schema; run: cojoin migrate"
	for _, most := range []time.Duration{0, time.Millisecond} {
		if err := serve.Await(t.Context(), w.Stack, most); err == nil || err.Error() != want {
			t.Errorf("waits %s: %v", most, err)
		}
	}
	before := strings.Count(w.log.String(), `"msg":"waiting"`)
	waited := make(chan error, 1)
	go func() { waited <- serve.Await(t.Context(), w.Stack, time.Minute) }()
	eventually(t, "it says what it waits for", func() bool { return strings.Count(w.log.String(), `"msg":"waiting","for":"`+want) == before+1 })
	if _, err := w.env.Pool.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, true)", newest); err != nil {
		t.Fatal(err)
	}
	if err := <-waited; err != nil {
		t.Error(err)
	}
	if logged := strings.Count(w.log.String(), `"msg":"waiting"`); logged != before+1 {
		t.Errorf("logged \"waiting\" %d times, want once", logged-before)
	}
}
