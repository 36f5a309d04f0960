package database

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Login describes the rights of the login that a pool uses.
type Login struct {
	Name      string
	Superuser bool
	Owner     bool // of the schema: it may change and truncate every table
	// LacksToServe and LacksToWork are the tables on which the login lacks rights that servers and workers need, sorted.
	LacksToServe, LacksToWork []string
}

// ReadLogin returns the login of a pool's connections, with the rights of [GrantRoles] that it lacks. Error: the database's.
func ReadLogin(ctx context.Context, pool *pgxpool.Pool) (Login, error) {
	var l Login
	err := pool.QueryRow(ctx, `SELECT current_user::text, rolsuper,
		EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('public.orders') AND pg_has_role(c.relowner, 'USAGE'))
		FROM pg_roles WHERE rolname = current_user`).Scan(&l.Name, &l.Superuser, &l.Owner)
	if err != nil {
		return l, fmt.Errorf("login: %w", err)
	}
	for role, rights := range map[*[]string]func(tableRight) string{
		&l.LacksToServe: func(r tableRight) string { return r.serve },
		&l.LacksToWork:  func(r tableRight) string { return r.work },
	} {
		if *role, err = lacking(ctx, pool, rights); err != nil {
			return l, err
		}
	}
	return l, nil
}

// lacking returns the tables on which the login lacks at least one of the rights.
func lacking(ctx context.Context, pool *pgxpool.Pool, rights func(tableRight) string) ([]string, error) {
	verbs := map[rune]string{'S': "SELECT", 'I': "INSERT", 'U': "UPDATE", 'D': "DELETE"}
	var tables, privileges []string
	for _, table := range slices.Sorted(maps.Keys(tableRights)) {
		for _, letter := range rights(tableRights[table]) {
			tables, privileges = append(tables, table), append(privileges, verbs[letter])
		}
	}
	rows, err := pool.Query(ctx, `SELECT DISTINCT name FROM unnest($1::text[], $2::text[]) AS wanted (name, verb)
		WHERE to_regclass('public.' || name) IS NOT NULL AND NOT has_table_privilege('public.' || name, verb) ORDER BY 1`, tables, privileges)
	if err != nil {
		return nil, fmt.Errorf("login: rights: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("login: rights: %w", err)
	}
	return names, nil
}
