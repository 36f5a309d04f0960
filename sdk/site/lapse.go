package site

import "time"

// Lapses say how long what nobody has proved is kept. A field that isn't set is at its default.
type Lapses struct {
	Professionals time.Duration // accounts of professionals who never used the link that was mailed to them, from the sign-up; shipped 7 days
	Invitations   time.Duration // invitations that nobody came by and the people whom they name, from the end of the last link; shipped 30 days
}

// DefaultLapses are the times that are shipped.
func DefaultLapses() Lapses { return Lapses{}.WithDefaults() }

// WithDefaults returns the times with defaults in place of zero values.
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
