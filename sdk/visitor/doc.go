// Package visitor serves page files of other releases, and limits the calls of an address.
//
// The operations are methods of [Client], which package sdk holds as Client.Visitor.
package visitor
