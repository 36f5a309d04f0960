package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

const (
	// ordinaryMemory is what a server's program, calls in flight and kept files need with room to spare.
	ordinaryMemory = 40 << 20
	// hashMemory is what one hash of a password needs, and what is kept of it for the next; as many run at once
	// as there are processors. See sdk.Hashing.
	hashMemory = 19 << 20
)

// boundMemory lets garbage grow up to a bound, where by default it grows to the size of what is in use: a
// small server, which keeps few MiB, collects it a tenth as often then. GOGC and GOMEMLIMIT in the environment
// win.
func boundMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(ordinaryMemory + int64(runtime.GOMAXPROCS(0))*hashMemory)
	}
}
