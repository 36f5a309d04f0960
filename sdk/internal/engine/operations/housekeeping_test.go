package operations_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/sdktest"
)

// A failure to expire any part is reported, so that the job runs again.
func TestExpireReportsEveryFailure(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	rename := func(from, to string) {
		t.Helper()
		if _, err := env.Pool.Exec(t.Context(), "ALTER TABLE "+from+" RENAME TO "+to); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"registrations", "subscription_codes", "orders", "invitations"} {
		if err := env.Client.Operate.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		rename(table, "elsewhere")
		if err := env.Client.Operate.Expire(t.Context()); err == nil {
			t.Errorf("without table %s: no error", table)
		}
		rename("elsewhere", table)
	}
}

// The purge continues until nothing is left, no matter how many batches that takes.
func TestPurgeTakesEveryBatch(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	const many = 1001 // two full batches, and one more
	_, err := env.Pool.Exec(t.Context(), `INSERT INTO rate_limits (scope, subject, count, ends_at)
		SELECT 'write', int4send(n), 1, $1::timestamptz - interval '1 second' FROM generate_series(1, $2::integer) AS n`, env.Clock.Now(), many)
	if err != nil {
		t.Fatal(err)
	}
	if purged, err := env.Client.Privacy.Purge(t.Context()); err != nil || purged.RateLimits != many {
		t.Errorf("purged %+v, %v; want %d rate limits", purged, err, many)
	}
}
