package checkout

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// PaymentMissing is the fault of reading the status of a payment that was never tried.
var PaymentMissing = fault.New(fault.NotFound, "payment_missing", nil)
