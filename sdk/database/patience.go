package database

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Migration configures how much a migration may disturb other users of the database. The zero value has the defaults.
type Migration struct {
	// LockTimeout limits a statement's wait for a lock: everything else that needs the same table queues behind the statement.
	// After that the migration is rolled back. The migration then waits, without queueing for a lock, until the blocking
	// transactions have ended, and begins again. For a prepared transaction it only pauses for one to two LockTimeouts
	// before each new try. Default 500 ms.
	LockTimeout time.Duration
	// Patience limits the total wait of one migration. Default 2 minutes.
	Patience time.Duration
	// OldTransaction is the maximum age of open transactions on the database. If one is older, the migration is rejected before
	// it begins: a backup, a report or a forgotten session rarely ends soon. Prepared transactions count too. Sessions of
	// migrations don't count, nor do transactions with an age that the migrating role may not see. Default 1 minute.
	OldTransaction time.Duration
	// DespiteOldTransactions migrates despite such transactions.
	DespiteOldTransactions bool
	// Tell receives messages about the transactions in the migration's way. It may be nil.
	Tell func(message string)
}

// DefaultMigration returns the default durations.
func DefaultMigration() Migration {
	return Migration{LockTimeout: 500 * time.Millisecond, Patience: 2 * time.Minute, OldTransaction: time.Minute}
}

func (m Migration) withDefaults() Migration {
	defaults := DefaultMigration()
	if m.LockTimeout <= 0 {
		m.LockTimeout = defaults.LockTimeout
	}
	if m.Patience <= 0 {
		m.Patience = defaults.Patience
	}
	if m.OldTransaction <= 0 {
		m.OldTransaction = defaults.OldTransaction
	}
	if m.Tell == nil {
		m.Tell = func(string) {}
	}
	return m
}

// Holder is a session with a transaction that blocks a migration. Its statements aren't read: they can contain personal
// data.
type Holder struct {
	PID         int // 0: a prepared transaction
	Role        string
	Application string
	State       string        // from pg_stat_activity; empty where the migrating role may not see it
	Open        time.Duration // age of its transaction; negative where the migrating role may not see it

	virtual string // identifies its transaction
}

func (h Holder) String() string {
	if h.PID == 0 {
		return "a prepared transaction (see pg_prepared_xacts)"
	}
	parts := []string{"role " + h.Role}
	if h.Application != "" {
		parts = append(parts, h.Application)
	}
	if h.State != "" {
		parts = append(parts, h.State)
	}
	if h.Open >= 0 {
		parts = append(parts, "open for "+h.Open.Round(100*time.Millisecond).String())
	}
	return fmt.Sprintf("process %d (%s)", h.PID, strings.Join(parts, ", "))
}

func namesOf(holders []Holder) string {
	if len(holders) == 0 {
		return "a transaction that has ended"
	}
	names := make([]string, len(holders))
	for i, h := range holders {
		names[i] = h.String()
	}
	return strings.Join(names, "; ")
}

// LockedError reports that a migration gave up: for longer than its patience, other sessions held a lock that it needs. The
// schema is as it was before that migration.
type LockedError struct {
	Holders []Holder // the last holders of the lock
	Waited  time.Duration
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("gave up after %s: %s held a required lock. The schema is as it was before this migration, and servers of the previous release keep working. "+
		"Let those transactions end, or end them (SELECT pg_terminate_backend(…)), then migrate again", e.Waited.Round(time.Second), namesOf(e.Holders))
}

// OldTransactionError reports that a migration was refused because of old open transactions. Nothing was changed.
type OldTransactionError struct {
	Holders []Holder
	Bound   time.Duration
}

func (e *OldTransactionError) Error() string {
	return fmt.Sprintf("a transaction has been open for longer than %s: %s. Nothing was changed. The migration would wait for it, and all other queries on the table would wait for the migration. "+
		"Let it end, or end it (SELECT pg_terminate_backend(…)), then migrate again; --despite-old-transactions migrates nevertheless", e.Bound, namesOf(e.Holders))
}

// Patiently runs a step of a migration with m's limits. The step must use the given connection configuration, change
// everything or nothing, and be repeatable. Errors: [*LockedError], [*OldTransactionError], the step's own.
func (m Migration) Patiently(ctx context.Context, conf *pgx.ConnConfig, step func(ctx context.Context, conf *pgx.ConnConfig) error) error {
	m = m.withDefaults()
	return m.patiently(ctx, conf, m.LockTimeout, step)
}

// migratorName begins the application name of every migration's sessions.
const migratorName = "cojoin migrate "

