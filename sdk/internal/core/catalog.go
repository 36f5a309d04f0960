package core

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
)

// MaxCatalogNote is the maximum length of an applied catalog's note, in bytes.
const MaxCatalogNote = 500

// catalogCache caches catalogs by version. A version never changes, so no entry is ever stale.
type catalogCache struct {
	mu       sync.Mutex
	versions map[int]*price.Catalog
}

// maxCachedCatalogs is the size of the cache. It limits the memory of the command `cojoin receipts verify`, which reads old
// versions one by one.
const maxCachedCatalogs = 16

func (k *catalogCache) get(version int) *price.Catalog {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.versions[version]
}

func (k *catalogCache) put(cat *price.Catalog) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.versions == nil || len(k.versions) >= maxCachedCatalogs {
		k.versions = map[int]*price.Catalog{}
	}
	k.versions[cat.Version] = cat
}

// Catalog returns the active catalog. If none was ever applied, the shipped one becomes version 1.
func (c *Core) Catalog(ctx context.Context) (*price.Catalog, error) {
	version, err := c.Q.LatestCatalogVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("active catalog: %w", err)
	}
	return c.CatalogOf(ctx, c.Q, version)
}

// CatalogOf is like [Core.Catalog], for a caller that has already read the active version. version is 0 if no catalog was ever applied.
func (c *Core) CatalogOf(ctx context.Context, q *db.Queries, version int32) (*price.Catalog, error) {
	if version == 0 {
		// If several servers start on an empty database, one of them writes; all would write the same.
		if _, err := InsertCatalog(ctx, q, price.CatalogVersion{Version: price.ShippedVersion, Note: "shipped", AppliedAt: c.Now()}, price.DefaultCatalogFile()); err != nil {
			return nil, err
		}
		version = price.ShippedVersion
	}
	return c.CatalogVersion(ctx, q, int(version))
}

// LocaleIn returns the locale in which a person sees amounts outside of a quote. It depends on the billing country (nil if unknown) and the person's
// own locale: see [price.Catalog.LocaleIn]. A locale without a region, as accounts have it, gets the country as its region.
func (c *Core) LocaleIn(ctx context.Context, country *string, locale string) (string, error) {
	cat, err := c.Catalog(ctx)
	if err != nil || country == nil {
		return locale, err
	}
	if !strings.ContainsAny(locale, "-_") {
		locale += "-" + *country
	}
	return cat.LocaleIn(cat.GroupOf(*country).Name, locale), nil
}

// CatalogVersion returns a version of the catalog. Fault: [price.CatalogVersionUnknown].
func (c *Core) CatalogVersion(ctx context.Context, q *db.Queries, version int) (*price.Catalog, error) {
	if cat := c.catalogs.get(version); cat != nil {
		return cat, nil
	}
	row, err := q.GetCatalogVersion(ctx, pg.ClampInt32(version))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, price.CatalogVersionUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("catalog %d: %w", version, err)
	}
	cat, err := parseStored(row.Body)
	if err != nil {
		return nil, fmt.Errorf("catalog %d was applied by a release with other rules: %w", version, err)
	}
	cat.Version = version
	c.catalogs.put(cat)
	return cat, nil
}

// parseStored parses a stored catalog. The shipped one is parsed once for the process. Its parts are shared, because they are never changed.
func parseStored(body string) (*price.Catalog, error) {
	if body == string(price.DefaultCatalogFile()) {
		shipped := *price.DefaultCatalog()
		return &shipped, nil
	}
	return price.ParseCatalog([]byte(body))
}

// InsertCatalog stores a catalog under its version, with note and time. It returns false if the version already exists.
func InsertCatalog(ctx context.Context, q *db.Queries, v price.CatalogVersion, body []byte) (bool, error) {
	sum := sha256.Sum256(body)
	n, err := q.InsertCatalogVersion(ctx, db.InsertCatalogVersionParams{
		Version: pg.ClampInt32(v.Version), Body: string(body), Sha256: sum[:], Note: v.Note, AppliedAt: v.AppliedAt,
	})
	if err != nil {
		return false, fmt.Errorf("write catalog %d: %w", v.Version, err)
	}
	return n > 0, nil
}

// CatalogVersionOf returns a stored catalog's version for display: the checksum in hexadecimal, the time in UTC.
func CatalogVersionOf(version int32, sum []byte, note string, at time.Time) price.CatalogVersion {
	return price.CatalogVersion{Version: int(version), SHA256: fmt.Sprintf("%x", sum), Note: note, AppliedAt: at.UTC()}
}
