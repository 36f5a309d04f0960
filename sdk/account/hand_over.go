package account

// HandOver is the destination of a login that is handed over.
type HandOver struct {
	Redirect string `json:"redirect" doc:"Address of home, with a single-use code that is valid for a minute. For the account page, the code is in the fragment. For the customer's application, it is in the parameter code, beside state"`
}
