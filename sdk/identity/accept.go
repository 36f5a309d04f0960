package identity

import (
	"time"
)

// Entry is a version of one identity of the database. The newest version of a kind and number is the current one.
type Entry struct {
	Kind     Kind      `json:"kind"`
	Number   uint8     `json:"number,omitempty"` // a secret's key id
	Version  int       `json:"version"`
	Value    string    `json:"value,omitempty"` // of persons' keys: here or elsewhere; empty for a secret
	Operator string    `json:"operator,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	At       time.Time `json:"at"`
}

// Change is an operator's intended change. The configuration already has the new values.
type Change struct {
	Merchant    string // the new merchant id; empty: no change
	Environment string // the new environment; empty: no change
	PersonKeys  bool   // replace the recorded database of persons' keys by the configured one
	Reason      string // at most 500 characters
}
