package gateway

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// Gateway is the payment provider. Every call may take as long as its context allows, so none is made
// while a database connection is held. An implementation logs neither nonces nor tokens.
//
// Errors: a refusal that the provider states is a [*Decline]; a transaction or order that it
// doesn't have is [ErrGatewayNotFound]; everything else (timeout, reset, 5xx, an empty or cut answer, a
// 2xx without an id, a duplicate rejection) wraps [ErrGatewayUnknown], because the call may have had its
// effect. An error of Capture, Void or Refund says only that this answer wasn't a yes: ask with Find.
type Gateway interface {
	// ClientToken returns what a browser needs to make a nonce.
	ClientToken(ctx context.Context, in ClientTokenRequest) (string, error)
	// Nonce returns what the provider knows of a nonce, without using it up. One that it doesn't have is [ErrGatewayNotFound].
	Nonce(ctx context.Context, nonce secret.Secret) (Nonce, error)
	// Authorize holds the amount and settles nothing. A card that was verified for another amount is a [*Decline] with
	// [CodePaymentAmountUnasked].
	Authorize(ctx context.Context, in AuthorizeRequest) (Transaction, error)
	// Vault keeps a payment method for charges to come, and charges nothing. A card's bank is asked whether it
	// is good; where it isn't, the error is a [*Decline]. After any other error the method may be kept.
	Vault(ctx context.Context, in VaultRequest) (Method, error)
	// FindByOrderID returns every transaction with exactly this order id, of whatever status, oldest
	// first; none is an empty slice and no error. A provider's search may lag behind by seconds.
	FindByOrderID(ctx context.Context, gatewayOrderID string) ([]Transaction, error)
	// FindSince returns every transaction that was made at a time or after it, oldest first. It is for
	// audits: it may take as many calls as there are pages.
	FindSince(ctx context.Context, since time.Time) ([]Transaction, error)
	// FindMany returns the transactions with these ids, at most [MostFound], in no order. One that a search doesn't find is missing from the
	// answer: ask for it with Find.
	FindMany(ctx context.Context, transactionIDs []string) ([]Transaction, error)
	// FindRefundsSince returns the credits that were made at a time or after it, and FindDisputedSince the sales that a dispute was received
	// against since then, oldest first. They find what was done in the provider's control panel, or at a bank, and told by no webhook.
	FindRefundsSince(ctx context.Context, since time.Time) ([]Transaction, error)
	FindDisputedSince(ctx context.Context, since time.Time) ([]Transaction, error)
	Find(ctx context.Context, transactionID string) (Transaction, error)
	// Capture submits the whole authorised amount for settlement.
	Capture(ctx context.Context, transactionID string) (Transaction, error)
	// Void releases an authorisation, or a capture that isn't settled yet.
	Void(ctx context.Context, transactionID string) (Transaction, error)
	// Refund refunds the amount of a settled transaction and returns the credit.
	Refund(ctx context.Context, transactionID string, amount money.Amount) (Transaction, error)
	// Forget deletes a kept payment method and the customer that it was kept for, with the e-mail address. One
	// that isn't there is [ErrGatewayNotFound].
	Forget(ctx context.Context, paymentMethodToken secret.Secret) error
	// Notification reads a webhook from its two form fields and proves that it is the provider's; it
	// calls nobody. It fails with [ErrGatewaySignature], or where the payload can't be read.
	Notification(signature, payload string) (Notification, error)
}

// Merchant names the account at the provider to which all payments of a database belong.
type Merchant struct {
	Provider    string // e.g. braintree
	ID          string // the provider's merchant id
	Environment string // the provider's, e.g. production
}

// MostFound is how many transactions one call of FindMany may ask for: a page of the provider's.
const MostFound = 50

// ClientTokenRequest asks for a client token.
type ClientTokenRequest struct {
	MerchantAccountID string // decides the currency
}

// Nonce is what the provider knows of a nonce before it is used.
type Nonce struct {
	PaymentType  PaymentType // empty for one that isn't taken
	ThreeDSecure bool        // the cardholder's bank authenticated them, and answers for it; cards only
}

// Initiator tells the card schemes why an authorisation is asked for.
type Initiator string

// The initiators.
const (
	InitiatorCustomer       Initiator = ""                // the customer is there, once
	InitiatorRecurringFirst Initiator = "recurring_first" // the customer is there, renewals follow
	InitiatorRecurring      Initiator = "recurring"       // a renewal, the customer isn't there
)

// AuthorizeRequest asks for one authorisation. Exactly one of Nonce and PaymentMethodToken is set.
type AuthorizeRequest struct {
	OrderID             string        // our order id at the gateway, unique for each attempt
	Amount              money.Amount  // above zero
	MerchantAccountID   string        // its currency is Amount's
	Nonce               secret.Secret // one use, from the browser
	PaymentMethodToken  secret.Secret // vaulted, for renewals
	Vault               bool          // keep the payment method; the answer then has a PaymentMethodToken
	Initiator           Initiator
	DeviceData          secret.Secret // what the browser's fraud check collected; may be empty
	CardHolderName      string        // may be empty
	Email               string        // of the payer, for the provider's records and its checks of fraud
	Customer            Customer      // who pays; the zero value says nothing
	Billing             Address       // what the bank compares with the card's; the zero value asks for no comparison
	Tax                 money.Amount  // the part of Amount that is tax; the zero value says nothing
	RequireThreeDSecure bool          // refuse where the cardholder wasn't authenticated
}

