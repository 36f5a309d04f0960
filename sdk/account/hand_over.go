package account

// HandOver is the destination of a login that is handed over.
type HandOver struct {
	Redirect string `json:"redirect" doc:"Home, with a code for one use within a minute: where that is the account page, in the fragment, for the page; where it is the customer's application, as parameter code, with state"`
}
