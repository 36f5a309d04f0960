package payment

// SettleReport is the result of a settlement sweep.
type SettleReport struct {
	Asked    int                  `json:"asked" doc:"Payments that were looked up at the provider"`
	Moved    map[AttemptState]int `json:"moved" doc:"Payments by new state"`
	Refunds  int                  `json:"refunds" doc:"Refunds that were made in the provider's control panel, or whose answer was lost"`
	Disputes int                  `json:"disputes" doc:"Disputes that are new, or have changed"`
	Failed   int                  `json:"failed" doc:"Payments with a failed look-up, which is retried in an hour; the reason is in the log"`
}
