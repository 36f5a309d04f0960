package sdk

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// CatalogVersion is one catalogue that was applied.
type CatalogVersion struct {
	Version   int       `json:"version"`
	SHA256    string    `json:"sha256"`
	Note      string    `json:"note,omitempty"`
	AppliedAt time.Time `json:"appliedAt"`
}

// The faults of the catalogue's operations.
var (
	CatalogVersionUnknown = NewFault(FaultNotFound, "catalog_version_unknown", nil)
	CatalogBusy           = NewFault(FaultConflict, "catalog_busy", nil) // another was applied at the same time
)

// maxCatalogNote bounds the note of an applied catalogue, in bytes.
const maxCatalogNote = 500

// catalogCache keeps catalogues by version. Versions never change, so nothing is ever stale.
type catalogCache struct {
	mu       sync.Mutex
	versions map[int]*Catalog
}

// maxCachedCatalogs bounds the cache: old versions are asked for one by one, by receipts verify.
const maxCachedCatalogs = 16

func (k *catalogCache) get(version int) *Catalog {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.versions[version]
}

func (k *catalogCache) put(cat *Catalog) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.versions == nil || len(k.versions) >= maxCachedCatalogs {
		k.versions = map[int]*Catalog{}
	}
	k.versions[cat.Version] = cat
}

// catalog gives the catalogue in force. Where none was ever applied, the shipped one becomes version 1.
func (c *Client) catalog(ctx context.Context) (*Catalog, error) {
	version, err := c.q.LatestCatalogVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("catalogue in force: %w", err)
	}
	return c.catalogOf(ctx, c.q, version)
}

// catalogOf is catalog for a caller who has read which version is in force; 0 where none is.
func (c *Client) catalogOf(ctx context.Context, q *db.Queries, version int32) (*Catalog, error) {
	if version == 0 {
		// Of several servers that start on an empty database one writes it; all wrote the same.
		if _, err := insertCatalog(ctx, q, 1, DefaultCatalogFile(), "shipped", c.now()); err != nil {
			return nil, err
		}
		version = 1
	}
	return c.catalogVersion(ctx, q, int(version))
}

// catalogVersion gives the catalogue of a version. Fault: [CatalogVersionUnknown].
func (c *Client) catalogVersion(ctx context.Context, q *db.Queries, version int) (*Catalog, error) {
	if cat := c.catalogs.get(version); cat != nil {
		return cat, nil
	}
	row, err := q.GetCatalogVersion(ctx, clampInt32(version))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, CatalogVersionUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("catalogue %d: %w", version, err)
	}
	cat, err := parseStored(row.Body)
	if err != nil {
		return nil, fmt.Errorf("catalogue %d was applied by a version of %s with other rules: %w", version, ProductName, err)
	}
	cat.Version = version
	c.catalogs.put(cat)
	return cat, nil
}

// parseStored reads a stored catalogue. The shipped one is read once for the process; its parts are shared, as nobody changes them.
func parseStored(body string) (*Catalog, error) {
	if body == string(DefaultCatalogFile()) {
		shipped := *DefaultCatalog()
		return &shipped, nil
	}
	return ParseCatalog([]byte(body))
}

func insertCatalog(ctx context.Context, q *db.Queries, version int, body []byte, note string, now time.Time) (bool, error) {
	sum := sha256.Sum256(body)
	n, err := q.InsertCatalogVersion(ctx, db.InsertCatalogVersionParams{
		Version: clampInt32(version), Body: string(body), Sha256: sum[:], Note: note, AppliedAt: now,
	})
	if err != nil {
		return false, fmt.Errorf("write catalogue %d: %w", version, err)
	}
	return n > 0, nil
}

// ApplyCatalog checks a catalogue file and puts it in force as the next version. A file that is already in
// force changes nothing and answers its version. A broken file is a *[CatalogError], and changes nothing.
// Fault: [CatalogBusy] when another catalogue was applied at the same time.
func (c *Client) ApplyCatalog(ctx context.Context, raw []byte, note string) (CatalogVersion, error) {
	if _, err := ParseCatalog(raw); err != nil {
		return CatalogVersion{}, err
	}
	if !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0 {
		return CatalogVersion{}, &CatalogError{Faults: []CatalogFault{{Line: 1, Reason: "the file isn't UTF-8 text"}}}
	}
	if len(note) > maxCatalogNote || !utf8.ValidString(note) {
		return CatalogVersion{}, fmt.Errorf("the note is longer than %d bytes", maxCatalogNote)
	}
	current, err := c.catalog(ctx) // makes the shipped one version 1
	if err != nil {
		return CatalogVersion{}, err
	}
	row, err := c.q.GetCatalogVersion(ctx, clampInt32(current.Version))
	if err != nil {
		return CatalogVersion{}, fmt.Errorf("catalogue in force: %w", err)
	}
	if row.Body == string(raw) {
		return catalogVersionOf(row.Version, row.Sha256, row.Note, row.AppliedAt), nil
	}
	now := c.now()
	inserted, err := insertCatalog(ctx, c.q, current.Version+1, raw, note, now)
	if err != nil {
		return CatalogVersion{}, err
	}
	if !inserted {
		return CatalogVersion{}, CatalogBusy
	}
	sum := sha256.Sum256(raw)
	return catalogVersionOf(clampInt32(current.Version+1), sum[:], note, now), nil
}

// Catalog gives a catalogue and its file: the one in force for version 0. Fault: [CatalogVersionUnknown].
func (c *Client) Catalog(ctx context.Context, version int) (*Catalog, []byte, error) {
	cat, err := c.catalog(ctx)
	if err == nil && version != 0 {
		cat, err = c.catalogVersion(ctx, c.q, version)
	}
	if err != nil {
		return nil, nil, err
	}
	row, err := c.q.GetCatalogVersion(ctx, clampInt32(cat.Version))
	if err != nil {
		return nil, nil, fmt.Errorf("catalogue %d: %w", cat.Version, err)
	}
	return cat, []byte(row.Body), nil
}

// CatalogVersions lists what was applied, the newest first, at most 100.
func (c *Client) CatalogVersions(ctx context.Context) ([]CatalogVersion, error) {
	if _, err := c.catalog(ctx); err != nil {
		return nil, err
	}
	rows, err := c.q.ListCatalogVersions(ctx)
	if err != nil {
		return nil, fmt.Errorf("list catalogues: %w", err)
	}
	out := make([]CatalogVersion, len(rows))
	for i, r := range rows {
		out[i] = catalogVersionOf(r.Version, r.Sha256, r.Note, r.AppliedAt)
	}
	return out, nil
}

func catalogVersionOf(version int32, sum []byte, note string, at time.Time) CatalogVersion {
	return CatalogVersion{Version: int(version), SHA256: fmt.Sprintf("%x", sum), Note: note, AppliedAt: at.UTC()}
}
