// Package account manages the accounts of parents: login, username and password, and a parent's view of their own account.
//
// An account is created when its owner joins or pays, and becomes active once it has a username and a password. Package checkout creates
// accounts when a sign-up is paid, package invite when an invitee joins. A family has two places, one for each parent.
//
// Operations are methods of [Client], which package sdk holds as Client.Account. Faults: [fault.TokenInvalid], [fault.AccountForbidden],
// [fault.TooManyTries], [fault.Saturated]. [Client.Login] checks a password; a wrong one is a result, not an error.
package account
