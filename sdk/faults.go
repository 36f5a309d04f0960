package sdk

// The faults of registrations, accounts and credentials. Compare with errors.Is.
var (
	RegistrationNotFound = NewFault(FaultNotFound, "registration_not_found", nil)
	RegistrationKeyWrong = NewFault(FaultForbidden, "registration_key_wrong", nil)
	RegistrationGone     = NewFault(FaultGone, "registration_expired", nil)
	RegistrationIsPaid   = NewFault(FaultConflict, "registration_paid", nil)
	RegistrationBusy     = NewFault(FaultConflict, "payment_in_progress", nil) // a payment is being confirmed
	StepOutOfOrder       = NewFault(FaultConflict, "step_out_of_order", nil)
	SectionMissing       = NewFault(FaultInvalid, "section_missing", nil) // a section is named, but its data isn't there
	SectionUnknown       = NewFault(FaultInvalid, "section_unknown", nil)

	AccountExists = NewFault(FaultConflict, "account_exists", nil) // the e-mail address has an account by now

	AccountForbidden = NewFault(FaultForbidden, "account_forbidden", nil) // a good token, another user's id

	LoginRefused = NewFault(FaultUnauthenticated, "login_refused", nil) // wrong username or password, or an account that isn't active: one answer for all

	ProfessionalNotFound  = NewFault(FaultNotFound, "professional_not_found", nil)
	ProfessionalRequired  = NewFault(FaultForbidden, "professional_required", nil)  // a good token of somebody else than a professional
	ProfessionalIsBlocked = NewFault(FaultForbidden, "professional_suspended", nil) // an operator has suspended the professional

	TokenInvalid = NewFault(FaultUnauthenticated, "token_invalid", nil) // unknown, used, revoked or expired: one answer for all

	IdempotencyKeyInvalid = NewFault(FaultInvalid, "idempotency_key_invalid", nil)
	IdempotencyMismatch   = NewFault(FaultMismatch, "idempotency_mismatch", nil) // the key was used with another body
	InProgress            = NewFault(FaultConflict, "in_progress", nil)          // the first call still runs

	TooManyTries = NewFault(FaultLimited, "too_many_tries", nil)
	Saturated    = NewFault(FaultUnavailable, "saturated", nil)
)
