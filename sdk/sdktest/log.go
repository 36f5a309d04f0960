package sdktest

import "github.com/cojoin/cojoin/internal/testlog"

// Log is a log with concurrent writers that a test reads. The zero value is ready.
type Log = testlog.Log
