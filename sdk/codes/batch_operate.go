package codes

// AwaitingBatch is a batch with an unpaid invoice, in the operator's view.
type AwaitingBatch struct {
	Batch
	Buyer    string `json:"buyer"`
	Email    string `json:"email"`
	Practice string `json:"practice,omitempty"`
}
