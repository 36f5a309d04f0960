// Package invites implements [invite.Client], and the operations that other engines call.
package invites
