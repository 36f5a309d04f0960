package caller

// Meta is the data about an operation's caller, separate from the input.
type Meta struct {
	Lang           string            // "en" or "es"; anything else means English
	Locale         string            // the format of amounts and dates, e.g. es-MX; default Lang
	AnonymousID    string            // the visitor's id, from the widget; it assigns experiments and identifies the browsers of an account
	ReferrerKey    string            // of an active discount
	ClientAddr     string            // for rate limits only; never stored in clear
	IdempotencyKey string            // 8 to 200 visible ASCII characters; empty: a repeated call runs again
	ForcedFlags    map[string]string // variants (arms) by experiment key; ignored in production
}
