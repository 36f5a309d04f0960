package pg

import "github.com/google/uuid"

func NewIDs(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = NewID()
	}
	return ids
}
