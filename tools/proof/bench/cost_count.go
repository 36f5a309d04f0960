package bench

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// counts are Postgres' counters.
type counts struct {
	statements map[string]int64 // by name
	logs       map[string]int64 // bytes by statement; Postgres' own, as a commit's, are in log alone
	syncs      int64            // of the log to disk; calls made one at a time never share one
	log        int64            // bytes
	updates    map[string]updates
	apart      apart
}

// updates counts a table's updated rows, and those updated in place (HOT), without a write to an index.
type updates struct{ All, InPlace int64 }

// apart counts statements that don't belong to a sign-up: taking and completing jobs, and storing mails in the outbox, which production sends
// instead. Each is a transaction of its own.
type apart struct{ statements, log int64 }

// isCheck reports a query by which Postgres itself checks a deferred reference at commit. No program sends it, and pg_stat_statements doesn't list
// those of other references.
func isCheck(sql string) bool {
	return strings.Contains(sql, "FROM ONLY") && strings.HasSuffix(sql, "FOR KEY SHARE OF x")
}

func isApart(sql string) bool {
	sql = strings.TrimSpace(sql)
	return strings.HasPrefix(sql, "UPDATE river_job") || strings.HasPrefix(sql, "INSERT INTO outbox_mails")
}

// statementName returns the name that sqlc and River give their statements, else the first word.
func statementName(sql string) string {
	sql = strings.TrimSpace(sql)
	if named, ok := strings.CutPrefix(sql, "-- name: "); ok {
		sql = named
	}
	return strings.Fields(sql)[0]
}

