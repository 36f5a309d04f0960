package site

// Seller is who sells: its name, address and tax ids are on every receipt and credit note. Required in production where a country's tax is charged.
type Seller struct {
	Name    string
	Address []string          // lines
	TaxIDs  map[string]string // by the country (ISO 3166-1 alpha-2) whose tax is charged under it
	Prefix  string            // of the numbers of its documents, where there are several sellers, e.g. UK-
}
