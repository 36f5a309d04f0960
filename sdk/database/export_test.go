package database

import (
	"context"
	"io/fs"
)

// TableRights is what the database roles may do, by table: of servers and of workers.
func TableRights() map[string][2]string {
	out := map[string][2]string{}
	for table, r := range tableRights {
		out[table] = [2]string{r.serve, r.work}
	}
	return out
}

// MigrateFiles migrates with other migrations than this release's.
func MigrateFiles(ctx context.Context, databaseURL string, files fs.FS, how Migration) error {
	return migrate(ctx, databaseURL, files, how)
}

// Files are this release's migrations.
func Files() fs.FS { return files() }

// SkewOf is tested with made-up clocks.
var SkewOf = skewOf
