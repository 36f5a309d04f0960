package order

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
}
