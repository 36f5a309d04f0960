package machine

import (
	_ "embed"
	"path"
)

// makeDatabase creates the database and its logins in this machine's Postgres: one that owns and migrates the schema, and one each for servers
// and workers, with only the rights that they need. It generates the passwords and stores them in their files only.
//
//go:embed database.sh
var makeDatabase string

// dropDatabase undoes makeDatabase. It deletes every sign-up, account and payment.
const dropDatabase = `DROP DATABASE IF EXISTS cojoin WITH (FORCE);
DROP ROLE IF EXISTS cojoin_owner, cojoin_web, cojoin_jobs, cojoin_serve, cojoin_work, cojoin_report;
`

// database creates the database with its logins, or copies the address of a database elsewhere.
func (o Options) database(unless string) []Action {
	if o.DatabaseURL == "" {
		return []Action{Command{Args: []string{"sh", "-eu", "-s"}, Input: makeDatabase, Unless: unless}}
	}
	var all []Action
	for _, login := range []string{"owner", "web", "jobs"} {
		all = append(all, Handed{From: o.DatabaseURL, Path: path.Join(secrets, "database-url-"+login)})
	}
	return all
}

// limits sets the timeouts of statements, locks and idle transactions for the logins of servers and workers. Only
// an administrator of the database has the right to.
func (o Options) limits(unless string) []Action {
	if o.DatabaseURL != "" {
		return nil // left to its administrator: the migration prints the statements
	}
	return []Action{Command{Args: []string{"runuser", "-u", "postgres", "--", "env", "-C", "/", "DATABASE_URL=postgres:///cojoin?host=/var/run/postgresql", program, "migrate", "roles", "--config", Folder + "/cojoin.yaml"}, Unless: unless}}
}
