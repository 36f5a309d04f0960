// Package letters writes and sends the mails: receipts, welcome, invitations, credentials, codes, renewals and
// refunds, in the language of the recipient's account. Each mail has a key, so that a job which runs twice sends it once.
//
// Operations are methods of [Client], which package sdk holds as Client.Letters; jobs call them. They have no faults: an error is the mailer's
// or the database's, and the job runs again.
package letters
