package sdk

import "time"

// Section names a part of a registration that a call changes.
type Section string

// The sections of a registration.
const (
	SectionParent           Section = "PARENT"
	SectionName             Section = "NAME"
	SectionFamily           Section = "FAMILY"
	SectionOrder            Section = "ORDER"
	SectionAddress          Section = "ADDRESS"
	SectionReferral         Section = "REFERRAL"
	SectionSecurityQuestion Section = "SECURITY_QUESTION"
	SectionSecurityCode     Section = "SECURITY_CODE"
)

// RegistrationInput is the payload of creating and updating a registration. Only the sections named are
// read and checked; the rest is ignored.
type RegistrationInput struct {
	Sections                   []Section          `json:"sections" enum:"PARENT,NAME,FAMILY,ORDER,ADDRESS,REFERRAL,SECURITY_QUESTION,SECURITY_CODE"`
	Parent                     *Parent            `json:"parent,omitempty"`
	ParentDuplicateConfirmed   bool               `json:"parentDuplicateConfirmed,omitempty"`
	CoParent                   *CoParent          `json:"coParent,omitempty"`
	KnowsCoParentEmail         *bool              `json:"knowsCoParentEmail,omitempty" doc:"False: no e-mail is known and a phone is required. Default true"`
	CoParentDuplicateConfirmed bool               `json:"coParentDuplicateConfirmed,omitempty"`
	Children                   []Child            `json:"children,omitempty"`
	Order                      *RegistrationOrder `json:"order,omitempty"`
	Address                    *Address           `json:"address,omitempty"`
	CountryConfirmed           bool               `json:"countryConfirmed,omitempty" doc:"OK of the mismatch dialog: the address's country decides from now on, the package is cleared"`
	Referral                   *Referral          `json:"referral,omitempty"`
	SecurityQuestion           string             `json:"securityQuestion,omitempty"`
	SecurityAnswer             Secret             `json:"securityAnswer,omitempty"`
	SecurityCode               Secret             `json:"securityCode,omitempty"`
	ConfirmCode                Secret             `json:"confirmCode,omitempty"`
	SelectionCode              string             `json:"selectionCode,omitempty" doc:"Bypass: preselects a package, e.g. PRE2"`
	SegmentAnonymousID         string             `json:"segmentAnonymousId,omitempty"`
	SegmentIdentify            bool               `json:"segmentIdentify,omitempty"`
}

func (in RegistrationInput) family() FamilyInput {
	return FamilyInput{CoParent: in.CoParent, KnowsCoParentEmail: in.KnowsCoParentEmail, Children: in.Children}
}

// RegistrationOrder is the package chosen in step 3 or built in /alacarte.
type RegistrationOrder struct {
	OrderChoice
	PayForCoparent bool `json:"payForCoparent,omitempty"`
}

// RegistrationAnswer is the answer to creating and updating a registration.
type RegistrationAnswer struct {
	SignupID         string        `json:"signupId"`
	RegistrationKey  string        `json:"registrationKey,omitempty" doc:"Only in the answer that creates the registration"`
	ValidationErrors Violations    `json:"validationErrors" doc:"Always empty here; failures answer 409 with the same member"`
	Registration     *Registration `json:"registration"`
}

// RegistrationState is the life of a registration.
type RegistrationState string

// The states of a registration.
const (
	RegistrationOpen    RegistrationState = "open"
	RegistrationPaid    RegistrationState = "paid"
	RegistrationExpired RegistrationState = "expired"
)

// Registration is an unfinished sign-up, as its owner may read it: what was entered, less secrets.
type Registration struct {
	SignupID                   string             `json:"signupId"`
	State                      RegistrationState  `json:"state" enum:"open,paid,expired"`
	LastCompletedStep          int                `json:"lastCompletedStep" doc:"0 to 3"`
	Next                       string             `json:"next" doc:"Route of the step that comes next, e.g. /step2"`
	Routes                     []string           `json:"routes" doc:"Routes that this registration may see now"`
	Parent                     *Parent            `json:"parent,omitempty"`
	ParentDuplicateConfirmed   bool               `json:"parentDuplicateConfirmed"`
	CoParent                   *CoParent          `json:"coParent,omitempty"`
	KnowsCoParentEmail         bool               `json:"knowsCoParentEmail"`
	CoParentDuplicateConfirmed bool               `json:"coParentDuplicateConfirmed"`
	Children                   []Child            `json:"children"`
	Order                      *RegistrationOrder `json:"order,omitempty"`
	Address                    *Address           `json:"address,omitempty"`
	ConfirmedCountry           string             `json:"confirmedCountry,omitempty"`
	Referral                   *Referral          `json:"referral,omitempty"`
	SecurityQuestion           string             `json:"securityQuestion,omitempty"`
	PricingGroup               string             `json:"pricingGroup" doc:"P0, P2, P3 or UK"`
	ExpiresAt                  time.Time          `json:"expiresAt"`
}
