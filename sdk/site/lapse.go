package site

import "time"

// Lapses are the retention times of unproved data. A zero field has its default.
type Lapses struct {
	Professionals time.Duration // professionals' accounts with an unused mailed link, from the sign-up; default 7 days
	Invitations   time.Duration // unused invitations and their invitees' data, from the end of the last link; default 30 days
}

// DefaultLapses returns the default times.
func DefaultLapses() Lapses { return Lapses{}.WithDefaults() }

// WithDefaults replaces zero values with the defaults.
func (l Lapses) WithDefaults() Lapses {
	const day = 24 * time.Hour
	if l.Professionals == 0 {
		l.Professionals = 7 * day
	}
	if l.Invitations == 0 {
		l.Invitations = 30 * day
	}
	return l
}
