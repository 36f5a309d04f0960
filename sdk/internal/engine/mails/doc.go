// Package mails implements [letters.Client], and the operations that other engines call.
package mails
