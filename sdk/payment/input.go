package payment

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// Invalid is the fault of a malformed payment call, which is a bug in the caller.
var Invalid = fault.New(fault.Invalid, "payment_invalid", nil)

// Unavailable is the fault of a currency without a merchant account ([Config].MerchantAccounts), in every payment and request for a client token. The
// client's log names the currency. It is also the fault of a provider without a clear response to a request for a client token, to [Client.Refund] or
// to [Client.Webhook].
var Unavailable = fault.New(fault.Unavailable, "payment_unavailable", nil)

// Unfinished returns true if the answer may still change. Such an answer isn't stored under the idempotency key, so that a repeated call gets the new
// one.
func (a *Answer) Unfinished() bool { return a != nil && a.Status == Confirming }
