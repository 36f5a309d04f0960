package privacy

// Purged counts the rows that a purge removed.
type Purged struct {
	Registrations int `json:"registrations"` // expired or paid ones, emptied
	Quotes        int `json:"quotes"`
	Invitations   int `json:"invitations"` // unused ones
	Persons       int `json:"persons"`     // named only by others, and professionals with an unproved address
	Answers       int `json:"answers"`     // stored idempotent responses
	Tokens        int `json:"tokens"`
	RateLimits    int `json:"rateLimits"`
	PageFiles     int `json:"pageFiles"` // of old releases
	Mails         int `json:"mails"`     // records of sent mails, and of addresses that refuse mail
	Readings      int `json:"readings"`  // records of operators' readings of personal data
	Receipts      int `json:"receipts"`  // past their legal retention period
	Events        int `json:"events"`    // of sign-ups, accounts, payments, batches of codes, exports and erasures
}
