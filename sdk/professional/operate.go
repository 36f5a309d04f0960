package professional

import (
	"time"
)

// Info holds the data for an operator's check of a professional's identity.
type Info struct {
	Account
	Title          string     `json:"title,omitempty"`
	Credentials    string     `json:"credentials,omitempty"`
	Practice       string     `json:"practice,omitempty"`
	Country        string     `json:"country,omitempty"`
	Roles          []string   `json:"roles"`
	Locale         string     `json:"locale"`
	CredentialsSet bool       `json:"credentialsSet" doc:"The professional has set username and password with the link of the welcome mail"`
	CreatedAt      time.Time  `json:"createdAt"`
	VerifiedAt     *time.Time `json:"verifiedAt,omitempty"`
	Refusals       int        `json:"refusals" doc:"Invitees who don't know the professional, counted since an operator last suspended or restored the account. At the number in limits.refusals, the professional is suspended"`
}

// Filter selects professionals. An empty field matches all.
type Filter struct {
	State  State
	Email  string
	Before string // id of a professional: only older ones
	Limit  int    // default 50, at most 500
}
