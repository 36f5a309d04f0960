package codes

// AwaitingBatch is a batch whose invoice nobody has recorded as paid yet, as operators see it.
type AwaitingBatch struct {
	Batch
	Buyer    string `json:"buyer"`
	Email    string `json:"email"`
	Practice string `json:"practice,omitempty"`
}
