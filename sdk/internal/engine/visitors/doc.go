// Package visitors implements [visitor.Client], and the operations that other engines call.
package visitors
