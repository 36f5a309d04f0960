package sdk

import "github.com/google/uuid"

// How many rows an operator's list has: where nobody says, and at the most.
const (
	defaultListed = 50
	mostListed    = 500
)

// listed bounds how many rows a list has; zero and less mean otherwise.
func listed(limit, otherwise int) int32 {
	if limit <= 0 {
		limit = otherwise
	}
	return clampInt32(min(limit, mostListed))
}

// olderThan reads the id of the last row seen, from which a list goes on; an empty one begins with the newest.
// What is no id is the fault unknown.
func olderThan(id string, unknown error) (uuid.UUID, error) {
	if id == "" {
		return uuid.Max, nil
	}
	last, err := uuid.Parse(id)
	if err != nil {
		return uuid.Nil, unknown
	}
	return last, nil
}
