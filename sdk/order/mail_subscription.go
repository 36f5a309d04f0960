package order

import "time"

// TermDay is the day on which a term ends, as mails are keyed by it.
func TermDay(end time.Time) string { return end.UTC().Format(time.DateOnly) }
