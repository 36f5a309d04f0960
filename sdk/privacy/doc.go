// Package privacy exports and erases a person's data, keeps what the law requires for as long as it does, and records each reading of personal
// data by an operator.
//
// Operations are methods of [Client], which package sdk holds as Client.Privacy. Errors: [ErrPersonPaying], [ErrPersonUnknown], [ErrKeysHere].
package privacy
