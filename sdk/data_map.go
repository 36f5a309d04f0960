package sdk

import (
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Retentions returns the rules of retention.
func Retentions() []operate.Retention { return operate.Retentions() }

// DataMap returns the tables of the database, and the personal data in each.
func DataMap() []operate.DataTable { return operate.DataMap() }

// PublishPageFiles stores the built files of this release with a content hash or a version in their name, so that servers of
// other releases can serve them: a page loaded before the roll-out keeps working, and a new page may load its files
// from an old server. Run it after the migration and before the release's first server; running it again changes nothing.
func PublishPageFiles(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	return visitor.PublishPageFiles(ctx, pool, files)
}
