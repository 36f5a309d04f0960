// Package audits implements [audit.Client].
package audits
