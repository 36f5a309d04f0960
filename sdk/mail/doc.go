// Package mail carries the mails that operations write: by SMTP in production, into an outbox in the
// database in development, where a page shows every one.
package mail
