package integration

// Entitlement describes an account's current right to use the product.
type Entitlement struct {
	AccountID    string        `json:"accountId"`
	AccountKind  string        `json:"accountKind" enum:"parent,professional"`
	AccountState string        `json:"accountState" enum:"created,active,closed" doc:"created: no username and password yet; closed: erased"`
	FamilyID     *string       `json:"familyId" doc:"Null for a professional"`
	FamilyRole   *string       `json:"familyRole" doc:"parent_a or parent_b"`
	Entitled     bool          `json:"entitled" doc:"May use the product now: the subscription is active and its term isn't over, or a renewal is being tried"`
	Subscription *Subscription `json:"subscription" doc:"Subscription of the account's seat in the family: the active one, otherwise the last; null if there never was one"`
}
