// Package operate has what operators do beside privacy and audits: catalogues, the funnel, figures for monitoring, expiry, and new secrets for old
// ones.
//
// Operations are methods of [Client], which package sdk holds as Client.Operate. Errors: [price.CatalogVersionUnknown], [price.CatalogBusy].
package operate
