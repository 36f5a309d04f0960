package seed

import (
	"context"
	"fmt"
	"runtime"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

// dropIndexes drops the indexes of the filled tables that belong to no constraint, and returns the statements that create them again.
func dropIndexes(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	rows, err := pool.Query(ctx, `SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
		WHERE i.indrelid = ANY (SELECT t::regclass FROM unnest($1::text[]) t)
		  AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`, tables)
	if err != nil {
		return nil, fmt.Errorf("seed: indexes: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Definition string }])
	if err != nil {
		return nil, fmt.Errorf("seed: indexes: %w", err)
	}
	definitions := make([]string, len(found))
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for i, index := range found {
			definitions[i] = index.Definition
			if _, err := tx.Exec(ctx, "DROP INDEX "+index.Name); err != nil {
				return fmt.Errorf("seed: indexes: %w", err)
			}
		}
		return nil
	})
	return definitions, err
}

// finish creates the indexes again, and vacuums the tables like the autovacuum of a database in use. It doesn't analyze the other tables: they would
// count as empty until the next autovacuum, long after they have rows.
func finish(ctx context.Context, pool *pgxpool.Pool, rebuild []string) error {
	if err := inParallel(ctx, pool, rebuild); err != nil {
		return err
	}
	var vacuum []string
	for _, table := range tables {
		vacuum = append(vacuum, "VACUUM (ANALYZE) "+table)
	}
	return inParallel(ctx, pool, vacuum)
}

// inParallel runs one statement per processor concurrently, each with memory for a large sort.
func inParallel(ctx context.Context, pool *pgxpool.Pool, statements []string) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(runtime.NumCPU())
	for _, sql := range statements {
		all.Go(func() error {
			err := pool.AcquireFunc(ctx, func(conn *pgxpool.Conn) error {
				if _, err := conn.Exec(ctx, "SET maintenance_work_mem = '256MB'"); err != nil {
					return err
				}
				_, err := conn.Exec(ctx, sql)
				return err
			})
			if err != nil {
				return fmt.Errorf("seed: %s: %w", sql, err)
			}
			return nil
		})
	}
	return all.Wait()
}
