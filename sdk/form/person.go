package form

// Parent holds the data of the parent in step 1. It is the wire type of section PARENT.
type Parent struct {
	FirstName        string `json:"firstName"`
	LastName         string `json:"lastName"`
	Email            string `json:"email"`
	PhoneCountryCode string `json:"phoneCountryCode,omitempty" doc:"With or without +; default +1"`
	PhoneNumber      string `json:"phoneNumber" doc:"8 to 15 digits, after all other characters are removed"`
	TimeZone         string `json:"timeZone,omitempty" doc:"tz database name; asked in billing (section ADDRESS)"`
	UserID           string `json:"userId,omitempty" doc:"Invited parents only"`
}

// CoParent is the other parent, from step 2 (section FAMILY).
type CoParent struct {
	FirstName        string `json:"firstName"`
	LastName         string `json:"lastName"`
	Email            string `json:"email,omitempty"`
	PhoneCountryCode string `json:"phoneCountryCode,omitempty"`
	PhoneNumber      string `json:"phoneNumber,omitempty"`
}

// Child is one child of the family. A child without first name and email, and with no last name but the parent's, is blank and isn't
// stored.
type Child struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email,omitempty"`
}

// Address is a billing address (section ADDRESS).
type Address struct {
	Line1      string  `json:"line1"`
	Line2      *string `json:"line2,omitempty" nullable:"true"`
	City       string  `json:"city"`
	Region     string  `json:"region" doc:"Code if the country has a list (US: PA), otherwise free text"`
	PostalCode string  `json:"postalCode"`
	Country    string  `json:"country" doc:"ISO 3166-1 alpha-2"`
}

// Referral is the parent's referral source (section REFERRAL). [ReadParentOptions] lists the selections. Those of [ReferralsNeedingOther]
// require Other.
type Referral struct {
	Selection string `json:"selection"`
	Other     string `json:"other,omitempty"`
}

// OrderChoice is the selected package (section ORDER, and the payment call's order).
type OrderChoice struct {
	PackageID int      `json:"packageId"`
	ProductID string   `json:"productId,omitempty" doc:"Custom packages: SUB1YEAR or SUB2YEAR"`
	Services  []string `json:"services,omitempty" doc:"Custom packages: option codes, e.g. MYFILES5GB"`
}
