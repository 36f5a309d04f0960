// Package identity compares a configuration with its databases. A database belongs to the secrets that it was written with, to one database of
// persons' keys, and to the merchant of its payments. The first start records them. Every later start compares, and rejects others before anything is
// written.
package identity
