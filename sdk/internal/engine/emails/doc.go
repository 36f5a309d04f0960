// Package emails implements [email.Client], and the operations that other engines call.
package emails
