package order

import (
	"time"

	"github.com/cojoin/cojoin/sdk/day"

	"github.com/cojoin/cojoin/sdk/fault"
)

// ReceiptNotFound is the fault of an unknown receipt, or of one that the caller may not see.
var ReceiptNotFound = fault.New(fault.NotFound, "receipt_not_found", nil)

// ReceiptSummary is a line of the list of receipts.
type ReceiptSummary struct {
	ReceiptID         string    `json:"receiptId"`
	PaidAt            time.Time `json:"paidAt"`
	PaidOn            day.Day   `json:"paidOn" format:"date" doc:"In the buyer's time zone"`
	PackageName       string    `json:"packageName"`
	TotalFormatted    string    `json:"totalFormatted"`
	RefundedFormatted string    `json:"refundedFormatted,omitempty" doc:"Amount refunded so far"`
	// CreditNotes are the documents about refunds.
	CreditNotes []CreditNote `json:"creditNotes,omitempty" doc:"Oldest first"`
}

// CreditNote is a line of the list of a purchase's refunds.
type CreditNote struct {
	Number          string    `json:"number" doc:"Consecutive for each seller and year"`
	GivenAt         time.Time `json:"givenAt"`
	GivenOn         day.Day   `json:"givenOn" format:"date" doc:"In the buyer's time zone"`
	AmountFormatted string    `json:"amountFormatted"`
}
