package codes

// IssueInput says whom a code is given to. All of it may be empty: then nobody is noted.
type IssueInput struct {
	IssuedTo string `json:"issuedTo,omitempty" doc:"Note for the professional's own listing, at most 100 characters"`
	Email    string `json:"email,omitempty" doc:"Mail the code to this address"`
	Locale   string `json:"locale,omitempty" doc:"Language of the mail: en or es; left out, the professional's"`
}
