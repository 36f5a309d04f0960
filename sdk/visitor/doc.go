// Package visitor serves the files of pages of other releases, and limits how often an address may call.
//
// Operations are methods of [Client], which package sdk holds as Client.Visitor.
package visitor
