package bench

import "time"

// Options configure a run. All fields but Profiles and Only are required.
type Options struct {
	// Binary is the cojoin command.
	Binary string
	// Bare is the command line that runs [ServeBare].
	Bare []string
	// Dir is an empty folder for the database and the logs.
	Dir string
	// Clients is the number of concurrent clients.
	Clients int
	// Round is the length of each round of a load. Rounds is the number of rounds of each, in turn.
	Round  time.Duration
	Rounds int
	// Signups is the number of whole sign-ups made with a pool of two connections.
	Signups int
	// Profiles is a folder for the server's processor profiles of the first two loads; empty: none.
	Profiles string
	// Only selects one load of [Run] by a part of its name, e.g. "whole"; empty: all.
	Only string
	// Log receives progress messages.
	Log func(format string, args ...any)
}

// GrowthOptions configure [Growth].
type GrowthOptions struct {
	Options
	// Small and Large are the numbers of paid registrations, accounts and orders in the two databases.
	Small, Large int
	// LastHour is the number of further sign-ups in the large one, paid within the last hour.
	LastHour int
}
