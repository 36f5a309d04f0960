// Package places completes addresses during typing. A provider is a [Search]: package sdk/adapter/google has Google's, and [Sandbox] works offline.
//
// The operations are methods of [Client], which package sdk holds as Client.Places. Faults: [Off], [NotFound], [Unavailable].
package places
