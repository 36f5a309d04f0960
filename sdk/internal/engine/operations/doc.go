// Package operations implements [operate.Client], and the operations that other engines call.
package operations
