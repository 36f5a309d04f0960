package codes

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/text"
)

// BatchState is the state of a batch of subscription codes.
type BatchState string

// The states of a batch. A batch's codes can be used only while the batch is active and before its ExpiresAt.
const (
	BatchAwaitingPayment BatchState = "awaiting_payment"
	BatchActive          BatchState = "active"
	BatchRevoked         BatchState = "revoked"
)

// SubscriptionCodeState is the state of one code.
type SubscriptionCodeState string

// The states of a code. A reserved code is held by an order that is being paid.
const (
	SubscriptionCodeAvailable SubscriptionCodeState = "available"
	SubscriptionCodeReserved  SubscriptionCodeState = "reserved"
	SubscriptionCodeRedeemed  SubscriptionCodeState = "redeemed"
	SubscriptionCodeRevoked   SubscriptionCodeState = "revoked"
	SubscriptionCodeExpired   SubscriptionCodeState = "expired"
)

// BatchInput describes a new batch of subscription codes.
type BatchInput struct {
	ProfessionalID string
	PackageID      int       // not a custom one
	Size           int       // 1 to 500
	ExpiresAt      time.Time // zero: 24 months from now
	Active         bool      // already paid; if false, the batch awaits payment
}

// Batch is a batch of subscription codes in its owner's view.
type Batch struct {
	ID             string     `json:"id"`
	ProfessionalID string     `json:"professionalId"`
	PackageID      int        `json:"packageId"`
	PackageName    string     `json:"packageName"`
	Face           string     `json:"faceAmount" doc:"Value of one code: the package's list price on the day of purchase"`
	CurrencyCode   string     `json:"currencyCode"`
	Total          string     `json:"total" doc:"Face amount × size"`
	Size           int        `json:"size"`
	State          BatchState `json:"state" enum:"awaiting_payment,active,revoked"`
	PaidBy         Payment    `json:"paidBy" enum:"card,invoice" doc:"A batch that awaits payment by card has a payment with unknown outcome: read it again later"`
	Unissued       int        `json:"unissued" doc:"Valid and not issued yet"`
	Issued         int        `json:"issued" doc:"Issued and not used yet"`
	Reserved       int        `json:"reserved" doc:"Reserved by an order with a payment in progress"`
	Redeemed       int        `json:"redeemed"`
	CreatedAt      time.Time  `json:"createdAt"`
	ExpiresAt      time.Time  `json:"expiresAt"`
}

// BatchCode is one code in its batch owner's view.
type BatchCode struct {
	ID         string                `json:"id"`
	Number     int                   `json:"number" doc:"In the batch, from 1"`
	Code       string                `json:"code" doc:"In groups of four"`
	State      SubscriptionCodeState `json:"state" enum:"available,reserved,redeemed,revoked,expired"`
	IssuedTo   string                `json:"issuedTo,omitempty"`
	IssuedAt   *time.Time            `json:"issuedAt,omitempty"`
	MailedTo   string                `json:"mailedTo,omitempty" doc:"Address to which the code was mailed"`
	RedeemedAt *time.Time            `json:"redeemedAt,omitempty"`
	Redeemer   RedeemerState         `json:"redeemer,omitempty" enum:"signed_up,active" doc:"Progress of the parent with this code. A professional gets no other data about them"`
}

// Payment is the way of paying for a batch.
type Payment string

// The ways of paying for a batch.
const (
	PaymentCard    Payment = "card"
	PaymentInvoice Payment = "invoice"
)

// RedeemerState is the progress of the parent who used a code.
type RedeemerState string

// The states of a redeemer.
const (
	RedeemerSignedUp RedeemerState = "signed_up" // paid with the code; no username and password yet
	RedeemerActive   RedeemerState = "active"
)

// The faults (expected errors) of operations on batches.
var (
	BatchUnknown         = fault.New(fault.NotFound, "code_batch_unknown", nil) // no such batch, or another professional's
	BatchUnpaid          = fault.New(fault.Conflict, "code_batch_awaiting_payment", nil)
	BatchWasRevoked      = fault.New(fault.Conflict, "code_batch_revoked", nil)
	BatchEmpty           = fault.New(fault.Conflict, "code_batch_empty", nil)
	SubscriptionCodeGone = fault.New(fault.Conflict, "subscription_code_used", nil) // can't be revoked: held by an order, used, revoked or expired
)

// The text code of the violation if the price of a purchase has changed.
const (
	CodePriceChanged text.Code = "code_batch_price_changed"
)
