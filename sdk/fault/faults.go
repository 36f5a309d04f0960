package fault

// The faults of registrations, accounts and credentials. Compare with errors.Is.
var (
	RegistrationNotFound = New(NotFound, "registration_not_found", nil)
	RegistrationKeyWrong = New(Forbidden, "registration_key_wrong", nil)
	RegistrationGone     = New(Gone, "registration_expired", nil)
	RegistrationIsPaid   = New(Conflict, "registration_paid", nil)
	RegistrationBusy     = New(Conflict, "payment_in_progress", nil) // a payment is being confirmed
	StepOutOfOrder       = New(Conflict, "step_out_of_order", nil)
	SectionMissing       = New(Invalid, "section_missing", nil) // a section is listed without its data
	SectionUnknown       = New(Invalid, "section_unknown", nil)

	AccountExists = New(Conflict, "account_exists", nil) // the email has an account by now

	AccountForbidden = New(Forbidden, "account_forbidden", nil) // a valid token, but another user's id

	LoginRefused = New(Unauthenticated, "login_refused", nil) // wrong username or password, or an inactive account: the same response for all

	ProfessionalNotFound  = New(NotFound, "professional_not_found", nil)
	ProfessionalRequired  = New(Forbidden, "professional_required", nil)  // a valid token of another kind of account
	ProfessionalIsBlocked = New(Forbidden, "professional_suspended", nil) // the professional is suspended

	TokenInvalid = New(Unauthenticated, "token_invalid", nil) // unknown, used, revoked or expired: the same response for all

	OperatorUnnamed = New(Forbidden, "operator_unnamed", nil) // reading personal data requires the operator's name

	IdempotencyKeyInvalid = New(Invalid, "idempotency_key_invalid", nil)
	IdempotencyMismatch   = New(Mismatch, "idempotency_mismatch", nil) // the key was used with another body
	InProgress            = New(Conflict, "in_progress", nil)          // the first call is still running

	TooManyTries = New(Limited, "too_many_tries", nil)
	Saturated    = New(Unavailable, "saturated", nil)
)
