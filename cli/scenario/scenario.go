package scenario

import (
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
)

// Scenario is one file.
type Scenario struct {
	File     string            `json:"-"`
	At       Position          `json:"-"`
	Name     string            `json:"name"`
	Tags     []string          `json:"tags"`
	Timeout  time.Duration     `json:"-"`
	Locale   string            `json:"locale"`
	Flags    map[string]string `json:"flags"`
	Referrer string            `json:"referrer"`
	Steps    []Step            `json:"steps"`
	Expect   Ending            `json:"expect"`
}

// Ending is the expected result after all steps.
type Ending struct {
	Outcome string            `json:"outcome"`
	Totals  map[string]string `json:"totals"`
}

// Step is one action and its expected answer. Exactly one of the pointers is set.
type Step struct {
	At          Position         `json:"-"`
	Parent      *Person          `json:"parent"`
	Family      *Family          `json:"family"`
	Package     *Package         `json:"package"`
	Billing     *Billing         `json:"billing"`
	Quote       *Codes           `json:"quote"`
	Pay         *Pay             `json:"pay"`
	Credentials *Credentials     `json:"credentials"`
	Login       *Credentials     `json:"login"`
	Read        *struct{}        `json:"read"`
	Fits        *struct{}        `json:"fits"`
	Again       *struct{}        `json:"again"`
	Expire      *struct{}        `json:"expire"`
	MintCode    *MintCode        `json:"mintCode"`
	Invited     *Invited         `json:"invited"`
	InviteStep1 *StepOne         `json:"inviteStep1"`
	RenewLink   *struct{}        `json:"renewLink"`
	ProInvites  *Professional    `json:"professionalInvites"`
	ProSignsUp  ProfessionalForm `json:"professional"`
	Follow      *Invited         `json:"follow"`
	MailLink    *Invited         `json:"mailLink"`
	Bank        *Bank            `json:"bank"`
	PayAgain    *PayAgain        `json:"payAgain"`
	Later       *Later           `json:"later"`
	Method      *Method          `json:"method"`
	Expect      Expect           `json:"expect"`
}

// Expect is a step's expected answer; empty means success.
type Expect struct {
	ValidationErrors []Violation       `json:"validationErrors"`
	Problem          string            `json:"problem"`
	Status           int               `json:"status"`
	Next             string            `json:"next"`
	Group            string            `json:"group"`
	Discount         string            `json:"discount"`
	Totals           map[string]string `json:"totals"`
}

// failure reports whether the step is expected to be refused.
func (e Expect) failure() bool {
	return len(e.ValidationErrors) > 0 || e.Problem != "" || e.Status >= 400
}

// Violation is an expected validation error. Code and Text are compared if they are set.
type Violation struct {
	Field string `json:"field"`
	Code  string `json:"code,omitempty"`
	Text  string `json:"text,omitempty"`
}

// Person is a parent or a co-parent.
type Person struct {
	FirstName          string `json:"firstName"`
	LastName           string `json:"lastName"`
	Email              string `json:"email"`
	PhoneCountryCode   string `json:"phoneCountryCode"`
	PhoneNumber        string `json:"phoneNumber"`
	DuplicateConfirmed bool   `json:"duplicateConfirmed"`
}

// Family is step 2.
type Family struct {
	CoParent   Person       `json:"coParent"`
	KnowsEmail *bool        `json:"knowsEmail"`
	Children   []form.Child `json:"children"`
}

// Package is step 3.
type Package struct {
	ID             int      `json:"id"`
	Name           string   `json:"name"`
	Selection      string   `json:"selection"`
	ProductID      string   `json:"productId"`
	Services       []string `json:"services"`
	PayForCoparent bool     `json:"payForCoparent"`
}

// Billing is the billing form.
type Billing struct {
	Address          form.Address   `json:"address"`
	TimeZone         string         `json:"timeZone"`
	CountryConfirmed bool           `json:"countryConfirmed"`
	Referral         *form.Referral `json:"referral"`
}

// Codes are the codes typed into the code field.
type Codes struct {
	PromoCodes   []string `json:"promoCodes"`
	PaymentCodes []string `json:"paymentCodes"`
}

// Pay is the payment.
type Pay struct {
	Codes
	Nonce              string              `json:"nonce"`
	Card               *Card               `json:"card"`
	PaymentType        gateway.PaymentType `json:"paymentType"`
	AmountDisplayed    string              `json:"amountDisplayed"`
	TermsAndConditions *bool               `json:"termsAndConditions"`
	MarketingOptIn     bool                `json:"marketingOptIn"`
	StorePaymentOnFile *bool               `json:"storePaymentOnFile"`
	DuplicateConfirmed bool                `json:"duplicateConfirmed"`
	Twice              bool                `json:"twice"`
}

// Card is turned into a nonce by the sandbox.
type Card struct {
	Number         string `json:"number"`
	ExpirationDate string `json:"expirationDate"`
	CVV            string `json:"cvv"`
	Name           string `json:"name"`
	VerifiedFor    string `json:"verifiedFor"`
}

// Credentials are those of a new account or a login.
type Credentials struct {
	Username           string `json:"username"`
	Password           string `json:"password"`
	TermsAndConditions bool   `json:"termsAndConditions"`
}

// MintCode requests a subscription code from a development server.
type MintCode struct {
	PackageID int `json:"packageId"`
}

// action returns the name of the step's action in the file.
func (s Step) action() string {
	switch {
	case s.Parent != nil:
		return "parent"
	case s.Family != nil:
		return "family"
	case s.Package != nil:
		return "package"
	case s.Billing != nil:
		return "billing"
	case s.Quote != nil:
		return "quote"
	case s.Pay != nil:
		return "pay"
	case s.Credentials != nil:
		return "credentials"
	case s.Login != nil:
		return "login"
	case s.Read != nil:
		return "read"
	case s.Fits != nil:
		return "fits"
	case s.Again != nil:
		return "again"
	case s.Expire != nil:
		return "expire"
	case s.MintCode != nil:
		return "mintCode"
	case s.Invited != nil:
		return "invited"
	case s.InviteStep1 != nil:
		return "inviteStep1"
	case s.RenewLink != nil:
		return "renewLink"
	case s.ProInvites != nil:
		return "professionalInvites"
	case s.ProSignsUp != nil:
		return "professional"
	case s.Follow != nil:
		return "follow"
	case s.MailLink != nil:
		return "mailLink"
	case s.Bank != nil:
		return "bank"
	case s.PayAgain != nil:
		return "payAgain"
	case s.Later != nil:
		return "later"
	case s.Method != nil:
		return "method"
	}
	return ""
}
