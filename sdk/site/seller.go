package site

// Seller is the seller on every receipt and credit note: name, address and tax ids. Required in production if a country's tax is charged.
type Seller struct {
	Name    string
	Address []string          // lines
	TaxIDs  map[string]string // by the country (ISO 3166-1 alpha-2) of the tax
	Prefix  string            // of its document numbers, if there are several sellers, e.g. UK-
	Zone    string            // time zone of the year in its document numbers; empty is UTC
}
