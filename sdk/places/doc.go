// Package places completes addresses as they are typed. A provider is a [Search]: package sdk/adapter/google has Google's, and [Sandbox] needs none.
//
// Operations are methods of [Client], which package sdk holds as Client.Places. Faults: [Off], [NotFound], [Unavailable].
package places
