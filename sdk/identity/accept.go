package identity

import (
	"time"
)

// Entry is a version of one thing that belongs to the database. Of a kind and number the newest counts.
type Entry struct {
	Kind     Kind      `json:"kind"`
	Number   uint8     `json:"number,omitempty"` // of a secret: its key id
	Version  int       `json:"version"`
	Value    string    `json:"value,omitempty"` // of persons' keys: here or elsewhere; none of a secret
	Operator string    `json:"operator,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	At       time.Time `json:"at"`
}

// Change names what an operator changes on purpose. The configuration has the new values already.
type Change struct {
	Merchant    string // the new merchant id; empty: no change
	Environment string // the new environment; empty: no change
	PersonKeys  bool   // the configured database of persons' keys takes the recorded one's place
	Reason      string // at most 500 characters
}
