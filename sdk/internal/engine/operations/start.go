package operations

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/price"
)

// CatalogInForce implements [operate.Client].
func (c *Engine) CatalogInForce(ctx context.Context) (*price.Catalog, error) {
	version, err := c.core.Q.LatestCatalogVersion(ctx)
	if err != nil {
		return nil, fmt.Errorf("active catalog: %w", err)
	}
	if version == 0 {
		shipped := *price.DefaultCatalog()
		shipped.Version = price.ShippedVersion
		return &shipped, nil
	}
	return c.core.CatalogVersion(ctx, c.core.Q, int(version))
}

// Sells implements [operate.Client].
func (c *Engine) Sells(ctx context.Context, trials []string) (bool, error) {
	sold, err := c.core.Q.HasSold(ctx, c.core.Now(), append([]string{}, trials...)) // none is an empty list
	if err != nil {
		return false, fmt.Errorf("look for paid orders: %w", err)
	}
	return sold, nil
}
