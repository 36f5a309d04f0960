// Package fault holds the two ways in which an operation refuses a call. A [ValidationError] lists every rule that
// the input broke, field by field, for the person who fills in the form. A [Fault] is a refusal that no change of a field
// can put right, with a stable code and a kind that adapters map to a status or an exit code.
//
// The faults that several nouns share are declared here, the others next to their noun. sdk.Faults lists all of them.
package fault
