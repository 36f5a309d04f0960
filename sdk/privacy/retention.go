package privacy

import (
	"time"
)

// Retention describes a retention rule.
type Retention struct{ Table, What, Kept, Goes string }

// Due is the number of rows that a rule will remove.
type Due struct {
	Table   string     `json:"table"`
	What    string     `json:"what"`
	Kept    string     `json:"kept"`
	Now     int        `json:"now" doc:"Due already: the next purge takes it"`
	Day     int        `json:"within24Hours"`
	Month   int        `json:"within30Days"`
	NextAt  *time.Time `json:"nextAt,omitempty" doc:"Time at which the next is due, if within 30 days; missing if some are due already, or if none is"`
	Removal string     `json:"removal" doc:"How it goes"`
}
