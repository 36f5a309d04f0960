// Package mailer is the port to whatever sends mail: [Mailer] and the [Mail] it is given. Package sdk/mail
// implements it for SMTP and for a folder.
package mailer
