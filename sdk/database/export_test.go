package database

import (
	"context"
	"io/fs"
)

// TableRights returns, for each table, the rights of the servers' role and of the workers' role.
func TableRights() map[string][2]string {
	out := map[string][2]string{}
	for table, r := range tableRights {
		out[table] = [2]string{r.serve, r.work}
	}
	return out
}

// MigrateFiles is like [Migrate], with other migrations.
func MigrateFiles(ctx context.Context, databaseURL string, files fs.FS, how Migration) error {
	return migrate(ctx, databaseURL, files, how)
}

// Files returns this release's migrations.
func Files() fs.FS { return files() }

// SkewOf lets tests use made-up clocks.
var SkewOf = skewOf
