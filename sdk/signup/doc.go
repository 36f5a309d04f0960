// Package signup holds a parent's sign-up before it is paid: the registration, its steps, its quotes.
//
// A table lists the sections and screens that are open in each step. A change reads the registration once, decides, and writes only if the registration
// hasn't changed meanwhile. The operations are methods of [Client], which package sdk holds as Client.Signup. Faults:
// [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone], [fault.RegistrationIsPaid],
// [fault.RegistrationBusy], [fault.StepOutOfOrder], [fault.SectionMissing], [fault.SectionUnknown], [fault.InProgress].
package signup
