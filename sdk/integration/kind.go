package integration

import (
	"time"
)

// Kind is a kind of event, and the type of its data.
type Kind struct {
	Name, Doc, Subject string
	Data               any
}

// The subjects. Events of one subject stay in order.
const (
	subjectAccount = "the account"
	subjectFamily  = "the family"
	subjectBatch   = "the batch of codes"
	subjectBuyer   = "the family, else the account that bought codes"
)

// Kinds lists all kinds of events. The migrations of sdk/internal/db write them; a test compares their data with these types.
var Kinds = []Kind{
	{"account.created", "An account was created: a parent paid or joined, or a professional signed up. It has no username yet.", subjectAccount, AccountCreated{}},
	{"account.activated", "Username and password were set. The account can log in.", subjectAccount, AccountActivated{}},
	{"family.joined", "An account has a seat in a family: the first parent's or the second one's. For a paid seat, subscription has the entitlement. For the paying parent, this event precedes subscription.started, and subscription is null.", subjectFamily, FamilyJoined{}},
	{"subscription.started", "A seat in a family was paid. accountId is null for a seat without an account, until family.joined.", subjectFamily, Subscription{}},
	{"subscription.renewed", "Another term was paid: endsAt has moved.", subjectFamily, Subscription{}},
	{"subscription.suspended", "A payment failed after its approval, or is disputed. For now, the seat may not be used.", subjectFamily, Subscription{}},
	{"subscription.resumed", "The suspension is over: the seat may be used again.", subjectFamily, Subscription{}},
	{"subscription.cancelled", "The subscription won't renew: renews is false. state stays active until endsAt. The state cancelled comes with subscription.ended, after a refund.", subjectFamily, Subscription{}},
	{"subscription.ended", "The seat may no longer be used: the term is over, no payment could be collected (lapsed), it was refunded (cancelled), or the payer of their own seat was erased (ended).", subjectFamily, Subscription{}},
	{"order.placed", "An order was placed: a sign-up, an invited parent's own seat, a renewal or a batch of codes.", subjectBuyer, OrderPlaced{}},
	{"order.refunded", "An order was refunded, in full or in part.", subjectBuyer, OrderRefunded{}},
	{"invitation.sent", "An invitation's link was made and mailed. Each mail makes another link.", subjectFamily, Invitation{}},
	{"invitation.accepted", "The invitee has joined.", subjectFamily, Invitation{}},
	{"invitation.expired", "An invitation's link has run out, or was revoked. A new one may follow.", subjectFamily, InvitationExpired{}},
	{"codes.issued", "A professional issued a subscription code.", subjectBatch, Code{}},
	{"codes.redeemed", "A subscription code paid for an order.", subjectBatch, Code{}},
	{"professional.created", "A professional signed up.", subjectAccount, Professional{}},
	{"professional.verified", "An operator has verified a professional's identity.", subjectAccount, Professional{}},
	{"privacy.erased", "All data of a person was erased. Erase your data of this person, too.", subjectAccount, PrivacyErased{}},
}

// AccountCreated is the data of account.created.
type AccountCreated struct {
	AccountID   string  `json:"accountId"`
	AccountKind string  `json:"accountKind" enum:"parent,professional"`
	InvitedBy   *string `json:"invitedBy" doc:"Account of the inviter; null if there is none"`
}

// AccountActivated is the data of account.activated.
type AccountActivated struct {
	AccountID   string `json:"accountId"`
	AccountKind string `json:"accountKind" enum:"parent,professional"`
}

// FamilyJoined is the data of family.joined.
type FamilyJoined struct {
	FamilyID     string        `json:"familyId"`
	FamilyRole   string        `json:"familyRole" enum:"parent_a,parent_b"`
	AccountID    string        `json:"accountId"`
	Subscription *Subscription `json:"subscription" doc:"Subscription of the account's seat; null if the seat isn't paid"`
}

