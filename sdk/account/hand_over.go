package account

// HandOver is the destination of a login that is handed over.
type HandOver struct {
	Redirect string `json:"redirect" doc:"Address of home, with a code for one use within a minute. If home is the account page, the code is in the fragment. If home is the customer's application, it is in the parameter code, together with state"`
}
