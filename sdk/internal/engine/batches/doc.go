// Package batches implements [codes.Client], and the operations that other engines call.
package batches
