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

// Gateway is the payment provider. A call may take as long as its context allows, so callers must not hold a database connection during it. An
// implementation logs neither nonces nor tokens.
//
// Errors: an explicit refusal is a [*Decline]. A missing transaction or order is [ErrGatewayNotFound]. Everything else (timeout, reset, 5xx, an empty
// or truncated response, a 2xx without an id, a duplicate rejection) wraps [ErrGatewayUnknown], because the call may have had its effect. An error of
// Capture, Void or Refund doesn't prove that the call failed: read the state with Find.
type Gateway interface {
	// ClientToken returns the token with which a browser creates a nonce.
	ClientToken(ctx context.Context, in ClientTokenRequest) (string, error)
	// Nonce returns the provider's data on a nonce, without using it up. An unknown nonce is [ErrGatewayNotFound].
	Nonce(ctx context.Context, nonce secret.Secret) (Nonce, error)
	// Authorize holds the amount and settles nothing. A card that was verified for another amount is a [*Decline] with [CodePaymentAmountUnasked].
	Authorize(ctx context.Context, in AuthorizeRequest) (Transaction, error)
	// Vault keeps a payment method for later charges, and charges nothing. The card's bank verifies the card; if the bank refuses it, the error is a
	// [*Decline]. After any other error the method may be kept.
	Vault(ctx context.Context, in VaultRequest) (Method, error)
	// FindByOrderID returns every transaction with exactly this order id, in any status, oldest first. If there is none, it returns an empty slice
	// and no error. A provider's search may lag by seconds.
	FindByOrderID(ctx context.Context, gatewayOrderID string) ([]Transaction, error)
	// FindSince returns every transaction created at or after a time, oldest first. It is for audits: it may take one call for each page.
	FindSince(ctx context.Context, since time.Time) ([]Transaction, error)
	// FindMany returns the transactions with these ids, at most [MostFound], in no order. If the search misses a transaction, the result lacks it:
	// read it with Find.
	FindMany(ctx context.Context, transactionIDs []string) ([]Transaction, error)
	// FindRefundsSince returns the credits created at or after a time. FindDisputedSince returns the sales with a dispute received since then. Both
	// return the oldest first. They find changes made in the provider's control panel or at a bank, which no webhook reports.
	FindRefundsSince(ctx context.Context, since time.Time) ([]Transaction, error)
	FindDisputedSince(ctx context.Context, since time.Time) ([]Transaction, error)
	Find(ctx context.Context, transactionID string) (Transaction, error)
	// Capture submits the whole authorized amount for settlement.
	Capture(ctx context.Context, transactionID string) (Transaction, error)
	// Void releases an authorization, or a capture that isn't settled yet.
	Void(ctx context.Context, transactionID string) (Transaction, error)
	// Refund refunds the amount of a settled transaction and returns the credit.
	Refund(ctx context.Context, transactionID string, amount money.Amount) (Transaction, error)
	// Forget deletes a kept payment method and the customer for which it was kept, with the email address. A missing one is [ErrGatewayNotFound].
	Forget(ctx context.Context, paymentMethodToken secret.Secret) error
	// Notification parses a webhook's two form fields and verifies the provider's signature, without a request. It fails with [ErrGatewaySignature],
	// or if the payload can't be read.
	Notification(signature, payload string) (Notification, error)
}

// Merchant names the account at the provider to which all payments of a database belong.
type Merchant struct {
	Provider    string // e.g. braintree
	ID          string // the provider's merchant id
	Environment string // the provider's, e.g. production
}

// MostFound is the most transactions that one FindMany call may request: a page of the provider's.
const MostFound = 50

// ClientTokenRequest holds the arguments of [Gateway.ClientToken].
type ClientTokenRequest struct {
	MerchantAccountID string // determines the currency
}

// Nonce is the provider's data on a nonce before its use.
type Nonce struct {
	PaymentType  PaymentType // empty for an unsupported one
	ThreeDSecure bool        // the cardholder's bank authenticated them and is liable; cards only
}

// Initiator is the reason for an authorization, for the card schemes.
type Initiator string

// The initiators.
const (
	InitiatorCustomer       Initiator = ""                // the customer is present, one payment
	InitiatorRecurringFirst Initiator = "recurring_first" // the customer is present, renewals follow
	InitiatorRecurring      Initiator = "recurring"       // a renewal, the customer is absent
)

