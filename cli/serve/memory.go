package serve

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/cojoin/cojoin/sdk/form"
)

const (
	// ordinaryMemory is ample for a server's program, calls in progress and cached files.
	ordinaryMemory = 40 << 20
	// hashMemory is the memory for hashing one password, which is reused for the next. There are as many concurrent
	// hashes as processors. See sdk.Hashing.
	hashMemory = 19 << 20
)

// boundMemory lets garbage grow up to a fixed limit; by default it may only grow to the size of the live heap. A
// server's live heap is a few MiB, so it then collects garbage a tenth as often. GOGC and GOMEMLIMIT in the
// environment take precedence. The operator's own filter of passwords stays in memory, however large: the limit grows by it.
func boundMemory(known *form.PasswordFilter) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(1000)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(ordinaryMemory + int64(runtime.GOMAXPROCS(0))*hashMemory + known.Bytes())
	}
}
