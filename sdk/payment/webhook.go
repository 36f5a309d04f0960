package payment

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// WebhookRefused is the fault of a webhook without the provider's signature, or one that can't be read.
var WebhookRefused = fault.New(fault.Forbidden, "webhook_refused", nil)
