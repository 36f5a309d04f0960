// Package integrations implements [integration.Client], and the operations that other engines call.
package integrations
