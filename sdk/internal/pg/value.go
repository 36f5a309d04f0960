package pg

import (
	"math"
	"time"

	"github.com/google/uuid"
)

// NewID returns a UUIDv7: consecutive ids are next to each other in an index.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// OrZero returns the time, or the zero time for nil.
func OrZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// UTC returns a column's time in UTC, as responses have it; nil for NULL.
func UTC(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return Ptr(t.UTC())
}

// ClampInt32 limits n to the largest value that an integer column can hold and still increment.
func ClampInt32(n int) int32 { return int32(min(n, math.MaxInt32-1)) }

// NewIDs returns n new ids.
func NewIDs(n int) []uuid.UUID {
	ids := make([]uuid.UUID, n)
	for i := range ids {
		ids[i] = NewID()
	}
	return ids
}

// Ptr returns a pointer to a value, for columns that may be NULL.
func Ptr[T any](v T) *T { return &v }

// Optional returns a pointer to s, or nil if it is empty.
func Optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// OrEmpty returns a column's text, empty for NULL.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
