package payment

import (
	"github.com/cojoin/cojoin/sdk/fault"
)

// Invalid is the fault of a malformed payment call, which is a bug in the caller.
var Invalid = fault.New(fault.Invalid, "payment_invalid", nil)

// Unavailable is the fault of a currency without a merchant account ([Config].MerchantAccounts), in every payment and request of a client
// token; the client's log names the currency. It is also that of a provider without a clear answer to the request of a client token, to
// [Client.Refund] or to [Client.Webhook].
var Unavailable = fault.New(fault.Unavailable, "payment_unavailable", nil)

// Unfinished reports whether the answer may still change. Such an answer isn't stored under the idempotency key: the same
// call sent again asks again.
func (a *Answer) Unfinished() bool { return a != nil && a.Status == Confirming }
