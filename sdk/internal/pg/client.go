package pg

import "github.com/google/uuid"

// NewID makes a UUIDv7: keys made one after the other stand together in an index.
func NewID() uuid.UUID { return uuid.Must(uuid.NewV7()) }
