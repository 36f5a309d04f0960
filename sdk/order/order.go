package order

// State is the state of an order.
type State string

// The states of an order.
const (
	Pending   State = "pending"
	Placed    State = "placed"
	Cancelled State = "cancelled"
	Refunded  State = "refunded"
)
