package codes

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// BatchPaying is the fault of touching a batch whose card payment isn't decided yet.
var BatchPaying = fault.New(fault.Conflict, "code_batch_paying", nil)
