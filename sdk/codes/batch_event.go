package codes

import (
	"time"
)

// BatchEvent is one event of a batch's audit trail.
type BatchEvent struct {
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"bought,activated,payment_failed,codes_read,issued,code_revoked,revoked,expiry_noticed"`
	Actor  string    `json:"actor" enum:"professional,operator,system"`
	Number int       `json:"number,omitempty" doc:"Number of the code in the batch, if the event is about one code"`
}
