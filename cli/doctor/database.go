package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/identity"
)

func checkDatabase(ctx context.Context, st *stack.Stack) []Finding {
	ping, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var version string
	if err := st.Pool.QueryRow(ping, "SHOW server_version").Scan(&version); err != nil {
		return []Finding{
			{Check: "database", Result: Bad, Found: "can't be reached: " + stack.WithoutPassword(err, st.Settings), Mend: "start it, or correct DATABASE_URL"},
			{Check: "schema", Result: Skipped, Found: "no database"},
			{Check: "catalog", Result: Skipped, Found: "no database"},
		}
	}
	findings := []Finding{
		{Check: "database", Result: Good, Found: "PostgreSQL " + version}, checkEncryption(ping, st), CheckSkew(ping, st),
		checkConnections(ping, st.Pool), checkLocks(ping, st.Pool), CheckNotifications(ping, st.Pool),
	}
	if err := st.Migrated(ctx); err != nil {
		mend := "cojoin migrate"
		if stack.MixedUp(err) {
			mend = stack.MendPooler
		}
		return append(findings,
			Finding{Check: "schema", Result: Bad, Found: err.Error(), Mend: mend},
			Finding{Check: "catalog", Result: Skipped, Found: "the schema is not up to date"})
	}
	findings = append(findings, Finding{Check: "schema", Result: Good, Found: "up to date"}, checkLogin(ping, st), CheckWrite(ping, st.Pool))
	findings = append(findings, checkIdentity(ping, st)...)
	list, err := st.Client.Signup.Packages(ctx, "P0", nil, caller.Meta{Lang: "en"})
	if err != nil {
		return append(findings, Finding{Check: "catalog", Result: Bad, Found: err.Error(), Mend: "cojoin catalog show"})
	}
	return append(findings, Finding{Check: "catalog", Result: Good, Found: fmt.Sprintf("version %d, %d packages in group %s", list.CatalogVersion, len(list.Packages), list.PricingGroup)})
}

// checkIdentity compares the settings with the databases. With another database's settings, people's data can't be read.
func checkIdentity(ctx context.Context, st *stack.Stack) []Finding {
	const check = "identity"
	err := st.Client.Identity.Check(ctx)
	var findings []Finding
	for _, wrong := range identity.Mismatches(err) {
		findings = append(findings, Finding{Check: check, Result: Bad, Found: wrong.Error(), Mend: stack.MendIdentity(wrong)})
	}
	switch {
	case len(findings) > 0:
		return append(findings, Finding{Check: "persons' keys", Result: Skipped, Found: "the settings don't belong to this database"})
	case errors.Is(err, identity.ErrNoRights):
		findings = []Finding{{Check: check, Result: Bad, Found: err.Error(), Mend: "cojoin migrate roles"}}
	case err != nil:
		findings = []Finding{{Check: check, Result: Bad, Found: stack.WithoutPassword(err, st.Settings), Mend: "start the database that can't be reached, or correct its address"}}
	default:
		findings = []Finding{{Check: check, Result: Good, Found: "secret, persons' keys and merchant belong to this database"}}
	}
	return append(findings, checkPersonKeys(ctx, st))
}

// checkPersonKeys checks that people's data can be read.
func checkPersonKeys(ctx context.Context, st *stack.Stack) Finding {
	f := Finding{Check: "persons' keys", Result: Good}
	keys, err := st.Client.Privacy.PersonKeys(ctx)
	switch {
	case err != nil:
		f.Result, f.Found, f.Mend = Bad, "can't be read: "+stack.WithoutPassword(err, st.Settings), "start their database, or correct COJOIN_PERSON_KEYS_URL"
	case keys.Unopened > 0:
		f.Result, f.Found = Bad, fmt.Sprintf("the keys of %d of the newest %d people can't be opened: they were written with another secret", keys.Unopened, keys.Asked)
		f.Mend = "configure that secret as one of oldSecrets; cojoin secrets rekey --json lists those rows"
	case keys.Missing > 0:
		f.Result, f.Found = Bad, fmt.Sprintf("%d of the newest %d people have none, and their data can't be read", keys.Missing, keys.Asked)
		f.Mend = "was one of the databases restored without the other? docs/how-to/backup.md"
	case keys.Elsewhere && keys.Here:
		f.Result, f.Found, f.Mend = Warning, "some are still in the product's database, and in its backups", "cojoin privacy move-keys"
	case keys.Elsewhere:
		f.Found = "in a database of their own"
	default:
		f.Found = "in the product's database"
	}
	return f
}

// scarceConnections is the share of used connections from which on the check warns.
const scarceConnections = 0.9

// checkConnections counts the database's connections in use by all processes.
func checkConnections(ctx context.Context, conn interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
},
) Finding {
	f := Finding{Check: "connections", Result: Good}
	var used, most int
	err := conn.QueryRow(ctx, `SELECT count(*),
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
		FROM pg_stat_activity WHERE backend_type = 'client backend'`).Scan(&used, &most)
	if err != nil {
		f.Result, f.Found = Skipped, err.Error()
		return f
	}
	f.Found = fmt.Sprintf("%d of %d in use", used, most)
	if float64(used) >= scarceConnections*float64(most) {
		f.Result, f.Mend = Warning, "lower databaseConnections, stop processes that aren't needed, or raise the database's max_connections"
	}
	return f
}

// blockers finds the sessions that have blocked others for longer than a second, and wait for no lock themselves. Postgres may hide the duration of other roles' transactions.
const blockers = `SELECT holder.pid, coalesce(nullif(holder.application_name, ''), 'nameless'), count(DISTINCT waiter.pid),
	coalesce(extract(epoch FROM now() - holder.xact_start), 0)::float8
FROM pg_locks lock JOIN pg_stat_activity waiter ON waiter.pid = lock.pid AND waiter.datname = current_database()
CROSS JOIN LATERAL unnest(pg_blocking_pids(waiter.pid)) AS by (pid) JOIN pg_stat_activity holder ON holder.pid = by.pid
WHERE lock.waitstart < clock_timestamp() - interval '1 second' AND cardinality(pg_blocking_pids(holder.pid)) = 0
GROUP BY 1, 2, 4 ORDER BY 3 DESC LIMIT 5`

// checkLocks reports the sessions that block others: meanwhile calls time out and the pool runs out of connections.
func checkLocks(ctx context.Context, pool *pgxpool.Pool) Finding {
	f := Finding{Check: "locks", Result: Good, Found: "no session is waiting for a lock"}
	rows, err := pool.Query(ctx, blockers)
	if err != nil {
		f.Result, f.Found = Skipped, err.Error()
		return f
	}
	var pids, held []string
	var pid, waiting int
	var name string
	var seconds float64
	_, err = pgx.ForEachRow(rows, []any{&pid, &name, &waiting, &seconds}, func() error {
		line := fmt.Sprintf("process %d (%s) blocks %d", pid, name, waiting)
		if seconds > 0 {
			line += fmt.Sprintf(", its transaction started %s ago", time.Duration(seconds*float64(time.Second)).Round(time.Second))
		}
		held, pids = append(held, line), append(pids, fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid))
		return nil
	})
	if err != nil {
		f.Result, f.Found = Skipped, err.Error()
		return f
	}
	if len(held) > 0 {
		f.Result, f.Found, f.Mend = Warning, strings.Join(held, "; "), "end that transaction in its own session, or as the database's owner run: "+strings.Join(pids, "; ")
	}
	return f
}
