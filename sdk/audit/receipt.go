package audit

// ReceiptDifference is a stored value of an order that differs from the recalculated one.
type ReceiptDifference struct {
	OrderID string `json:"orderId"`
	Path    string `json:"path"` // step, column or receipt field, e.g. steps.taxAmount.minor, receipt.total
	Kept    string `json:"kept"`
	Worked  string `json:"worked"` // the recalculated value
}

// VerifiedReceipts counts the verified orders, their receipts and the differences.
type VerifiedReceipts struct {
	Orders      int `json:"orders"`
	Receipts    int `json:"receipts"`
	Differences int `json:"differences"`
}
