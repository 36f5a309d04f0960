// Package support signs people in to the support chat.
//
// The operations are methods of [Client], which package sdk holds as Client.Support. Faults: [Off], [Nameless].
package support
