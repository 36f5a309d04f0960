package operations

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
)

// ApplyCatalog implements [operate.Client].
func (c *Engine) ApplyCatalog(ctx context.Context, raw []byte, note string) (price.CatalogVersion, error) {
	if _, err := price.ParseCatalog(raw); err != nil {
		return price.CatalogVersion{}, err
	}
	if !utf8.Valid(raw) || bytes.IndexByte(raw, 0) >= 0 {
		return price.CatalogVersion{}, &price.CatalogError{Faults: []price.CatalogFault{{Line: 1, Reason: "the file isn't UTF-8 text"}}}
	}
	if len(note) > core.MaxCatalogNote || !utf8.ValidString(note) {
		return price.CatalogVersion{}, fmt.Errorf("the note is longer than %d bytes", core.MaxCatalogNote)
	}
	current, err := c.core.Catalog(ctx) // makes the shipped one version 1
	if err != nil {
		return price.CatalogVersion{}, err
	}
	row, err := c.core.Q.GetCatalogVersion(ctx, pg.ClampInt32(current.Version))
	if err != nil {
		return price.CatalogVersion{}, fmt.Errorf("active catalog: %w", err)
	}
	if row.Body == string(raw) {
		return core.CatalogVersionOf(row.Version, row.Sha256, row.Note, row.AppliedAt), nil
	}
	now := c.core.Now()
	inserted, err := core.InsertCatalog(ctx, c.core.Q, price.CatalogVersion{Version: current.Version + 1, Note: note, AppliedAt: now}, raw)
	if err != nil {
		return price.CatalogVersion{}, err
	}
	if !inserted {
		return price.CatalogVersion{}, price.CatalogBusy
	}
	sum := sha256.Sum256(raw)
	return core.CatalogVersionOf(pg.ClampInt32(current.Version+1), sum[:], note, now), nil
}

// Catalog implements [operate.Client].
func (c *Engine) Catalog(ctx context.Context, version int) (*price.Catalog, []byte, error) {
	cat, err := c.core.Catalog(ctx)
	if err == nil && version != 0 {
		cat, err = c.core.CatalogVersion(ctx, c.core.Q, version)
	}
	if err != nil {
		return nil, nil, err
	}
	row, err := c.core.Q.GetCatalogVersion(ctx, pg.ClampInt32(cat.Version))
	if err != nil {
		return nil, nil, fmt.Errorf("catalog %d: %w", cat.Version, err)
	}
	return cat, []byte(row.Body), nil
}

// CatalogVersions implements [operate.Client].
func (c *Engine) CatalogVersions(ctx context.Context) ([]price.CatalogVersion, error) {
	if _, err := c.core.Catalog(ctx); err != nil {
		return nil, err
	}
	rows, err := c.core.Q.ListCatalogVersions(ctx)
	if err != nil {
		return nil, fmt.Errorf("list catalogs: %w", err)
	}
	out := make([]price.CatalogVersion, len(rows))
	for i, r := range rows {
		out[i] = core.CatalogVersionOf(r.Version, r.Sha256, r.Note, r.AppliedAt)
	}
	return out, nil
}
