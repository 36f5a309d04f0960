// Package visitor holds what a visitor's browser asks for beside the sign-up itself: address search, events for
// analytics, a token for the support chat, the files of the page, and the limit on changing calls.
//
// Operations are methods of [Client], which package sdk holds as Client.Visitor. Faults: [AddressSearchOff],
// [AddressNotFound], [AddressSearchUnavailable], [SupportChatOff], [SupportChatNameless].
package visitor
