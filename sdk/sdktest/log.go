package sdktest

import "github.com/cojoin/cojoin/internal/testlog"

// Log is a log that several goroutines write and a test reads. The zero value is ready.
type Log = testlog.Log
