package order

// SubscriptionState is the state of a subscription.
type SubscriptionState string

// The states of a subscription.
const (
	SubscriptionActive    SubscriptionState = "active"
	SubscriptionSuspended SubscriptionState = "suspended" // its payment failed later
	SubscriptionCancelled SubscriptionState = "cancelled" // its payment was given back
	SubscriptionLapsed    SubscriptionState = "lapsed"    // it could not be renewed
	SubscriptionEnded     SubscriptionState = "ended"     // its term is over
)
