// Package professionals implements [professional.Client], and the operations that other engines call.
package professionals