func (m Migration) patiently(ctx context.Context, conf *pgx.ConnConfig, lockTimeout time.Duration, step func(ctx context.Context, conf *pgx.ConnConfig) error) error {
	watcher, err := pgx.ConnectConfig(ctx, conf) // in advance: on a busy machine connecting takes longer than waiting for a lock
	if err != nil {
		return err
	}
	defer func() { _ = watcher.Close(context.WithoutCancel(ctx)) }()
	if !m.DespiteOldTransactions {
		if err := refuseOldTransactions(ctx, watcher, m.OldTransaction); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%s%08x", migratorName, rand.Uint32())
	brief := conf.Copy()
	brief.RuntimeParams["application_name"] = name
	brief.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		// The role's own limits (see GrantRoles) are meant for servers, not for a migration.
		return conn.Exec(ctx, fmt.Sprintf("SET lock_timeout = %d; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0", max(lockTimeout.Milliseconds(), 1))).Close()
	}
	var holders []Holder
	for began := time.Now(); ; {
		stop := watchHolders(ctx, watcher, name, lockTimeout)
		err := step(ctx, brief)
		if seen := stop(); len(seen) > 0 {
			holders = seen
		}
		if !isLocked(err) {
			return err
		}
		waited := time.Since(began)
		if waited >= m.Patience {
			return &LockedError{Holders: holders, Waited: waited}
		}
		m.Tell(fmt.Sprintf("the migration waits for a lock of %s; it gives up in %s", namesOf(holders), (m.Patience - waited).Round(time.Second)))
		if err := waitForHolders(ctx, watcher, holders, m.Patience-waited); err != nil {
			return err
		}
		// Sessions that queued behind the last try go first.
		if err := sleep(ctx, lockTimeout+rand.N(lockTimeout)); err != nil {
			return err
		}
	}
}

// isLocked reports whether a step failed because of a lock timeout or a deadlock.
func isLocked(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && (pgErr.Code == "55P03" || pgErr.Code == "40P01")
}

// holdersOf finds the transactions that block the sessions with an application name. Without pg_read_all_stats Postgres
// hides the state and age of other roles' sessions, but not their process id, role and pg_locks.
const holdersOf = `SELECT h.pid, coalesce(a.usename::text, ''), coalesce(a.application_name, ''), coalesce(a.state, ''),
	coalesce(extract(epoch FROM clock_timestamp() - a.xact_start), -1)::float8, coalesce(l.virtualxid, '')
FROM (SELECT DISTINCT unnest(pg_blocking_pids(w.pid)) AS pid FROM pg_stat_activity w WHERE w.application_name = $1) h
LEFT JOIN pg_stat_activity a ON a.pid = h.pid
LEFT JOIN pg_locks l ON l.pid = h.pid AND l.locktype = 'virtualxid' AND l.granted
ORDER BY a.xact_start NULLS LAST, h.pid`

// oldTransactions finds the transactions that have been open for more than a number of seconds.
const oldTransactions = `SELECT pid, coalesce(usename::text, ''), coalesce(application_name, ''), coalesce(state, ''), extract(epoch FROM clock_timestamp() - xact_start)::float8, ''
FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
	AND NOT starts_with(application_name, '` + migratorName + `') AND xact_start < clock_timestamp() - make_interval(secs => $1)
UNION ALL SELECT 0, owner::text, '', 'prepared', extract(epoch FROM clock_timestamp() - prepared)::float8, ''
FROM pg_prepared_xacts WHERE database = current_database() AND prepared < clock_timestamp() - make_interval(secs => $1)
ORDER BY 5 DESC`

func readHolders(ctx context.Context, conn *pgx.Conn, sql string, arg any) ([]Holder, error) {
	rows, err := conn.Query(ctx, sql, arg)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (h Holder, err error) {
		var seconds float64
		err = row.Scan(&h.PID, &h.Role, &h.Application, &h.State, &seconds, &h.virtual)
		h.Open = time.Duration(seconds * float64(time.Second))
		return h, err
	})
}

func refuseOldTransactions(ctx context.Context, conn *pgx.Conn, bound time.Duration) error {
	old, err := readHolders(ctx, conn, oldTransactions, bound.Seconds())
	if err != nil {
		return fmt.Errorf("open transactions: %w", err)
	}
	if len(old) > 0 {
		return &OldTransactionError{Holders: old, Bound: bound}
	}
	return nil
}

// watchHolders regularly reads the holders that block the sessions with an application name. stop ends this and returns the
// last holders. conn is in use until then.
func watchHolders(ctx context.Context, conn *pgx.Conn, name string, lockTimeout time.Duration) (stop func() []Holder) {
	pauses, cancel := context.WithCancel(ctx) // for the pauses only: queries use ctx, because a canceled query breaks the connection
	last := make(chan []Holder, 1)
	go func() {
		var seen []Holder
		for every := min(lockTimeout/5, 100*time.Millisecond); sleep(pauses, every) == nil; {
			found, err := readHolders(ctx, conn, holdersOf, name)
			if err != nil {
				break
			}
			if len(found) > 0 {
				seen = found
			}
		}
		last <- seen
	}()
	return func() []Holder {
		cancel()
		return <-last
	}
}

// waitForHolders returns after the end of the holders' transactions, or after the duration "most". It doesn't wait for prepared transactions. It holds
// no lock and queues for none.
func waitForHolders(ctx context.Context, conn *pgx.Conn, holders []Holder, most time.Duration) error {
	var open []string
	for _, h := range holders {
		if h.virtual != "" {
			open = append(open, h.virtual)
		}
	}
	if len(open) == 0 {
		return nil
	}
	const sql = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE virtualxid = ANY($1))"
	for began := time.Now(); time.Since(began) < most; {
		var any bool
		if err := conn.QueryRow(ctx, sql, open).Scan(&any); err != nil {
			return fmt.Errorf("transactions in the way: %w", err)
		}
		if !any {
			return nil
		}
		if err := sleep(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
