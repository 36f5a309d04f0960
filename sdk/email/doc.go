// Package email defines the mails: their kinds, the jobs that send them, and the port to their carrier, [Mailer]. Packages sdk/adapter/smtp and
// sdk/adapter/outbox implement it. Receipts, welcome, invitations, credentials, codes, renewals and refunds are written in the language of the
// recipient's account. Each mail has a key, so that a job that runs twice sends it once.
//
// The operations are methods of [Client], which package sdk holds as Client.Email. Jobs call them. They have no faults: an error comes from the
// mailer or the database, and the job runs again.
package email
