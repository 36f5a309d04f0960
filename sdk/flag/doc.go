// Package flag assigns experiment arms and switches to visitors. A hash of the visitor's anonymous id selects the arm, so that a visitor keeps it. An
// operator can plug in another provider.
package flag
