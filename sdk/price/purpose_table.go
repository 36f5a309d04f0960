package price

// Taxed prices what is bought by families, with the tax of the catalogue.
func Taxed(cat *Catalog, in Input) (Priced, error) { return Price(cat, &cat.Tax, in) }
