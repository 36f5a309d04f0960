package codes

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// BatchPaying is the fault of changing a batch with an undecided card payment.
var BatchPaying = fault.New(fault.Conflict, "code_batch_paying", nil)
