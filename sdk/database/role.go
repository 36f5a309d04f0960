package database

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// tableRight says what the two roles may do with a table: S, I, U and D for reading, adding, changing and
// deleting rows. A row can only be locked by who may change it.
type tableRight struct{ serve, work string }

// tableRights is every table of the product; a test holds it against the schema. Nobody but the owner of
// the schema, who migrates it, may change what is append-only, or the schema itself. A worker deletes events that are
// older than their rule of retention; their triggers refuse everything else.
var tableRights = map[string]tableRight{
	"person_keys":          {"SIUD", "SID"},
	"persons":              {"SIUD", "SIUD"},
	"accounts":             {"SIU", "SIU"},
	"account_events":       {"SI", "SID"},
	"children":             {"SI", "SIU"}, // a worker places the order of a payment whose answer was lost
	"families":             {"SIU", "SI"},
	"seats":                {"SIU", "SIU"},
	"professionals":        {"SIU", "SU"},
	"invitations":          {"SIU", "SIU"},
	"registrations":        {"SIU", "SU"},
	"registration_events":  {"SI", "SID"},
	"credentials":          {"SIU", ""}, // workers never see a password's hash; see columnRights
	"tokens":               {"SIU", "SIUD"},
	"rate_limits":          {"SIUD", "SIUD"},
	"idempotency_records":  {"SIUD", "SD"},
	"catalog_versions":     {"SI", "SI"},
	"quotes":               {"SI", "SD"},
	"code_batches":         {"SIU", "SU"},
	"code_batch_events":    {"SI", "SID"},
	"subscription_codes":   {"SIU", "SU"},
	"coupon_uses":          {"SIUD", "SIUD"},
	"coupon_counts":        {"SIU", "SIU"},
	"orders":               {"SIU", "SIU"},
	"order_prices":         {"SIU", "SIUD"},
	"payment_methods":      {"SIU", "SIU"},
	"payment_attempts":     {"SIU", "SIU"},
	"payment_events":       {"SI", "SID"},
	"gateway_transactions": {"SI", "SI"},
	"refunds":              {"SIU", "SIU"},
	"settlements":          {"SIUD", "SIUD"}, // a trigger adds what is captured
	"document_numbers":     {"SIU", "SIU"},
	"disputes":             {"SIU", "SIU"},
	"payment_audits":       {"S", "SIUD"},
	"decline_counts":       {"SIU", "SIUD"},
	"payment_switches":     {"S", "SD"}, // operators write it, as the owner
	"subscriptions":        {"SIU", "SIU"},
	"subscription_terms":   {"SI", "SI"},
	"subscription_seats":   {"SIU", "SIU"},
	"receipts":             {"SI", "SIUD"},
	"redemptions":          {"SIU", "SIU"},
	"operator_readings":    {"SI", "SD"},
	"privacy_events":       {"S", "SD"},
	"mail_deliveries":      {"", "SID"},
	"invitation_refusals":  {"SIUD", "SUD"},
	"outbox_mails":         {"", "SI"},    // development's; empty in production
	"identities":           {"SI", "SI"},  // the first start records
	"page_files":           {"S", "SD"},   // published by who migrates
	"host_outbox":          {"SI", "SID"}, // triggers write it
	"host_events":          {"S", "SID"},
	"host_endpoints":       {"SIUD", "SU"},
	"host_deliveries":      {"SIUD", "SIUD"},
	"host_tokens":          {"SIU", "S"},
	"host_login_codes":     {"SID", "SD"},
	"goose_db_version":     {"S", "S"}, // readiness
	"river_job":            {"SIU", "SIUD"},
	"river_leader":         {"", "SIUD"},
	"river_queue":          {"SU", "SIUD"}, // the jobs page pauses queues
	"river_notification":   {"SI", "SIUD"},
	"river_migration":      {"S", "S"},
}

// columnRights are what a role may do with columns of a table that it may not read or change whole.
var columnRights = map[string]map[string]string{
	"serve": {"receipts": "UPDATE (number)"},        // a receipt that is downloaded gets its number, and stays as it was written
	"work":  {"credentials": "SELECT (account_id)"}, // whether an account has credentials, not which
}

var rolePrefix = regexp.MustCompile(`^[a-z][a-z0-9_]{0,30}$`)

// MissingTablesError refuses to grant rights in a database, or a schema, that isn't the product's.
type MissingTablesError struct {
	Database string
	Missing  []string
	Found    []string // other schemas that have some of them
}

func (e *MissingTablesError) Error() string {
	where := ""
	if len(e.Found) > 0 {
		where = ", but schema " + strings.Join(e.Found, ", ") + " has some of them: the product's schema is public, so leave search_path out of DATABASE_URL"
	}
	return fmt.Sprintf("roles: nothing was granted: database %s has no %s in schema public%s. Check DATABASE_URL, and run cojoin migrate first",
		e.Database, strings.Join(e.Missing, ", "), where)
}

// GrantRoles makes the roles <prefix>_serve and <prefix>_work, with no more rights than servers and workers
// need, and <prefix>_report, which reads the views of schema report and nothing else. It takes away what they no longer need. Logins of an operator's own become members of them. It is
// run by the owner of the schema, after every migration and after a login became a member, and may be repeated.
//
// A session has its login's settings, not those of roles that the login is a member of. So the settings of
// [PrepareConnection] are set for every member, in this database: behind a pooler, too, a session begins with them. It
// returns the members for which the owner may not do that, each with the statements that somebody who may has to run.
//
// Error: [*MissingTablesError], the database's.
func GrantRoles(ctx context.Context, pool *pgxpool.Pool, prefix string) (unset []string, err error) {
	if !rolePrefix.MatchString(prefix) {
		return nil, errBadPrefix
	}
	tables, err := productTables(ctx, pool)
	if err != nil {
		return nil, err
	}
	return grantRoles(ctx, pool, prefix, tables, reportStatements(prefix+"_report"))
}

