package database

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tableRight says what the two roles may do with a table: S, I, U and D for reading, adding, changing and
// deleting rows. A row can only be locked by who may change it.
type tableRight struct{ serve, work string }

// tableRights is every table of the product; a test holds it against the schema. Nobody but the owner of
// the schema, who migrates it, may change what is append-only, or the schema itself.
var tableRights = map[string]tableRight{
	"accounts":            {"SIU", "SIU"},
	"account_events":      {"SI", "SI"},
	"children":            {"SI", "SI"}, // a worker places the order of a payment whose answer was lost
	"families":            {"SIU", "SI"},
	"professionals":       {"SIU", "SU"},
	"invitations":         {"SIU", "SIU"},
	"registrations":       {"SIU", "SU"},
	"registration_events": {"SI", "SI"},
	"credentials":         {"SIU", ""}, // workers never see a password's hash; see columnRights
	"tokens":              {"SIU", "SIUD"},
	"rate_limits":         {"SIUD", "SIUD"},
	"idempotency_records": {"SIUD", "SD"},
	"catalog_versions":    {"SI", "SI"},
	"quotes":              {"SI", "SD"},
	"code_batches":        {"SIU", "SU"},
	"code_batch_events":   {"SI", "SI"},
	"subscription_codes":  {"SIU", "SU"},
	"coupon_uses":         {"SIUD", "SIUD"},
	"coupon_counts":       {"SIU", "SIU"},
	"orders":              {"SIU", "SIU"},
	"payment_methods":     {"SIU", "SIU"},
	"payment_attempts":    {"SIU", "SIU"},
	"payment_events":      {"SI", "SI"},
	"subscriptions":       {"SIU", "SIU"},
	"receipts":            {"SI", "SIU"},
	"redemptions":         {"SIU", "SIU"},
	"operator_readings":   {"SI", ""},
	"privacy_events":      {"", ""},
	"mail_deliveries":     {"", "SI"},
	"outbox_mails":        {"", "SI"},  // development's; empty in production
	"page_files":          {"S", "SD"}, // published by who migrates
	"goose_db_version":    {"S", "S"},  // readiness
	"river_job":           {"SIU", "SIUD"},
	"river_leader":        {"", "SIUD"},
	"river_queue":         {"SU", "SIUD"}, // the jobs page pauses queues
	"river_notification":  {"SI", "SIUD"},
	"river_migration":     {"S", "S"},
}

// columnRights are what a role may read of a table that it may not read whole.
var columnRights = map[string]map[string][]string{
	"work": {"credentials": {"account_id"}}, // whether an account has credentials, not which
}

var rolePrefix = regexp.MustCompile(`^[a-z][a-z0-9_]{0,30}$`)

// GrantRoles makes two roles, <prefix>_serve and <prefix>_work, with no more rights than servers and workers
// need, and takes away what they no longer need. Logins of an operator's own become members of them. It is
// run by the owner of the schema, after every migration, and may be repeated.
func GrantRoles(ctx context.Context, pool *pgxpool.Pool, prefix string) error {
	if !rolePrefix.MatchString(prefix) {
		return errors.New("sdk: a role's prefix is small letters, digits and _, e.g. cojoin")
	}
	tables, err := existingTables(ctx, pool)
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for role, rights := range map[string]func(tableRight) string{
			"serve": func(r tableRight) string { return r.serve },
			"work":  func(r tableRight) string { return r.work },
		} {
			for _, statement := range grantStatements(prefix+"_"+role, role, rights, tables) {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return fmt.Errorf("roles: %s: %w", statement, err)
				}
			}
		}
		return nil
	})
}

func existingTables(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	rows, err := pool.Query(ctx, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
	if err != nil {
		return nil, fmt.Errorf("roles: tables: %w", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("roles: tables: %w", err)
	}
	return tables, nil
}

// grantStatements returns everything that makes a role what it should be, whatever it was before.
func grantStatements(name, role string, rights func(tableRight) string, tables []string) []string {
	id := pgx.Identifier{name}.Sanitize()
	out := []string{
		fmt.Sprintf("DO $$ BEGIN CREATE ROLE %s NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$", id),
		"REVOKE CREATE ON SCHEMA public FROM PUBLIC",
		fmt.Sprintf("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %s", id),
		fmt.Sprintf("GRANT USAGE ON SCHEMA public TO %s", id),
	}
	verbs := map[rune]string{'S': "SELECT", 'I': "INSERT", 'U': "UPDATE", 'D': "DELETE"}
	for _, table := range tables {
		var granted []string
		for _, letter := range rights(tableRights[table]) {
			granted = append(granted, verbs[letter])
		}
		on := pgx.Identifier{table}.Sanitize()
		if len(granted) > 0 {
			out = append(out, fmt.Sprintf("GRANT %s ON %s TO %s", strings.Join(granted, ", "), on, id))
		}
		if columns := columnRights[role][table]; len(columns) > 0 {
			out = append(out, fmt.Sprintf("GRANT SELECT (%s) ON %s TO %s", strings.Join(columns, ", "), on, id))
		}
	}
	return append(out, fmt.Sprintf("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %s", id))
}
