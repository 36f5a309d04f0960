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
	{"account.created", "Somebody has an account: a parent who paid or joined, or a professional who signed up. They have no username yet.", subjectAccount, AccountCreated{}},
	{"account.activated", "They have chosen username and password, and can log in.", subjectAccount, AccountActivated{}},
	{"family.joined", "An account has a place in a family: the parent who began it, or the other one who joined. Where the place is paid for, the event says what that entitles to: of the parent who pays it comes before subscription.started, and has null.", subjectFamily, FamilyJoined{}},
	{"subscription.started", "A place in a family is paid for. accountId is null for a place that nobody has yet, until family.joined.", subjectFamily, Subscription{}},
	{"subscription.renewed", "Another term is paid for: endsAt has moved.", subjectFamily, Subscription{}},
	{"subscription.suspended", "A payment failed afterwards, or is disputed. The place may not be used for now.", subjectFamily, Subscription{}},
	{"subscription.resumed", "A suspension is over.", subjectFamily, Subscription{}},
	{"subscription.cancelled", "It won't renew: renews is false, and state stays active, until endsAt. The state cancelled comes with subscription.ended, after a refund.", subjectFamily, Subscription{}},
	{"subscription.ended", "It may not be used any more: the term is over, nobody could be charged (lapsed), it was refunded (cancelled), or who paid for their own place was erased (ended).", subjectFamily, Subscription{}},
	{"order.placed", "Something was bought: a sign-up, an invited parent's own place, a renewal or a batch of codes.", subjectBuyer, OrderPlaced{}},
	{"order.refunded", "Money went back.", subjectBuyer, OrderRefunded{}},
	{"invitation.sent", "An invitation's link was made and mailed. Each mail makes another link.", subjectFamily, Invitation{}},
	{"invitation.accepted", "Who was invited has joined.", subjectFamily, Invitation{}},
	{"invitation.expired", "An invitation's link has run out, or was revoked. A new one may follow.", subjectFamily, InvitationExpired{}},
	{"codes.issued", "A professional gave a subscription code to somebody.", subjectBatch, Code{}},
	{"codes.redeemed", "A subscription code paid for an order.", subjectBatch, Code{}},
	{"professional.created", "A professional signed up.", subjectAccount, Professional{}},
	{"professional.verified", "An operator has checked who a professional is.", subjectAccount, Professional{}},
	{"privacy.erased", "Everything known of a person was erased. Erase what you hold of them.", subjectAccount, PrivacyErased{}},
}

// AccountCreated is the data of account.created.
type AccountCreated struct {
	AccountID   string  `json:"accountId"`
	AccountKind string  `json:"accountKind" enum:"parent,professional"`
	InvitedBy   *string `json:"invitedBy" doc:"The inviter's account; null without an invitation"`
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
	Subscription *Subscription `json:"subscription" doc:"Subscription of the account's seat in the family; null if it isn't paid"`
}

// Subscription describes the entitlement of a paid place in a family, as it is after the event.
type Subscription struct {
	SubscriptionID string    `json:"subscriptionId" doc:"Each paid place has its own"`
	FamilyID       string    `json:"familyId"`
	FamilyRole     string    `json:"familyRole" enum:"parent_a,parent_b"`
	AccountID      *string   `json:"accountId" doc:"The account with the seat; null until a parent joins"`
	PayerAccountID string    `json:"payerAccountId"`
	State          string    `json:"state" enum:"active,suspended,cancelled,lapsed,ended" doc:"Only active may be used"`
	PackageID      int       `json:"packageId"`
	PackageName    string    `json:"packageName"`
	ProductID      *string   `json:"productId" doc:"Only for a package that is built from options"`
	Services       []string  `json:"services" doc:"Options of the package"`
	StartsAt       time.Time `json:"startsAt" doc:"Start of the current term"`
	EndsAt         time.Time `json:"endsAt" doc:"Paid until then"`
	Renews         bool      `json:"renews" doc:"Another term will be charged at endsAt"`
}

// OrderPlaced is the data of order.placed.
type OrderPlaced struct {
	OrderID     string   `json:"orderId"`
	Purpose     string   `json:"purpose" enum:"signup,invitation,renewal,code_batch"`
	AccountID   *string  `json:"accountId" doc:"The buyer's account"`
	FamilyID    *string  `json:"familyId" doc:"Null for a batch of codes"`
	PackageID   int      `json:"packageId"`
	PackageName string   `json:"packageName"`
	ProductID   *string  `json:"productId"`
	Services    []string `json:"services"`
	Years       int      `json:"years"`
	Seats       int      `json:"seats" doc:"Places in the family, or codes"`
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
	AmountMinor int64   `json:"amountMinor" doc:"The refunded amount, tax included"`
	TaxMinor    int64   `json:"taxMinor"`
}

// Invitation is the data of invitation.sent and invitation.accepted.
type Invitation struct {
	InvitationID     string    `json:"invitationId"`
	FamilyID         string    `json:"familyId"`
	FamilyRole       string    `json:"familyRole" enum:"parent_a,parent_b"`
	AccountID        string    `json:"accountId" doc:"The account that who is invited has once they join"`
	InviterAccountID *string   `json:"inviterAccountId" doc:"The other parent; null if the inviter is a professional"`
	ProfessionalID   *string   `json:"professionalId"`
	SeatPaid         bool      `json:"seatPaid" doc:"The inviter paid for the place"`
	ExpiresAt        time.Time `json:"expiresAt"`
}

// InvitationExpired is the data of invitation.expired.
type InvitationExpired struct {
	Invitation
	Revoked bool `json:"revoked" doc:"True if it was revoked, false if it expired"`
}

// Code is the data of codes.issued and codes.redeemed. No event contains the code itself.
type Code struct {
	CodeID         string  `json:"codeId"`
	BatchID        string  `json:"batchId"`
	ProfessionalID string  `json:"professionalId"`
	PackageID      int     `json:"packageId"`
	PackageName    string  `json:"packageName"`
	OrderID        *string `json:"orderId" doc:"The order that the code paid for"`
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
