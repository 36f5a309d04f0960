package signup

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Section names a part of a registration that a call changes.
type Section string

// The sections of a registration, in the order of the form. A section is open once those of the steps before it are filled: PARENT, then
// FAMILY, then ORDER. The others follow PARENT in any order. The payment requires PARENT, FAMILY, ORDER, ADDRESS and REFERRAL.
const (
	SectionParent           Section = "PARENT"
	SectionName             Section = "NAME" // the parent's first and last name alone, once there is a parent
	SectionFamily           Section = "FAMILY"
	SectionOrder            Section = "ORDER"
	SectionAddress          Section = "ADDRESS"
	SectionReferral         Section = "REFERRAL"
	SectionSecurityQuestion Section = "SECURITY_QUESTION"
	SectionSecurityCode     Section = "SECURITY_CODE"
)

// Input is the payload for the creation and the update of a registration. Only the listed sections are read and checked; the rest is ignored.
// Section ADDRESS also reads the time zone of Parent; FAMILY reads CoParent and Children.
type Input struct {
	Sections                   []Section      `json:"sections" enum:"PARENT,NAME,FAMILY,ORDER,ADDRESS,REFERRAL,SECURITY_QUESTION,SECURITY_CODE"`
	Parent                     *form.Parent   `json:"parent,omitempty"`
	ParentDuplicateConfirmed   bool           `json:"parentDuplicateConfirmed,omitempty" doc:"True continues although the parent may have signed up before. Default: the last value for the same parent, else false"`
	CoParent                   *form.CoParent `json:"coParent,omitempty"`
	KnowsCoParentEmail         *bool          `json:"knowsCoParentEmail,omitempty" doc:"False: no e-mail is known and a phone is required. Default true"`
	CoParentDuplicateConfirmed bool           `json:"coParentDuplicateConfirmed,omitempty" doc:"True continues although the co-parent may have signed up before. Default: the last value for the same co-parent, else false"`
	Children                   []form.Child   `json:"children,omitempty"`
	Order                      *Order         `json:"order,omitempty"`
	Address                    *form.Address  `json:"address,omitempty"`
	CountryConfirmed           bool           `json:"countryConfirmed,omitempty" doc:"OK of the mismatch dialog: from now on the address's country decides, and the package is cleared"`
	Referral                   *form.Referral `json:"referral,omitempty"`
	SecurityQuestion           string         `json:"securityQuestion,omitempty"`
	SecurityAnswer             secret.Secret  `json:"securityAnswer,omitempty"`
	SecurityCode               secret.Secret  `json:"securityCode,omitempty"`
	ConfirmCode                secret.Secret  `json:"confirmCode,omitempty"`
	SelectionCode              string         `json:"selectionCode,omitempty" doc:"Bypass: preselects a package, e.g. PRE2"`
	SegmentAnonymousID         string         `json:"segmentAnonymousId,omitempty"`
	SegmentIdentify            bool           `json:"segmentIdentify,omitempty" doc:"True lets analytics link the visitor to the new account. Default false; true can't be withdrawn"`
}

// Order is the package chosen in step 3 or built in /alacarte.
type Order struct {
	form.OrderChoice
	PayForCoparent bool `json:"payForCoparent,omitempty" doc:"Two seats: the parent pays for the co-parent, too. Default false"`
}

// Answer is the answer to the creation or update of a registration.
type Answer struct {
	SignupID         string           `json:"signupId"`
	RegistrationKey  secret.Shown     `json:"registrationKey,omitempty" doc:"Only in the response that creates the registration"`
	ValidationErrors fault.Violations `json:"validationErrors" doc:"Always empty here; failures answer 409 with the same member"`
	Registration     *Registration    `json:"registration"`
}

// State is the state of a registration.
type State string

// The states of a registration.
const (
	Open    State = "open"
	Paid    State = "paid"
	Expired State = "expired"
)

// Registration is the owner's view of a sign-up: the entered data, without secrets.
type Registration struct {
	SignupID                   string         `json:"signupId"`
	State                      State          `json:"state" enum:"open,paid,expired"`
	LastCompletedStep          int            `json:"lastCompletedStep" doc:"0 to 3"`
	Next                       string         `json:"next" doc:"Route of the next step, e.g. /step2"`
	Routes                     []string       `json:"routes" doc:"Routes that are open to this registration now"`
	Parent                     *form.Parent   `json:"parent,omitempty"`
	ParentDuplicateConfirmed   bool           `json:"parentDuplicateConfirmed"`
	CoParent                   *form.CoParent `json:"coParent,omitempty"`
	KnowsCoParentEmail         bool           `json:"knowsCoParentEmail"`
	CoParentDuplicateConfirmed bool           `json:"coParentDuplicateConfirmed"`
	Children                   []form.Child   `json:"children"`
	Order                      *Order         `json:"order,omitempty"`
	Address                    *form.Address  `json:"address,omitempty"`
	ConfirmedCountry           string         `json:"confirmedCountry,omitempty"`
	Referral                   *form.Referral `json:"referral,omitempty"`
	SecurityQuestion           string         `json:"securityQuestion,omitempty"`
	PricingGroup               string         `json:"pricingGroup" doc:"P0, P2, P3 or UK"`
	ExpiresAt                  time.Time      `json:"expiresAt"`
}

// CountryCriteria holds the data that determines a customer's country.
type CountryCriteria struct {
	Country     string `json:"country" doc:"Billing country, ISO 3166-1 alpha-2"`
	CountryCode string `json:"countryCode,omitempty" doc:"Phone country code, with or without +"`
	PhoneNumber string `json:"phoneNumber,omitempty"`
}
