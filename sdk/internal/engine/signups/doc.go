// Package signups implements [signup.Client], and the operations that other engines call.
package signups
