// Package operate holds what operators do: catalogues, the funnel, figures for monitoring, audits of payments and
// receipts, export and erasure of a person's data, expiry and purge of old data, and new secrets for old ones.
//
// Operations are methods of [Client], which package sdk holds as Client.Operate. Errors: [ErrPersonPaying],
// [ErrPersonUnknown], [price.CatalogVersionUnknown], [price.CatalogBusy].
package operate
