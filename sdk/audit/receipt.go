package audit

// ReceiptDifference is one value of an order that isn't what its own input gives.
type ReceiptDifference struct {
	OrderID string `json:"orderId"`
	Path    string `json:"path"` // step, column or receipt field, e.g. steps.taxAmount.minor, receipt.total
	Kept    string `json:"kept"`
	Worked  string `json:"worked"` // what it comes to when it is worked out again
}

// VerifiedReceipts says what was looked at.
type VerifiedReceipts struct {
	Orders      int `json:"orders"`
	Receipts    int `json:"receipts"`
	Differences int `json:"differences"`
}
