// Package homes implements [home.Client], and the operations that other engines call.
package homes
