package privacy

// Purged counts what a purge removed.
type Purged struct {
	Registrations int `json:"registrations"` // expired or paid ones that lost their personal data
	Quotes        int `json:"quotes"`
	Invitations   int `json:"invitations"` // that nobody came by
	Persons       int `json:"persons"`     // whom somebody else had named, and professionals who never proved their address
	Answers       int `json:"answers"`     // stored idempotent answers
	Tokens        int `json:"tokens"`
	RateLimits    int `json:"rateLimits"`
	PageFiles     int `json:"pageFiles"` // of releases that nobody has open any more
	Mails         int `json:"mails"`     // records of mails that were handed over, and of addresses that want none
	Readings      int `json:"readings"`  // records of operators who looked at people's data
	Receipts      int `json:"receipts"`  // whose legal life is over
	Events        int `json:"events"`    // of sign-ups, accounts, payments, batches of codes, exports and erasures
}
