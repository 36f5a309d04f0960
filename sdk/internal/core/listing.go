package core

import (
	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// How many rows an operator's list has: where nobody says, and at the most.
const (
	DefaultListed = 50
	MostListed    = 500
)

// Listed bounds how many rows a list has; zero and less mean otherwise.
func Listed(limit, otherwise int) int32 {
	if limit <= 0 {
		limit = otherwise
	}
	return pg.ClampInt32(min(limit, MostListed))
}

// OlderThan reads the id of the last row seen, from which a list goes on; an empty one begins with the newest.
// What is no id is the fault unknown.
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
