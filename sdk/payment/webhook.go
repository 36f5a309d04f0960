package payment

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// WebhookRefused is the fault of a webhook that isn't signed by the provider or can't be read.
var WebhookRefused = fault.New(fault.Forbidden, "webhook_refused", nil)
