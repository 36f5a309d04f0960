package apiserver

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// While the database's disk is full, calls get Retry-After, and the server isn't ready for load balancers.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	if r := b.call(http.MethodGet, "/readyz", nil); r.status != http.StatusOK {
		t.Fatalf("before: %d %s", r.status, r.body)
	}
	_, err := b.env.Pool.Exec(t.Context(), `CREATE FUNCTION disk_is_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
		CREATE TRIGGER disk_is_full BEFORE INSERT ON registrations FOR EACH ROW EXECUTE FUNCTION disk_is_full()`)
	if err != nil {
		t.Fatal(err)
	}
	for path, r := range map[string]reply{
		"/v1/signups": b.call(http.MethodPost, "/v1/signups", requestOf(t, sdktest.ReadyToPay(1))),
		"/readyz":     b.call(http.MethodGet, "/readyz", nil),
	} {
		if r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d, Retry-After %q: %s", path, r.status, r.header.Get("Retry-After"), r.body)
		}
	}
}

// A server is ready again some seconds after the last call that failed on the disk. Other errors don't count.
func TestDiskWatch(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		err   error
		later time.Duration
		want  bool
	}{
		"full":                {&pgconn.PgError{Code: "53100"}, 0, true},
		"broken":              {&pgconn.PgError{Code: "58030"}, 9 * time.Second, true},
		"full some time ago":  {&pgconn.PgError{Code: "53100"}, 10 * time.Second, false},
		"another refusal":     {&pgconn.PgError{Code: "23505"}, 0, false},
		"no refusal":          {errors.New("disk_full"), 0, false},
		"nothing has failed":  {nil, 0, false},
		"too many connection": {&pgconn.PgError{Code: "53300"}, 0, false},
	} {
		var w diskWatch
		w.note(c.err, now)
		if got := w.failed(now.Add(c.later)); got != c.want {
			t.Errorf("%s: failed is %v, want %v", name, got, c.want)
		}
	}
}
