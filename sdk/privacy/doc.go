// Package privacy exports and erases personal data, keeps data for as long as the law requires, and records operators' readings of personal
// data.
//
// Operations are methods of [Client], which package sdk holds as Client.Privacy. Errors: [ErrPersonPaying], [ErrPersonUnknown], [ErrKeysHere].
package privacy
