// Package professional manages the accounts of professionals: step-by-step sign-up, verification, suspension and restoration, and the access tokens
// for a professional's own programs.
//
// The operations are methods of [Client], which package sdk holds as Client.Professional. Faults: [fault.ProfessionalNotFound],
// [fault.ProfessionalRequired], [fault.ProfessionalIsBlocked].
package professional
