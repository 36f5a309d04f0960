package account

// ParentAccount is a parent's consents and place of residence.
type ParentAccount struct {
	UserID         string               `json:"userId"`
	AgreedToTerms  bool                 `json:"agreedToTerms"`
	MarketingOptIn bool                 `json:"marketingOptIn"`
	Address        ParentAccountAddress `json:"address"`
}

// ParentAccountAddress is the part of the address that determines the required consents.
type ParentAccountAddress struct {
	Country string `json:"country,omitempty" doc:"ISO 3166-1 alpha-2; empty while no address is known"`
}
