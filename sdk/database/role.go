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

// tableRight lists the rights of the two roles on a table: S, I, U and D for SELECT, INSERT, UPDATE and DELETE. Locking a row needs the right to
// change it.
type tableRight struct{ serve, work string }

// tableRights lists every table of the product. A test compares it with the schema. Only the schema's owner, the migrating role, may change the
// schema and append-only data. A worker deletes events that are older than their retention; their triggers reject every other change.
var tableRights = map[string]tableRight{
	"person_keys":          {"SIUD", "SID"},
	"persons":              {"SIUD", "SIUD"},
	"accounts":             {"SIU", "SIU"},
	"account_events":       {"SI", "SID"},
	"children":             {"SI", "SIU"}, // a worker places the order of a payment after a lost response
	"families":             {"SIU", "SI"},
	"seats":                {"SIU", "SIU"},
	"professionals":        {"SIU", "SU"},
	"invitations":          {"SIU", "SIU"},
	"registrations":        {"SIU", "SU"},
	"registration_events":  {"SI", "SID"},
	"credentials":          {"SIU", ""}, // workers never read a password's hash; see columnRights
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
	"settlements":          {"SIUD", "SIUD"}, // a trigger inserts captures
	"document_numbers":     {"SIU", "SIU"},
	"disputes":             {"SIU", "SIU"},
	"payment_audits":       {"S", "SIUD"},
	"decline_counts":       {"SIU", "SIUD"},
	"payment_switches":     {"S", "SD"}, // only operators write it, as the owner
	"subscriptions":        {"SIU", "SIU"},
	"subscription_terms":   {"SI", "SI"},
	"subscription_seats":   {"SIU", "SIU"},
	"receipts":             {"SI", "SIUD"},
	"redemptions":          {"SIU", "SIU"},
	"operator_readings":    {"SI", "SD"},
	"privacy_events":       {"S", "SD"},
	"mail_deliveries":      {"", "SID"},
	"invitation_refusals":  {"SIUD", "SUD"},
	"outbox_mails":         {"", "SI"},    // for development; empty in production
	"identities":           {"SI", "SI"},  // recorded by the first start
	"page_files":           {"S", "SD"},   // published by the migrating owner
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

// columnRights lists rights on single columns of tables on which a role lacks the right for the whole table.
var columnRights = map[string]map[string]string{
	"serve": {"receipts": "UPDATE (number)"},        // a download numbers a receipt and changes nothing else
	"work":  {"credentials": "SELECT (account_id)"}, // checks for credentials without reading them
}

var rolePrefix = regexp.MustCompile(`^[a-z][a-z0-9_]{0,30}$`)

// MissingTablesError refuses to grant rights in a database or schema without the product's tables.
type MissingTablesError struct {
	Database string
	Missing  []string
	Found    []string // other schemas with some of the missing tables
}

func (e *MissingTablesError) Error() string {
	where := ""
	if len(e.Found) > 0 {
		where = ", but schema " + strings.Join(e.Found, ", ") + " has some of them: the product's schema is public, so leave search_path out of DATABASE_URL"
	}
	return fmt.Sprintf("roles: nothing was granted: database %s has no %s in schema public%s. Check DATABASE_URL, and run cojoin migrate first",
		e.Database, strings.Join(e.Missing, ", "), where)
}

// GrantRoles creates the roles <prefix>_serve and <prefix>_work with the minimal rights of servers and workers, and <prefix>_report, which reads only
// the views of schema report. It revokes rights that they no longer need. An operator's own logins become members of these roles. The schema's owner
// runs it after every migration and after a login became a member. It may be repeated.
//
// A session has the settings of its login, not those of roles that the login is a member of. So GrantRoles stores the settings of [PrepareConnection]
// for every member in this database. Sessions behind a pooler start with them, too. It returns the statements for members that the owner may not
// change, for an administrator to run.
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

// grantRoles grants servers and workers their rights on tables, and runs further statements.
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

// productTables returns the tables of schema public if they include the product's. Error: [*MissingTablesError].
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

// membersOf lists roles and their direct and indirect members, with each one's settings in this database. It omits the current user: since Postgres
// 16 a role is a member of the roles that it creates.
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

// reportStatements returns the statements that create the report role, which reads the views of schema report and no table.
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

// makeRole returns a statement that creates a role if it doesn't exist. An existing role needs no right to create roles: an administrator may have
// created it and kept that right.
func makeRole(name string) string {
	return fmt.Sprintf("DO $$ BEGIN IF to_regrole('%[1]s') IS NULL THEN CREATE ROLE %[1]s NOLOGIN; END IF; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$", pgx.Identifier{name}.Sanitize())
}

// grantStatements returns the statements that give a role exactly its rights, whatever it had before.
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
