// Package fault defines the two ways in which an operation rejects a call. A [ValidationError] lists all violations of the input, field by field, for
// the person at the form. A [Fault] is a rejection that no change of a field can fix. It has a stable code, and a kind that adapters map to a status
// or an exit code.
//
// Faults shared by several nouns are declared here, the others next to their noun. sdk.Faults lists all of them.
package fault