// Customer is who pays, as the provider's checks of fraud compare it.
type Customer struct {
	FirstName, LastName, Phone string
}

// Address is a billing address.
type Address struct {
	Street, Extended, Locality, Region, PostalCode string
	Country                                        string // ISO 3166-1 alpha-2
}

// VaultRequest asks for a payment method to be kept.
type VaultRequest struct {
	Nonce               secret.Secret // one use, from the browser
	MerchantAccountID   string        // that the card is verified for
	Email               string        // of the payer, for the provider's records
	RequireThreeDSecure bool          // refuse a card whose holder wasn't authenticated
}

// Method is a payment method that the provider keeps.
type Method struct {
	Token        secret.Secret
	PaymentType  PaymentType
	CardLastFour string // cards only
	CardBrand    string // cards only, e.g. Visa
	CardExpires  Month  // cards only
}

// Month is the month until whose end a card is good; the zero value is unknown.
type Month struct {
	Year  int
	Month time.Month
}

// End is the first moment after the month, in UTC; zero for an unknown one.
func (m Month) End() time.Time {
	if m.Year == 0 {
		return time.Time{}
	}
	return time.Date(m.Year, m.Month+1, 1, 0, 0, 0, 0, time.UTC)
}

// Status is the state of a transaction at the provider.
type Status string

// The statuses of a transaction.
const (
	Authorizing            Status = "authorizing"
	Authorized             Status = "authorized"
	AuthorizationExpired   Status = "authorization_expired"
	SubmittedForSettlement Status = "submitted_for_settlement"
	Settling               Status = "settling"
	Settled                Status = "settled"
	SettlementDeclined     Status = "settlement_declined"
	Voided                 Status = "voided"
	ProcessorDeclined      Status = "processor_declined"
	Rejected               Status = "gateway_rejected"
	Failed                 Status = "failed"
	Unrecognized           Status = "unrecognized" // a status that this version doesn't know
)

// Captured reports whether money moves or has moved.
func (s Status) Captured() bool {
	return s == SubmittedForSettlement || s == Settling || s == Settled
}

// Refused reports whether the provider said no for good, so that nothing was or will be charged.
func (s Status) Refused() bool {
	return s == ProcessorDeclined || s == Rejected || s == Failed
}

// Transaction is a transaction as the provider knows it.
type Transaction struct {
	ID                 string
	OrderID            string
	MerchantAccountID  string
	Status             Status
	Credit             bool // a refund, not a sale
	Amount             money.Amount
	PaymentType        PaymentType
	CardLastFour       string        // cards only
	CardBrand          string        // cards only, e.g. Visa
	CardCountry        string        // ISO 3166-1 alpha-2 of the issuer; evidence only, often empty
	CardExpires        Month         // cards only
	PaymentMethodToken secret.Secret // when the method is kept
	DeclineCode        text.Code
	Disputes           []Dispute
	RefundIDs          []string // of a sale: its credits, also those made elsewhere
	RefundOf           string   // of a credit: the sale
	Checks             Checks
	CreatedAt          time.Time
}

// Checks are what the bank answered about the payer, in the provider's letters (M matches, N doesn't): evidence against a dispute.
type Checks struct {
	AVSStreet, AVSPostal, CVV string
	ThreeDSecure              string // its status; empty where nobody was asked
	LiabilityShifted          bool
}

// Disputed reports whether a chargeback is open: the payer's bank has taken the money, and may give it back. An inquiry, and a second round that
// isn't over, only ask.
func (t Transaction) Disputed() bool {
	return slices.ContainsFunc(t.Disputes, func(d Dispute) bool { return d.Kind == DisputeChargeback && !d.State.Decided() })
}

// DisputeLost reports whether a dispute took the money for good. A chargeback that was won isn't one, unless a second round was lost.
func (t Transaction) DisputeLost() bool {
	return slices.ContainsFunc(t.Disputes, func(d Dispute) bool { return d.TookMoney() && d.State.Decided() && d.State != DisputeWon })
}

// Decline is a refusal that the provider stated. Nothing was charged.
type Decline struct {
	Code          text.Code // what to tell the customer; see [DeclineCode]
	TransactionID string    // of the declined transaction; empty where none was made
	ProcessorCode string    // the provider's own code, for the operator
}

// Error implements error.
func (e *Decline) Error() string { return "gateway declined: " + string(e.Code) }

// ErrGatewayUnknown means that nobody knows yet whether the call had its effect.
var ErrGatewayUnknown = errors.New("gateway outcome unknown")

// ErrGatewayNotFound means that the provider has no such transaction.
var ErrGatewayNotFound = errors.New("gateway transaction not found")
