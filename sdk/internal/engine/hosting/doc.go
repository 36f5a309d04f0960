// Package hosting implements [host.Client], and the operations that other engines call.
package hosting
