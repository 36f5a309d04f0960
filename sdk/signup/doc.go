// Package signup holds a parent's sign-up before it is paid: the registration, its steps, its quotes.
//
// The table [StepGuards] says which sections and screens are open in each step; which step comes next is decided here and
// nowhere else. A change reads the registration once, decides on what it read, and writes only if the registration has
// not changed meanwhile. Operations are methods of [Client], which package sdk holds as Client.Signup. Methods that take
// a *db.Queries, a [Row] or a [Draft] are for packages of this module. Faults:
// [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid],
// [fault.RegistrationBusy], [fault.StepOutOfOrder], [fault.SectionMissing], [fault.SectionUnknown], [fault.InProgress].
package signup
