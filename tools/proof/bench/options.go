package bench

import "time"

// Options say what is run, and how long. All fields are required but where said.
type Options struct {
	// Binary is the cojoin command.
	Binary string
	// Bare is the command line that runs [ServeBare].
	Bare []string
	// Dir is an empty folder for the database and the logs.
	Dir string
	// Clients is how many call concurrently.
	Clients int
	// Round is how long each round of a load is; Rounds is how many of each there are, by turns.
	Round  time.Duration
	Rounds int
	// Signups is how many whole sign-ups are made with a pool of two connections.
	Signups int
	// Profiles is a folder for the server's processor profiles of the first two loads; empty: none.
	Profiles string
	// Only is a part of the name of the one load of [Run] that is wanted, e.g. "whole"; empty: all.
	Only string
	// Log is told how it goes.
	Log func(format string, args ...any)
}

// GrowthOptions say what [Growth] compares.
type GrowthOptions struct {
	Options
	// Small and Large are how many paid registrations, accounts and orders the two databases hold.
	Small, Large int
	// LastHour is how many more sign-ups the large one has that were paid within the last hour.
	LastHour int
}
