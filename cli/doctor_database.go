package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func checkDatabase(ctx context.Context, st *stack) []finding {
	ping, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	var version string
	if err := st.pool.QueryRow(ping, "SHOW server_version").Scan(&version); err != nil {
		return []finding{
			{Check: "database", Result: checkBad, Found: "can't be reached: " + withoutPassword(err, st.settings), Mend: "start it, or put DATABASE_URL right"},
			{Check: "schema", Result: checkSkipped, Found: "no database"},
			{Check: "catalogue", Result: checkSkipped, Found: "no database"},
		}
	}
	findings := []finding{{Check: "database", Result: checkGood, Found: "PostgreSQL " + version}, checkConnections(ping, st.pool), checkLocks(ping, st.pool)}
	if err := st.ready(ctx); err != nil {
		return append(findings,
			finding{Check: "schema", Result: checkBad, Found: err.Error(), Mend: "cojoin migrate"},
			finding{Check: "catalogue", Result: checkSkipped, Found: "the schema isn't at head"})
	}
	findings = append(findings, finding{Check: "schema", Result: checkGood, Found: "at head"})
	list, err := st.client.Packages(ctx, "P0", nil, "en")
	if err != nil {
		return append(findings, finding{Check: "catalogue", Result: checkBad, Found: err.Error(), Mend: "cojoin catalog show"})
	}
	return append(findings, finding{Check: "catalogue", Result: checkGood, Found: fmt.Sprintf("version %d, %d packages in group %s", list.CatalogVersion, len(list.Packages), list.PricingGroup)})
}

// scarceConnections is the share of the database's connections from which there are hardly any left.
const scarceConnections = 0.9

// checkConnections counts what every process together has of the database's connections.
func checkConnections(ctx context.Context, pool *pgxpool.Pool) finding {
	f := finding{Check: "connections", Result: checkGood}
	var used, most int
	err := pool.QueryRow(ctx, `SELECT count(*),
		current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
		FROM pg_stat_activity WHERE backend_type = 'client backend'`).Scan(&used, &most)
	if err != nil {
		f.Result, f.Found = checkSkipped, err.Error()
		return f
	}
	f.Found = fmt.Sprintf("%d of %d in use", used, most)
	if float64(used) >= scarceConnections*float64(most) {
		f.Result, f.Mend = checkWarning, "lower databaseConnections, end processes that aren't needed, or raise max_connections of the database"
	}
	return f
}

// blockers finds who holds a lock that others have been waiting for longer than a second, and waits for none. Of other
// roles' sessions Postgres may keep to itself for how long.
const blockers = `SELECT holder.pid, coalesce(nullif(holder.application_name, ''), 'nameless'), count(DISTINCT waiter.pid),
	coalesce(extract(epoch FROM now() - holder.xact_start), 0)::float8
FROM pg_locks lock JOIN pg_stat_activity waiter ON waiter.pid = lock.pid AND waiter.datname = current_database()
CROSS JOIN LATERAL unnest(pg_blocking_pids(waiter.pid)) AS by (pid) JOIN pg_stat_activity holder ON holder.pid = by.pid
WHERE NOT lock.granted AND lock.waitstart < clock_timestamp() - interval '1 second' AND cardinality(pg_blocking_pids(holder.pid)) = 0
GROUP BY 1, 2, 4 ORDER BY 3 DESC LIMIT 5`

// checkLocks names the sessions that keep statements waiting: calls time out meanwhile, and connections run out.
func checkLocks(ctx context.Context, pool *pgxpool.Pool) finding {
	f := finding{Check: "locks", Result: checkGood, Found: "nobody waits for one"}
	rows, err := pool.Query(ctx, blockers)
	if err != nil {
		f.Result, f.Found = checkSkipped, err.Error()
		return f
	}
	var pids, held []string
	var pid, waiting int
	var name string
	var seconds float64
	_, err = pgx.ForEachRow(rows, []any{&pid, &name, &waiting, &seconds}, func() error {
		said := fmt.Sprintf("process %d (%s) keeps %d waiting", pid, name, waiting)
		if seconds > 0 {
			said += fmt.Sprintf(", its transaction began %s ago", time.Duration(seconds*float64(time.Second)).Round(time.Second))
		}
		held, pids = append(held, said), append(pids, fmt.Sprintf("SELECT pg_terminate_backend(%d)", pid))
		return nil
	})
	if err != nil {
		f.Result, f.Found = checkSkipped, err.Error()
		return f
	}
	if len(held) > 0 {
		f.Result, f.Found, f.Mend = checkWarning, strings.Join(held, "; "), "end that transaction where it was begun, or as the database's owner: "+strings.Join(pids, "; ")
	}
	return f
}
