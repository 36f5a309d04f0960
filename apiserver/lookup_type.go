package apiserver

// Country is a country to choose.
type Country struct {
	Code             string `json:"code" doc:"ISO 3166-1 alpha-2"`
	Name             string `json:"name" doc:"In the language asked for"`
	PhoneCountryCode string `json:"phoneCountryCode" doc:"With +, e.g. +44"`
}

// Region is a state, province or nation of a country.
type Region struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// TimeZone is a zone of the tz database.
type TimeZone struct {
	ID   string `json:"id" doc:"tz database name, e.g. America/New_York"`
	Name string `json:"name" doc:"In the language asked for"`
}

// Option is a value and what a person reads of it.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// ParentOptions is what the parent's forms offer.
type ParentOptions struct {
	Referrals         []Option `json:"referrals"`
	CountryCodes      []Option `json:"countryCodes" doc:"Phone country codes, the usual ones first"`
	SecurityQuestions []Option `json:"securityQuestions" doc:"Suggestions; any question of 5 to 100 characters is good"`
}

// ProfessionalOptions is what the professional's form offers.
type ProfessionalOptions struct {
	BenchOfficers []Option   `json:"benchOfficers"`
	Colleagues    []Option   `json:"colleagues"`
	Countries     []Country  `json:"countries"`
	CountryCodes  []Option   `json:"countryCodes"`
	Referrals     []Option   `json:"referrals"`
	Regions       []Region   `json:"regions" doc:"Of the country asked for"`
	TimeZones     []TimeZone `json:"timezones" doc:"Of the country asked for"`
	Titles        []Option   `json:"titles"`
	Roles         []Option   `json:"roles" doc:"Of the country asked for"`
}

// ParentAccount is what a parent reads of their own account.
type ParentAccount struct {
	UserID         string `json:"userId"`
	AgreedToTerms  bool   `json:"agreedToTerms"`
	MarketingOptIn bool   `json:"marketingOptIn"`
	Address        struct {
		Country string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2"`
	} `json:"address"`
}

// Subscription is a term that was bought.
type Subscription struct {
	SubscriptionID string `json:"subscriptionId"`
	Renews         bool   `json:"renews"`
	EndsAt         string `json:"endsAt" doc:"RFC 3339"`
}
