package apiserver

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
