// Package support signs people in to the support chat.
//
// Operations are methods of [Client], which package sdk holds as Client.Support. Faults: [Off], [Nameless].
package support
