package payment

import (
	"maps"
	"slices"
)

// PurposesForTest are the purposes that the engine knows, sorted.
func (c *Client) PurposesForTest() []string { return slices.Sorted(maps.Keys(c.purposes.rows)) }
