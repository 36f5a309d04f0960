// Package price computes what an order costs: catalogue, packages, coupons, codes, tax, and the text of the terms.
// All of it is pure. [Price] takes a [Input] and returns every step of the computation; amounts are minor units of
// one currency. Every line is rounded half up by package money, and parts of a sum always add up to it.
//
// A catalogue is a YAML file ([DefaultCatalogFile]) that [ParseCatalog] checks as a whole and reports every mistake of.
// Errors: [OrderError] for what is not sold, [CatalogError].
package price