// Subscription describes the entitlement of a paid place in a family, as it is after the event.
type Subscription struct {
	SubscriptionID string    `json:"subscriptionId" doc:"Each paid seat has its own"`
	FamilyID       string    `json:"familyId"`
	FamilyRole     string    `json:"familyRole" enum:"parent_a,parent_b"`
	AccountID      *string   `json:"accountId" doc:"Holder of the seat; null until an account joins"`
	PayerAccountID string    `json:"payerAccountId"`
	State          string    `json:"state" enum:"active,suspended,cancelled,lapsed,ended" doc:"Only active may be used"`
	PackageID      int       `json:"packageId"`
	PackageName    string    `json:"packageName"`
	ProductID      *string   `json:"productId" doc:"Product of a custom package; null for other packages"`
	Services       []string  `json:"services" doc:"Options of the package"`
	StartsAt       time.Time `json:"startsAt" doc:"Start of the current term"`
	EndsAt         time.Time `json:"endsAt" doc:"End of the paid term"`
	Renews         bool      `json:"renews" doc:"Another term will be charged at endsAt"`
}

// OrderPlaced is the data of order.placed.
type OrderPlaced struct {
	OrderID     string   `json:"orderId"`
	Purpose     string   `json:"purpose" enum:"signup,invitation,renewal,code_batch"`
	AccountID   *string  `json:"accountId" doc:"The buyer"`
	FamilyID    *string  `json:"familyId" doc:"Null for a batch of codes"`
	PackageID   int      `json:"packageId"`
	PackageName string   `json:"packageName"`
	ProductID   *string  `json:"productId"`
	Services    []string `json:"services"`
	Years       int      `json:"years"`
	Seats       int      `json:"seats" doc:"Number of seats or codes"`
	Currency    string   `json:"currency" doc:"ISO 4217"`
	TotalMinor  int64    `json:"totalMinor" doc:"In the currency's smallest unit, tax included"`
	TaxMinor    int64    `json:"taxMinor"`
}

// OrderRefunded is the data of order.refunded.
type OrderRefunded struct {
	OrderID     string  `json:"orderId"`
	RefundID    string  `json:"refundId"`
	Purpose     string  `json:"purpose" enum:"signup,invitation,renewal,code_batch"`
	AccountID   *string `json:"accountId"`
	FamilyID    *string `json:"familyId"`
	Currency    string  `json:"currency"`
	AmountMinor int64   `json:"amountMinor" doc:"Refunded amount in the currency's smallest unit, tax included"`
	TaxMinor    int64   `json:"taxMinor"`
}

// Invitation is the data of invitation.sent and invitation.accepted.
type Invitation struct {
	InvitationID     string    `json:"invitationId"`
	FamilyID         string    `json:"familyId"`
	FamilyRole       string    `json:"familyRole" enum:"parent_a,parent_b"`
	AccountID        string    `json:"accountId" doc:"The invitee's account, which exists once they join"`
	InviterAccountID *string   `json:"inviterAccountId" doc:"The inviting parent; null if a professional invited"`
	ProfessionalID   *string   `json:"professionalId"`
	SeatPaid         bool      `json:"seatPaid" doc:"The inviter paid for the seat"`
	ExpiresAt        time.Time `json:"expiresAt"`
}

// InvitationExpired is the data of invitation.expired.
type InvitationExpired struct {
	Invitation
	Revoked bool `json:"revoked" doc:"True if the link was revoked; false if it expired"`
}

// Code is the data of codes.issued and codes.redeemed. No event contains the code itself.
type Code struct {
	CodeID         string  `json:"codeId"`
	BatchID        string  `json:"batchId"`
	ProfessionalID string  `json:"professionalId"`
	PackageID      int     `json:"packageId"`
	PackageName    string  `json:"packageName"`
	OrderID        *string `json:"orderId" doc:"Order paid with the code"`
}

// Professional is the data of professional.created and professional.verified.
type Professional struct {
	ProfessionalID string `json:"professionalId"`
	AccountID      string `json:"accountId"`
	State          string `json:"state" enum:"pending_verification,verified,suspended"`
}

// PrivacyErased is the data of privacy.erased.
type PrivacyErased struct {
	AccountID string `json:"accountId"`
}
