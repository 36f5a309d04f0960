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
	Now     int        `json:"now" doc:"Due already; the next purge removes them"`
	Day     int        `json:"within24Hours"`
	Month   int        `json:"within30Days"`
	NextAt  *time.Time `json:"nextAt,omitempty" doc:"Time of the next due row, within 30 days; left out if rows are due already or none will be"`
	Removal string     `json:"removal" doc:"Method of removal"`
}
