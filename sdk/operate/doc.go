// Package operate has the operators' tasks other than privacy and audits: catalogs, the funnel, figures for monitoring, expiry, and the
// change of the server secret.
//
// Operations are methods of [Client], which package sdk holds as Client.Operate. Errors: [price.CatalogVersionUnknown], [price.CatalogBusy].
package operate