// read returns the counts since the database was created. Counts of open connections are incomplete.
func (c *costs) read(ctx context.Context) (out counts, err error) {
	out = counts{statements: map[string]int64{}, logs: map[string]int64{}, updates: map[string]updates{}}
	syncs := "SELECT wal_sync FROM pg_stat_wal"
	if c.pg.Version() >= 18 {
		syncs = "SELECT coalesce(sum(fsyncs), 0)::bigint FROM pg_stat_io WHERE object = 'wal' AND context = 'normal' AND backend_type = 'client backend'"
	}
	if err := c.pool.QueryRow(ctx, syncs).Scan(&out.syncs); err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	if err := c.pool.QueryRow(ctx, "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint").Scan(&out.log); err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	rows, err := c.pool.Query(ctx, "SELECT query, calls, wal_bytes::bigint FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_%'")
	if err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	var sql string
	var calls, log int64
	_, err = pgx.ForEachRow(rows, []any{&sql, &calls, &log}, func() error {
		if isCheck(sql) {
			return nil
		}
		if isApart(sql) {
			out.apart = apart{out.apart.statements + calls, out.apart.log + log}
			out.syncs, out.log = out.syncs-calls, out.log-log
		} else {
			out.statements[statementName(sql)] += calls
			out.logs[statementName(sql)] += log
		}
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	rows, err = c.pool.Query(ctx, "SELECT relname, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname NOT LIKE 'river_%'")
	if err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	var table string
	var u updates
	_, err = pgx.ForEachRow(rows, []any{&table, &u.All, &u.InPlace}, func() error {
		out.updates[table] = u
		return nil
	})
	if err != nil {
		return out, fmt.Errorf("bench: %w", err)
	}
	return out, nil
}

// leftAlone waits until Postgres has closed the connections of ended processes: it adds their counts as they close.
func (c *costs) leftAlone(ctx context.Context) error {
	const others = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name = 'cojoin')"
	for there := true; there; time.Sleep(10 * time.Millisecond) {
		if err := c.pool.QueryRow(ctx, others).Scan(&there); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
	}
	return nil
}

// during returns the counts added while f runs. The processes that f starts have ended by then.
func (c *costs) during(ctx context.Context, f func() error) (counts, error) {
	before, err := c.read(ctx)
	if err != nil {
		return counts{}, err
	}
	if err := f(); err != nil {
		return counts{}, err
	}
	if err := c.leftAlone(ctx); err != nil {
		return counts{}, err
	}
	after, err := c.read(ctx)
	return after.less(before), err
}

// less returns the difference.
func (c counts) less(o counts) counts {
	out := counts{statements: maps.Clone(c.statements), logs: maps.Clone(c.logs), syncs: c.syncs - o.syncs, log: c.log - o.log, updates: maps.Clone(c.updates)}
	if out.statements == nil {
		out.statements, out.logs, out.updates = map[string]int64{}, map[string]int64{}, map[string]updates{}
	}
	for name, n := range o.statements {
		out.statements[name] -= n
	}
	for name, bytes := range o.logs {
		out.logs[name] -= bytes
	}
	for table, u := range o.updates {
		out.updates[table] = updates{out.updates[table].All - u.All, out.updates[table].InPlace - u.InPlace}
	}
	maps.DeleteFunc(out.statements, func(_ string, n int64) bool { return n == 0 })
	out.apart = apart{c.apart.statements - o.apart.statements, c.apart.log - o.apart.log}
	return out
}

// plus returns the sum.
func (c counts) plus(o counts) counts {
	none := counts{}
	return c.less(none.less(o))
}

// total returns the number of all statements.
func (c counts) total() (n int64) {
	for _, calls := range c.statements {
		n += calls
	}
	return n
}

// own returns the number of statements without River's, begin and commit.
func (c counts) own() (n int64) {
	for name, calls := range c.statements {
		if name != "begin" && name != "commit" && name != "JobInsertFastMany" && name != "PGNotifyMany" {
			n += calls
		}
	}
	return n
}

// report adds the figures of one sign-up.
func (c *costs) report(cost signupCost) *Figures {
	f, all, signups := &Figures{}, cost.all, float64(c.o.Signups)
	for _, name := range append(slices.Clone(callNames), jobsPart) {
		part := cost.parts[name]
		f.note("  "+name, "%.1f statements, %.1f KB of log", float64(part.total())/signups, float64(part.log)/1e3/signups)
		c.o.Log("%s: %s", name, part.byName(signups))
	}
	statements, commits, log := float64(all.total())/signups, float64(all.syncs)/signups, float64(all.log)/1e3/signups
	f.judge(FigureStatements, fmt.Sprintf("≤ %d", StatementBudget), math.Round(statements) <= StatementBudget, "%.1f", statements)
	own := float64(all.own()) / signups
	calls := own - float64(cost.parts[jobsPart].own())/signups
	f.judge(FigureOwn, fmt.Sprintf("≤ %d", OwnBudget), math.Round(own) <= OwnBudget, "%.1f", own)
	f.judge(FigureCalls, fmt.Sprintf("≤ %d", CallsBudget), math.Round(calls) <= CallsBudget, "%.1f", calls)
	f.judge(FigureCommits, fmt.Sprintf("≤ %d", CommitBudget), math.Round(commits) <= CommitBudget, "%.1f, of which %.1f for jobs", commits, float64(cost.parts[jobsPart].syncs)/signups)
	f.judge(FigureLog, fmt.Sprintf("≤ %d KB", LogBudget), log <= LogBudget, "%.1f KB", log)
	f.note("  counted apart: taking and ending its jobs, development's outbox", "%.1f statements, as many commits, %.1f KB",
		float64(all.apart.statements)/signups, float64(all.apart.log)/1e3/signups)
	var sum updates
	for _, table := range slices.Sorted(maps.Keys(all.updates)) {
		u := all.updates[table]
		sum = updates{sum.All + u.All, sum.InPlace + u.InPlace}
		if u.All > 0 {
			f.note("  "+table, "%.0f %% of %.1f", 100*float64(u.InPlace)/float64(u.All), float64(u.All)/signups)
		}
	}
	share := 100 * float64(sum.InPlace) / float64(sum.All)
	f.judge(FigureInPlace, fmt.Sprintf("≥ %d %%", InPlaceBudget), share >= InPlaceBudget, "%.0f %% of %.1f", share, float64(sum.All)/signups)
	return f
}

// byName lists the statements of one sign-up, the most frequent first.
func (c counts) byName(signups float64) string {
	names := slices.SortedFunc(maps.Keys(c.statements), func(a, b string) int {
		if n := c.statements[b] - c.statements[a]; n != 0 {
			return int(n)
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %.4g", name, float64(c.statements[name])/signups)
		if bytes := float64(c.logs[name]) / signups; bytes >= 1 {
			names[i] += fmt.Sprintf(" (%.0f B)", bytes)
		}
	}
	return strings.Join(names, ", ")
}