var errBadPrefix = errors.New("sdk: a role's prefix is small letters, digits and _, e.g. cojoin")

// grantRoles grants servers and workers their rights on tables, and runs more statements.
func grantRoles(ctx context.Context, pool *pgxpool.Pool, prefix string, tables, more []string) (unset []string, err error) {
	if !rolePrefix.MatchString(prefix) {
		return nil, errBadPrefix
	}
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		statements := slices.Concat(
			grantStatements(prefix+"_serve", "serve", func(r tableRight) string { return r.serve }, tables),
			grantStatements(prefix+"_work", "work", func(r tableRight) string { return r.work }, tables),
			more)
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("roles: %s: %w", statement, err)
			}
		}
		unset, err = setForMembers(ctx, tx, prefix+"_serve", prefix+"_work")
		return err
	})
	return unset, err
}

// productTables returns the tables of schema public, if the product's are among them.
func productTables(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	rows, err := pool.Query(ctx, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
	if err != nil {
		return nil, fmt.Errorf("roles: tables: %w", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("roles: tables: %w", err)
	}
	missing := &MissingTablesError{}
	for table := range tableRights {
		if !slices.Contains(tables, table) {
			missing.Missing = append(missing.Missing, table)
		}
	}
	if len(missing.Missing) == 0 {
		return tables, nil
	}
	slices.Sort(missing.Missing)
	const elsewhere = `SELECT current_database()::text, coalesce(array_agg(DISTINCT schemaname::text) FILTER (WHERE schemaname IS NOT NULL), '{}')
		FROM (SELECT) AS one LEFT JOIN pg_tables ON tablename = ANY($1)`
	if err := pool.QueryRow(ctx, elsewhere, missing.Missing).Scan(&missing.Database, &missing.Found); err != nil {
		return nil, fmt.Errorf("roles: tables: %w", err)
	}
	return nil, missing
}

// membersOf lists roles and their members, direct or not, with what is set for each here; but not who asks: since Postgres
// 16 a role is a member of those that it made.
const membersOf = `WITH RECURSIVE m AS (
	SELECT oid FROM pg_roles WHERE rolname = ANY($1) UNION SELECT a.member FROM pg_auth_members a JOIN m ON m.oid = a.roleid)
SELECT r.rolname::text, current_database()::text, coalesce((SELECT s.setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
	WHERE s.setrole = r.oid AND d.datname = current_database()), '{}')
FROM m JOIN pg_roles r USING (oid) WHERE r.rolname <> current_user ORDER BY 1`

func setForMembers(ctx context.Context, tx pgx.Tx, roles ...string) (unset []string, err error) {
	rows, err := tx.Query(ctx, membersOf, roles)
	if err != nil {
		return nil, fmt.Errorf("roles: members: %w", err)
	}
	type member struct {
		Role, Database string
		Settings       []string // as name=value
	}
	members, err := pgx.CollectRows(rows, pgx.RowToStructByPos[member])
	if err != nil {
		return nil, fmt.Errorf("roles: members: %w", err)
	}
	for _, m := range members {
		var statements []string
		for _, s := range sessionSettings {
			if slices.Contains(m.Settings, s[0]+"="+s[1]) {
				continue
			}
			statements = append(statements, fmt.Sprintf("ALTER ROLE %s IN DATABASE %s SET %s = '%s'", pgx.Identifier{m.Role}.Sanitize(), pgx.Identifier{m.Database}.Sanitize(), s[0], s[1]))
		}
		if len(statements) == 0 {
			continue
		}
		all := strings.Join(statements, "; ")
		err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error { // a savepoint: the rights are granted in any case
			_, err := tx.Exec(ctx, all)
			return err
		})
		var refused *pgconn.PgError
		switch {
		case errors.As(err, &refused) && refused.Code == "42501":
			unset = append(unset, all)
		case err != nil:
			return nil, fmt.Errorf("roles: settings of %s: %w", m.Role, err)
		}
	}
	return unset, nil
}

// reportStatements makes the role of reports: it reads the views of schema report, and no table.
func reportStatements(name string) []string {
	id := pgx.Identifier{name}.Sanitize()
	return []string{
		makeRole(name),
		fmt.Sprintf("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %s", id),
		fmt.Sprintf("REVOKE ALL ON ALL TABLES IN SCHEMA report FROM %s", id),
		fmt.Sprintf("GRANT USAGE ON SCHEMA report TO %s", id),
		fmt.Sprintf("GRANT SELECT ON ALL TABLES IN SCHEMA report TO %s", id),
	}
}

// makeRole makes a role that isn't there. Where it is, nobody needs the right to make roles: an administrator may have
// made it, and kept that right.
func makeRole(name string) string {
	return fmt.Sprintf("DO $$ BEGIN IF to_regrole('%[1]s') IS NULL THEN CREATE ROLE %[1]s NOLOGIN; END IF; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$", pgx.Identifier{name}.Sanitize())
}

// grantStatements returns everything that makes a role what it should be, whatever it was before.
func grantStatements(name, role string, rights func(tableRight) string, tables []string) []string {
	id := pgx.Identifier{name}.Sanitize()
	out := []string{
		makeRole(name),
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
		if right := columnRights[role][table]; right != "" {
			out = append(out, fmt.Sprintf("GRANT %s ON %s TO %s", right, on, id))
		}
	}
	return append(out, fmt.Sprintf("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %s", id))
}
