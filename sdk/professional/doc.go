// Package professional holds the accounts of professionals: signing up step by step, being verified, suspended
// and restored, and the access tokens with which a professional's own programs call the service.
//
// Operations are methods of [Client], which package sdk holds as Client.Professional. Faults:
// [fault.ProfessionalNotFound], [fault.ProfessionalRequired], [fault.ProfessionalIsBlocked].
package professional
