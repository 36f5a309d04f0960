package fault

// The faults of registrations, accounts and credentials. Compare with errors.Is.
var (
	RegistrationNotFound = New(NotFound, "registration_not_found", nil)
	RegistrationKeyWrong = New(Forbidden, "registration_key_wrong", nil)
	RegistrationGone     = New(Gone, "registration_expired", nil)
	RegistrationIsPaid   = New(Conflict, "registration_paid", nil)
	RegistrationBusy     = New(Conflict, "payment_in_progress", nil) // a payment is being confirmed
	StepOutOfOrder       = New(Conflict, "step_out_of_order", nil)
	SectionMissing       = New(Invalid, "section_missing", nil) // a section is named, but its data isn't there
	SectionUnknown       = New(Invalid, "section_unknown", nil)

	AccountExists = New(Conflict, "account_exists", nil) // the e-mail address has an account by now

	AccountForbidden = New(Forbidden, "account_forbidden", nil) // a good token, another user's id

	LoginRefused = New(Unauthenticated, "login_refused", nil) // wrong username or password, or an account that isn't active: one answer for all

	ProfessionalNotFound  = New(NotFound, "professional_not_found", nil)
	ProfessionalRequired  = New(Forbidden, "professional_required", nil)  // a good token of somebody else than a professional
	ProfessionalIsBlocked = New(Forbidden, "professional_suspended", nil) // an operator has suspended the professional

	TokenInvalid = New(Unauthenticated, "token_invalid", nil) // unknown, used, revoked or expired: one answer for all

	OperatorUnnamed = New(Forbidden, "operator_unnamed", nil) // who looks at people's data has to say who they are

	IdempotencyKeyInvalid = New(Invalid, "idempotency_key_invalid", nil)
	IdempotencyMismatch   = New(Mismatch, "idempotency_mismatch", nil) // the key was used with another body
	InProgress            = New(Conflict, "in_progress", nil)          // the first call still runs

	TooManyTries = New(Limited, "too_many_tries", nil)
	Saturated    = New(Unavailable, "saturated", nil)
)
