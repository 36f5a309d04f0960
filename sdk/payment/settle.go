package payment

// SettleReport is the result of a settlement sweep.
type SettleReport struct {
	Asked    int                  `json:"asked" doc:"Payments that the provider was asked about"`
	Moved    map[AttemptState]int `json:"moved" doc:"Payments by the state that they came to"`
	Refunds  int                  `json:"refunds" doc:"Refunds that were made in the provider's control panel, or whose answer was lost"`
	Disputes int                  `json:"disputes" doc:"Disputes that are new, or have changed"`
	Failed   int                  `json:"failed" doc:"Payments that are asked about again in an hour; the log says why"`
}
