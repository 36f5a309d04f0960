package orders

// The purposes of orders.
const (
	PurposeSignup     = "signup"
	PurposeInvitation = "invitation" // an invited parent pays for their own seat
	PurposeRenewal    = "renewal"    // the next term of subscriptions
	PurposeCodeBatch  = "code_batch"
)
