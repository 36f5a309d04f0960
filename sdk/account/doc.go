// Package account holds the accounts of parents: logging in, choosing a username and a password, what a parent
// sees and changes of their own account.
//
// An account begins as created when its owner joins or pays, and becomes active once it has a username and a password.
// Package checkout makes accounts when a sign-up is paid, package invite when somebody who was invited joins. A family has two
// places, one for each parent.
//
// Operations are methods of [Client], which package sdk holds as Client.Account. [Client.Login]
// checks a password; a wrong password is an answer, not an error. Faults: [fault.TokenInvalid], [fault.AccountForbidden], [fault.TooManyTries], [fault.Saturated].
package account
