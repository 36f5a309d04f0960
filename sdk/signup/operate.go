package signup

import (
	"time"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Info is a sign-up as operators see it: its progress and purpose, never the entered personal data. The email address is masked, but can be recognized
// when its owner contacts support.
type Info struct {
	SignupID          string     `json:"signupId"`
	State             State      `json:"state" enum:"open,paid,expired"`
	Invited           bool       `json:"invited" doc:"The sign-up belongs to an invited parent"`
	LastCompletedStep int        `json:"lastCompletedStep"`
	Email             string     `json:"email,omitempty" doc:"Masked, e.g. a…@example.com; missing after the purge"`
	PackageID         int        `json:"packageId,omitempty"`
	PayForCoparent    bool       `json:"payForCoparent"`
	PricingGroup      string     `json:"pricingGroup"`
	Locale            string     `json:"locale"`
	Paying            bool       `json:"paying" doc:"A payment is being confirmed"`
	UserID            string     `json:"userId,omitempty" doc:"The account that was created from the sign-up"`
	CreatedAt         time.Time  `json:"createdAt"`
	UpdatedAt         time.Time  `json:"updatedAt"`
	ExpiresAt         time.Time  `json:"expiresAt"`
	PaidAt            *time.Time `json:"paidAt,omitempty"`
	PurgedAt          *time.Time `json:"purgedAt,omitempty" doc:"When its personal data was removed"`
}

// Change is one event of a sign-up.
type Change struct {
	At       time.Time `json:"at"`
	Kind     string    `json:"kind" doc:"created, updated, country_confirmed, duplicate_confirmed, paid, expired or purged"`
	Actor    string    `json:"actor" doc:"registrant, invitee, operator or system"`
	Sections []string  `json:"sections" doc:"The changed sections"`
	Step     int       `json:"step"`
}

// Attempt is one attempt to pay for a sign-up.
type Attempt struct {
	ID          string               `json:"id"`
	OrderID     string               `json:"orderId"`
	State       payment.AttemptState `json:"state"`
	Amount      string               `json:"amount" doc:"Decimal"`
	Currency    string               `json:"currency"`
	PaymentType gateway.PaymentType  `json:"paymentType"`
	CreatedAt   time.Time            `json:"createdAt"`
}

// Report is a sign-up with its events and payment attempts.
type Report struct {
	Info
	Filled   []string  `json:"filled" doc:"Sections that hold something"`
	Children int       `json:"children"`
	Changes  []Change  `json:"changes"`
	Attempts []Attempt `json:"attempts"`
}

// Filter selects sign-ups. An empty field selects all.
type Filter struct {
	State  State
	Email  string // the parent's full address
	Before string // id of a sign-up: only older ones
	Limit  int    // default 50, at most 500
}
