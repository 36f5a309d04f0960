package professional

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
)

// StepInput is one step of the professional form. It is checked before the next step is shown.
type StepInput struct {
	Step int `json:"step,omitempty" doc:"1 to 3. Default: the last step with a filled field, else 1"`
	form.Professional
}

// StepAnswer is the result of a valid step.
type StepAnswer struct {
	Step             int              `json:"step" doc:"The step that was checked"`
	ValidationErrors fault.Violations `json:"validationErrors" doc:"Always empty here: broken rules answer 409"`
}

// Person is a professional's name with title and credentials.
type Person struct {
	Title       string `json:"title,omitempty" doc:"MR, MS, MRS, HONORABLE or DOCTOR"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Credentials string `json:"credentials,omitempty"`
}

// Answer is a professional's new account: the normalized input without security answer and code.
type Answer struct {
	ProfessionalID string `json:"professionalId"`
	UserID         string `json:"userId"`
	State          State  `json:"state" enum:"pending_verification,verified,suspended"`
	Name           Person `json:"name"`

	Email            string `json:"email"`
	PhoneCountryCode string `json:"phoneCountryCode" doc:"With +"`
	PhoneNumber      string `json:"phoneNumber" doc:"Digits"`
	PhoneExtension   string `json:"phoneExtension,omitempty"`

	HearAboutUs                  string `json:"hearAboutUs"`
	ReferralBenchOfficerName     string `json:"referralBenchOfficerName,omitempty"`
	ReferralBenchOfficerPosition string `json:"referralBenchOfficerPosition,omitempty"`
	ReferralColleagueName        string `json:"referralColleagueName,omitempty"`
	ReferralColleagueRole        string `json:"referralColleagueRole,omitempty"`
	ReferralOtherExplain         string `json:"referralOtherExplain,omitempty"`

	PracticeName string   `json:"practiceName"`
	AddressLine1 string   `json:"addressLine1"`
	AddressLine2 string   `json:"addressLine2,omitempty"`
	Country      string   `json:"country" doc:"ISO 3166-1 alpha-2"`
	City         string   `json:"city"`
	Region       string   `json:"region"`
	PostalCode   string   `json:"postalCode"`
	Timezone     string   `json:"timezone" doc:"tz database name"`
	Roles        []string `json:"roles"`

	SecurityQuestion string `json:"securityQuestion"`
}
