// Package email has the mails that are sent: their kinds, the jobs that send them, and the port to their carrier, [Mailer]. Packages
// sdk/adapter/smtp and sdk/adapter/outbox implement it. Receipts, welcome, invitations, credentials, codes, renewals and refunds are written in the
// language of the recipient's account. Each mail has a key, so that a job which runs twice sends it once.
//
// Operations are methods of [Client], which package sdk holds as Client.Email; jobs call them. They have no faults: an error is the mailer's
// or the database's, and the job runs again.
package email
