package payment

import (
	"maps"
	"slices"
	"time"
)

// PurposesForTest are the purposes that the engine knows, sorted.
func (c *Client) PurposesForTest() []string { return slices.Sorted(maps.Keys(c.purposes.rows)) }

// Validate refuses a configuration whose clocks would break the promise of paying once.
func (c Config) Validate() error { return c.validate() }

// LastFour is what is kept of a card's number.
func LastFour(s string) string { return lastFour(s) }

// SearchPause is the time until the next search after n in vain.
func (c *Client) SearchPause(n int32) time.Duration { return c.searchPause(n) }
