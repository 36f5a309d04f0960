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
	NextAt  *time.Time `json:"nextAt,omitempty" doc:"When the next is due, within 30 days; left out where some are due already or none is"`
	Removal string     `json:"removal" doc:"How it goes"`
}