// AuthorizeRequest holds the arguments of [Gateway.Authorize]. Exactly one of Nonce and PaymentMethodToken is set.
type AuthorizeRequest struct {
	OrderID             string        // our order id at the gateway, unique for each attempt
	Amount              money.Amount  // above zero
	MerchantAccountID   string        // its currency is Amount's
	Nonce               secret.Secret // one use, from the browser
	PaymentMethodToken  secret.Secret // vaulted, for renewals
	Vault               bool          // keep the payment method; the response then has a PaymentMethodToken
	Initiator           Initiator
	DeviceData          secret.Secret // data of the browser's fraud check; may be empty
	CardHolderName      string        // may be empty
	Email               string        // of the payer, for the provider's records and fraud checks
	Customer            Customer      // the payer; the zero value sends nothing
	Billing             Address       // for the bank's comparison with the card's address; the zero value requests none
	Tax                 money.Amount  // the tax in Amount; the zero value sends nothing
	RequireThreeDSecure bool          // refuse an unauthenticated cardholder
}

// Customer is the payer, for the provider's fraud checks.
type Customer struct {
	FirstName, LastName, Phone string
}

// Address is a billing address.
type Address struct {
	Street, Extended, Locality, Region, PostalCode string
	Country                                        string // ISO 3166-1 alpha-2
}

// VaultRequest holds the arguments of [Gateway.Vault].
type VaultRequest struct {
	Nonce               secret.Secret // one use, from the browser
	MerchantAccountID   string        // for which the card is verified
	Email               string        // of the payer, for the provider's records
	RequireThreeDSecure bool          // refuse an unauthenticated cardholder
}

// Method is a payment method that the provider keeps.
type Method struct {
	Token        secret.Secret
	PaymentType  PaymentType
	CardLastFour string // cards only
	CardBrand    string // cards only, e.g. Visa
	CardExpires  Month  // cards only
}

// Month is the last month in which a card is valid; the zero value is unknown.
type Month struct {
	Year  int
	Month time.Month
}

// End returns the first moment after the month, in UTC; the zero time for an unknown month.
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

// Captured returns true if money moves or has moved.
func (s Status) Captured() bool {
	return s == SubmittedForSettlement || s == Settling || s == Settled
}

// Refused returns true if the provider has refused for good, so that nothing was or will be charged.
func (s Status) Refused() bool {
	return s == ProcessorDeclined || s == Rejected || s == Failed
}

// Transaction is the provider's record of a transaction.
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
	PaymentMethodToken secret.Secret // if the method is kept
	DeclineCode        text.Code
	Disputes           []Dispute
	RefundIDs          []string // of a sale: its credits, including those made in the provider's control panel
	RefundOf           string   // of a credit: the sale
	Checks             Checks
	CreatedAt          time.Time
}

// Checks are the bank's results of checking the payer, in the provider's letters (M matches, N doesn't). They are evidence against a dispute.
type Checks struct {
	AVSStreet, AVSPostal, CVV string
	ThreeDSecure              string // its status; empty without a verification
	LiabilityShifted          bool
}

// Disputed returns true if a chargeback is open: the payer's bank has taken the money, and may give it back. Inquiries and undecided second rounds
// take no money.
func (t Transaction) Disputed() bool {
	return slices.ContainsFunc(t.Disputes, func(d Dispute) bool { return d.Kind == DisputeChargeback && !d.State.Decided() })
}

// DisputeLost returns true if a dispute took the money for good. A won chargeback didn't, unless a second round was lost.
func (t Transaction) DisputeLost() bool {
	return slices.ContainsFunc(t.Disputes, func(d Dispute) bool { return d.TookMoney() && d.State.Decided() && d.State != DisputeWon })
}

// Decline is an explicit refusal of the provider. Nothing was charged.
type Decline struct {
	Code          text.Code // the text for the customer; see [DeclineCode]
	TransactionID string    // of the declined transaction; empty if none was created
	ProcessorCode string    // the provider's own code, for the operator
}

// Error implements error.
func (e *Decline) Error() string { return "gateway declined: " + string(e.Code) }

// ErrGatewayUnknown means that the call may or may not have had its effect.
var ErrGatewayUnknown = errors.New("gateway outcome unknown")

// ErrGatewayNotFound means that the provider has no such transaction.
var ErrGatewayNotFound = errors.New("gateway transaction not found")
