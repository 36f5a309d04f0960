package sdk

import (
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/internal/engine/subjects"
	"github.com/cojoin/cojoin/sdk/internal/engine/visitors"
	"github.com/cojoin/cojoin/sdk/privacy"
)

// Retentions returns the retention rules.
func Retentions() []privacy.Retention { return subjects.Retentions() }

// DataMap returns the tables of the database, and the personal data in each.
func DataMap() []privacy.DataTable { return subjects.DataMap() }

// PublishPageFiles stores this release's built files that have a content hash or a version in their name. Servers of other releases can then serve
// them: a page loaded before the rollout keeps working, and a new page may load its files from an old server. Run it after the migration and before
// the release's first server. Running it again changes nothing.
func PublishPageFiles(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	return visitors.PublishPageFiles(ctx, pool, files)
}
