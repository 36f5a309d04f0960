// Package letters writes and sends the mails: receipts, welcome, invitations, credentials, codes, renewals and
// refunds, in the language of the recipient's account. Each mail has a key, so that a job which runs twice sends it once.
//
// Operations are methods of [Client], which package sdk holds as Client.Letters; jobs call them.
package letters
