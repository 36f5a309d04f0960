// Package price computes the price of an order: catalog, packages, coupons, codes, tax, and the text of the terms. All of it is pure. [Price] takes
// an [Input] and returns every step of the computation. Amounts are minor units of one currency. Package money rounds every line half up, and the
// parts of a sum always add up to it.
//
// A catalog is a YAML file ([DefaultCatalogFile]). [ParseCatalog] checks all of it and reports every mistake. Errors: [OrderError] for an order that
// isn't on sale, [CatalogError].
package price
