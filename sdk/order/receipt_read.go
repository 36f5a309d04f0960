package order

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// ReceiptNotFound is the fault of an unknown receipt, or of one that the caller may not see.
var ReceiptNotFound = fault.New(fault.NotFound, "receipt_not_found", nil)

// ReceiptSummary is a line of the list of receipts.
type ReceiptSummary struct {
	ReceiptID         string    `json:"receiptId"`
	PaidAt            time.Time `json:"paidAt"`
	PackageName       string    `json:"packageName"`
	TotalFormatted    string    `json:"totalFormatted"`
	RefundedFormatted string    `json:"refundedFormatted,omitempty" doc:"The refunded amount so far"`
	// CreditNotes are the documents about refunds.
	CreditNotes []CreditNote `json:"creditNotes,omitempty" doc:"The oldest first"`
}

// CreditNote is a line of the list of a purchase's refunds.
type CreditNote struct {
	Number          string    `json:"number" doc:"Consecutive for each seller and year"`
	GivenAt         time.Time `json:"givenAt"`
	AmountFormatted string    `json:"amountFormatted"`
}
