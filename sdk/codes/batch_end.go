package codes

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// BatchPaying is the fault of changing a batch whose card payment is undecided.
var BatchPaying = fault.New(fault.Conflict, "code_batch_paying", nil)
