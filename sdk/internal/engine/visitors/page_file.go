package visitors

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// pageFileName matches built files with immutable content: assets/<name>-<hash>.<kind>, and assets/cojoin-<version>.js, the loader of one version.
var pageFileName = regexp.MustCompile(`^assets/[A-Za-z0-9_.-]{1,100}-[A-Za-z0-9_-]{8}\.(?:js|css|woff2|svg|png|json)$|^assets/cojoin-\d{1,4}\.\d{1,4}\.\d{1,4}\.js$`)

// PublishPageFiles stores this release's built files that have a content hash or a version in their name. Servers of other releases can then serve
// them: a page loaded before the rollout keeps working, and a new page may load its files from an old server. Run it after the migration and before
// the release's first server. Running it again changes nothing.
func PublishPageFiles(ctx context.Context, pool *pgxpool.Pool, files fs.FS) error {
	names, err := fs.Glob(files, "assets/*")
	if err != nil {
		return fmt.Errorf("page files: %w", err)
	}
	now := time.Now().UTC()
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		// A moment earlier, to distinguish the replaced files from these.
		if err := db.New(tx).ReplacePageFiles(ctx, now.Add(-time.Microsecond)); err != nil {
			return err
		}
		for _, name := range names {
			if !pageFileName.MatchString(name) {
				continue
			}
			content, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			if err := db.New(tx).PublishPageFile(ctx, name, content, now); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("page files: %w", err)
	}
	return nil
}

// PageFile implements [visitor.Client].
func (c *Engine) PageFile(ctx context.Context, name string) ([]byte, error) {
	if !pageFileName.MatchString(name) {
		return nil, nil
	}
	content, err := c.core.Q.GetPageFile(ctx, name)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("page file: %w", err)
	}
	return content, nil
}
