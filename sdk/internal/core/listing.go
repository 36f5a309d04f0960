package core

import (
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// The default and the maximum number of rows in an operator's list.
const (
	DefaultListed = 50
	MostListed    = 500
)

// Listed limits the number of rows in a list; zero or less means otherwise.
func Listed(limit, otherwise int) int32 {
	if limit <= 0 {
		limit = otherwise
	}
	return pg.ClampInt32(min(limit, MostListed))
}

// OlderThan parses the id of the last row seen, after which a list continues; an empty one starts with the newest. It returns unknown for a
// malformed id.
func OlderThan(id string, unknown error) (uuid.UUID, error) {
	if id == "" {
		return uuid.Max, nil
	}
	last, err := uuid.Parse(id)
	if err != nil {
		return uuid.Nil, unknown
	}
	return last, nil
}
