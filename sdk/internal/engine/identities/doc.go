// Package identities implements [identity.Client], and the operations that other engines call.
package identities
