// Package subjects implements [privacy.Client], and the operations that other engines call.
package subjects
