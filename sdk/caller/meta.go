package caller

// Meta is what an operation knows of its caller beside the input.
type Meta struct {
	Lang           string            // "en" or "es"; anything else reads as English
	Locale         string            // what amounts and dates are written for, e.g. es-MX; default Lang
	AnonymousID    string            // the visitor's, from the widget; experiments are assigned by it, and accounts know the browsers that they were used in by it
	ReferrerKey    string            // of an active discount
	ClientAddr     string            // for rate limits only; never stored in clear
	IdempotencyKey string            // 8 to 200 visible ASCII characters; empty: the call isn't protected against being sent twice
	ForcedFlags    map[string]string // arms by experiment key; ignored in production
}
