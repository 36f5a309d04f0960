// Package identity compares a configuration with the databases that it names. A database belongs to the secrets that it was written
// with, to one database of persons' keys, and to the merchant that took its payments. The first start records them; every later start
// compares, and refuses others before anything is written under them.
package identity
