package payment

// SettleReport is the result of a settlement sweep.
type SettleReport struct {
	Asked    int                  `json:"asked" doc:"Payments looked up at the provider"`
	Moved    map[AttemptState]int `json:"moved" doc:"Payments with a new state, by state"`
	Refunds  int                  `json:"refunds" doc:"Refunds made in the provider's control panel, or with a lost response"`
	Disputes int                  `json:"disputes" doc:"New or changed disputes"`
	Failed   int                  `json:"failed" doc:"Payments whose lookup failed; the next lookup is in an hour. The log has the reason"`
}
