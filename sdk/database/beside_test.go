package database_test

import (
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var (
	readFor     = flag.Duration("reader", 3*time.Second, "how long a report reads while a migration waits for it and people sign up")
	lockTimeout = flag.Duration("lock-timeout", 0, "migrate with another lock timeout: 1h shows what the default is for")
)

// load is a number of clients that sign up and pay repeatedly until stopped.
type load struct {
	mu      sync.Mutex
	took    []time.Duration
	stop    chan struct{}
	clients sync.WaitGroup
}

func signUps(t *testing.T, env *sdktest.Env, clients int) *load {
	l := &load{stop: make(chan struct{})}
	for range clients {
		l.clients.Go(func() {
			for {
				select {
				case <-l.stop:
					return
				default:
				}
				began := time.Now()
				if answer := env.Pay(t, env.SignUp(t)); answer.Status != payment.Accepted {
					t.Errorf("a payment is %s", answer.Status)
				}
				l.mu.Lock()
				l.took = append(l.took, time.Since(began))
				l.mu.Unlock()
			}
		})
	}
	return l
}

// end stops the clients after their current sign-up. It returns the number of sign-ups and the 99th percentile of their
// duration.
func (l *load) end() (n int, p99 time.Duration) {
	close(l.stop)
	l.clients.Wait()
	slices.Sort(l.took)
	return len(l.took), l.took[len(l.took)*99/100]
}

// A migration that waits for a report blocks no sign-up. The 99th percentile stays below one second or, on a busy
// machine, below three times its value without a migration. Every acknowledged sign-up is stored.
func TestSignUpsDuringMigration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(8))
	idle := signUps(t, env, 3)
	report := reader(t, env)
	if _, err := report.Exec(t.Context(), "SELECT pg_sleep($1)", (*readFor / 3).Seconds()); err != nil {
		t.Fatal(err)
	}
	before, usual := idle.end()
	if err := report.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}

	people := signUps(t, env, 3)
	report = reader(t, env)
	migrated := make(chan error, 1)
	go func() {
		files := later(map[string]string{"20270101000000": addNickname, "20270102000000": "-- +goose Up\nALTER TABLE registrations ADD COLUMN nickname text;\n"})
		migrated <- database.MigrateFiles(t.Context(), env.DatabaseURL, files, database.Migration{LockTimeout: *lockTimeout, Tell: func(m string) { t.Log(m) }})
	}()
	began := time.Now()
	if _, err := report.Exec(t.Context(), "SELECT pg_sleep($1)", readFor.Seconds()); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-migrated:
		t.Errorf("the migration didn't wait for the reader: %v", err)
	default:
	}
	if err := report.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil {
		t.Error(err)
	}
	took := time.Since(began)
	meanwhile, p99 := people.end()
	t.Logf("alone: %d sign-ups, p99 %s; while the migration waited (%s): %d, p99 %s", before, usual, took.Round(time.Millisecond), meanwhile, p99)
	if most := max(time.Second, 3*usual); p99 > most {
		t.Errorf("p99 %s, want at most %s", p99, most)
	}
	if !hasNickname(t, env) {
		t.Error("the migration was lost")
	}
	for _, table := range []string{"registrations WHERE state = 'paid'", "orders WHERE state = 'placed'", "receipts"} {
		if n := fixture.CountRows(t, env, table); n != before+meanwhile {
			t.Errorf("%d of %s, %d sign-ups were acknowledged", n, table, before+meanwhile)
		}
	}
}
