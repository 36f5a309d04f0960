package seed

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// ErrNotEmpty means that the database has sign-ups already: generated ones couldn't be distinguished from real ones.
var ErrNotEmpty = errors.New("the database has sign-ups; fill an empty one")

// batch is the number of sign-ups copied in one transaction.
const batch = 20_000

// tables are the tables with rows of a paid sign-up, in the order of their references. Tokens, quotes and stored replies aren't copied: they live for
// a day, so a large database has few of them, too.
var tables = []string{
	"families", "persons", "person_keys", "accounts", "seats", "children", "account_events", "credentials", "invitations", "registrations", "registration_events",
	"orders", "order_prices", "payment_attempts", "payment_events", "gateway_transactions", "subscriptions", "subscription_terms",
	"subscription_seats", "receipts",
}

// Size is the size of a filled database.
type Size struct {
	Signups  int    // over the last 200 days, the last of them two days ago
	LastHour int    // additional ones within the last hour, with their short-lived rows
	Secret   []byte // of the servers that will use the database
}

// Fill makes one sign-up through the product (paid at a separate sandbox, captured, and two days old). It copies its rows, with new ids, until there
// are as many as size requires. Sealed data opens for one person only. So the copies' people can't be read, and afterwards the first's can't either:
// they are like erased people. The schema must be at head. progress receives the number of sign-ups so far.
//
// Indexes without a constraint are dropped before and created again after, which is several times as fast as updating them. An interrupted Fill
// leaves a database without them: drop it.
func Fill(ctx context.Context, pool *pgxpool.Pool, size Size, progress func(done int)) error {
	var filled bool
	if err := pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM registrations) OR EXISTS (SELECT 1 FROM accounts)").Scan(&filled); err != nil {
		return fmt.Errorf("seed: %w", err)
	}
	if filled {
		return ErrNotEmpty
	}
	if err := first(ctx, pool, size.Secret); err != nil {
		return err
	}
	rebuild, err := dropIndexes(ctx, pool)
	if err != nil {
		return err
	}
	if err := copyAll(ctx, pool, size, progress); err != nil {
		return err
	}
	if err := leaveBehind(ctx, pool, size); err != nil {
		return err
	}
	if err := forgetFirst(ctx, pool); err != nil {
		return err
	}
	return finish(ctx, pool, rebuild)
}

// forgetFirst deletes the keys of the first sign-up's people. They are encrypted under a secret that no server has, and would break every list with
// such a person.
func forgetFirst(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, "DELETE FROM person_keys WHERE person_id IN (SELECT id FROM persons UNION ALL SELECT id FROM families)")
	if err != nil {
		return fmt.Errorf("seed: keys of the first: %w", err)
	}
	return nil
}

// copyAll copies the first sign-up over several connections, each with its own range of ascending numbers, so that indexes grow at their ends as they
// do over time.
func copyAll(ctx context.Context, pool *pgxpool.Pool, size Size, progress func(done int)) error {
	n := size.Signups + size.LastHour
	workers := min(runtime.NumCPU(), int(pool.Config().MaxConns))
	var mu sync.Mutex
	done := 1 // the first exists already
	copied := func(more int) {
		mu.Lock()
		defer mu.Unlock()
		done += more
		progress(done)
	}
	all, ctx := errgroup.WithContext(ctx)
	conns := make([]*pgxpool.Conn, workers)
	statements := make([][]string, workers)
	for w := range workers { // before there are copies, so that each connection reads the first alone
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return fmt.Errorf("seed: %w", err)
		}
		defer conn.Release()
		if statements[w], err = prepare(ctx, conn.Conn()); err != nil {
			return err
		}
		conns[w] = conn
	}
	for w := range workers {
		from, end := 1+(n-1)*w/workers, 1+(n-1)*(w+1)/workers
		all.Go(func() error {
			for ; from < end; from += batch {
				to := min(from+batch, end)
				if err := copyBatch(ctx, conns[w].Conn(), statements[w], from, to-1, size); err != nil {
					return fmt.Errorf("seed: copies from %d: %w", from, err)
				}
				copied(to - from)
			}
			return nil
		})
	}
	return all.Wait()
}

// copyBatch makes the copies with the given numbers, both included.
func copyBatch(ctx context.Context, conn *pgx.Conn, statements []string, from, to int, size Size) error {
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// The copies refer to one another as the first does: a million checks prove nothing. Only a superuser may skip them. Data lost in a crash is
		// quickly made again.
		_, err := tx.Exec(ctx, `SELECT set_config('session_replication_role', 'replica', true) FROM pg_roles WHERE rolname = current_user AND rolsuper`)
		if err == nil {
			_, err = tx.Exec(ctx, "SET LOCAL synchronous_commit = off")
		}
		for i := 0; err == nil && i < len(statements); i++ {
			_, err = tx.Exec(ctx, statements[i], from, to, size.Signups, size.LastHour)
		}
		return err
	})
}

// prepare sets the first sign-up's rows aside and returns the statements that copy them. $1 and $2 are the first and last number of the copies, $3 is
// the final number of sign-ups without the $4 of the last hour.
func prepare(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	var statements []string
	for _, table := range tables {
		if _, err := conn.Exec(ctx, fmt.Sprintf("CREATE TEMP TABLE first_%s AS TABLE %s", table, table)); err != nil {
			return nil, fmt.Errorf("seed: %w", err)
		}
		rows, err := conn.Query(ctx, `SELECT column_name, data_type FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`, table)
		if err != nil {
			return nil, fmt.Errorf("seed: %w", err)
		}
		columns, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Type string }])
		if err != nil {
			return nil, fmt.Errorf("seed: %w", err)
		}
		var names, values []string
		for _, c := range columns {
			names, values = append(names, c.Name), append(values, copied(table, c.Name, c.Type))
		}
		statements = append(statements, fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM first_%s f, generate_series($1::integer, $2::integer) AS i ORDER BY i",
			table, strings.Join(names, ", "), strings.Join(values, ", "), table))
	}
	return statements, nil
}

// copied returns the value of a column in copy i of the row f. A copied key opens nothing and belongs to no person. It is there so that the table has
// its real size.
func copied(table, name, dataType string) string {
	column := "f." + name
	switch {
	case table == "person_keys" && name == "person_id":
		return "overlay(" + copiedID(column) + "::text placing '8' from 15)::uuid"
	case name == "transaction_id", name == "provider_id", table == "receipts" && name == "number":
		return column + " || '_' || i"
	case dataType == "uuid":
		return copiedID(column)
	case dataType == "bytea":
		return "sha256(" + column + " || i::text::bytea)"
	case dataType == "timestamp with time zone":
		return column + " - " + copiedAge + " * interval '1 millisecond'"
	}
	return column
}

// copiedID returns the id that replaces another in copy i. It is the same in all references, and has the copy's time, as it is a UUIDv7.
func copiedID(column string) string {
	digits := "replace(" + column + "::text, '-', '')"
	at := "('x' || left(" + digits + ", 12))::bit(48)::bigint - " + copiedAge
	return "(lpad(to_hex(" + at + "), 12, '0') || right(" + digits + ", 20))::uuid"
}

// copiedAge is the age of copy i in milliseconds relative to the first, which is two days old. Copies of the last hour are younger, so theirs is
// negative.
const copiedAge = "(CASE WHEN i < $3::bigint THEN ($3::bigint - i) * 17280000000 / $3::bigint" +
	" ELSE ($3::bigint + $4::bigint - i) * 3600000 / greatest($4::bigint, 1) - 172800000 END)"
