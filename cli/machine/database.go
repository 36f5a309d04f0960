package machine

import (
	_ "embed"
	"path"
)

// makeDatabase makes the database and its logins in the Postgres of this machine: who owns the schema and migrates it, and who
// serves and works with no more rights than that takes. The passwords are made here, and only their files know them.
//
//go:embed database.sh
var makeDatabase string

// dropDatabase undoes makeDatabase, and deletes every sign-up, account and payment with it.
const dropDatabase = `DROP DATABASE IF EXISTS cojoin WITH (FORCE);
DROP ROLE IF EXISTS cojoin_owner, cojoin_web, cojoin_jobs, cojoin_serve, cojoin_work, cojoin_report;
`

// database makes the database with its logins, or takes the address of one elsewhere.
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

// limits sets, for the logins of servers and workers, how long a statement, a lock and an idle transaction may last. Only
// an administrator of the database may.
func (o Options) limits(unless string) []Action {
	if o.DatabaseURL != "" {
		return nil // its administrator's: the migration says which statements
	}
	return []Action{Command{Args: []string{"runuser", "-u", "postgres", "--", "env", "-C", "/", "DATABASE_URL=postgres:///cojoin?host=/var/run/postgresql", program, "migrate", "roles", "--config", Folder + "/cojoin.yaml"}, Unless: unless}}
}
