package codes

// IssueInput holds the recipient of a code. Empty: none is stored.
type IssueInput struct {
	IssuedTo string `json:"issuedTo,omitempty" doc:"Note for the professional's own listing, at most 100 characters"`
	Email    string `json:"email,omitempty" doc:"Mail the code to this address"`
	Locale   string `json:"locale,omitempty" doc:"Language of the mail: en or es. Default: the professional's"`
}
