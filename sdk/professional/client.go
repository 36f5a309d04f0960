package professional

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// CreateAccessToken returns a token for the command line to a caller with the username and password: good for 90
	// days, or until it is revoked. Faults: [fault.LoginRefused], [fault.TooManyTries], [fault.Saturated].
	CreateAccessToken(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*AccessTokenAnswer, error)

	// ReadAccessToken returns the owner and the end of a command line's token. Faults: [fault.TokenInvalid].
	ReadAccessToken(ctx context.Context, token secret.Secret) (*AccessTokenInfo, error)

	// RevokeAccessToken revokes a command line's token immediately. Faults: [fault.TokenInvalid].
	RevokeAccessToken(ctx context.Context, token secret.Secret) error

	// Authenticate returns the professional that a command line's or a login's token belongs to. An
	// unverified professional counts. Faults: [fault.TokenInvalid], [fault.ProfessionalRequired] for a valid token of another kind of account,
	// [fault.ProfessionalIsBlocked].
	Authenticate(ctx context.Context, token secret.Secret) (professionalID string, err error)

	// Add is the operator's way to make a professional's account: only name and e-mail have to be
	// there, of the rest what is given is kept, unchecked by the form's steps. It enqueues the welcome mail,
	// with which the professional sets username and password.
	//
	// Errors: [fault.ValidationError] (firstName, lastName, email; duplicate where the e-mail has an account).
	Add(ctx context.Context, in form.Professional, meta caller.Meta) (*Account, error)

	// List lists professionals, the newest first, and notes that an operator looked. Faults: [fault.OperatorUnnamed];
	// [fault.ProfessionalNotFound] for a Before that is no id.
	List(ctx context.Context, filter Filter) ([]Info, error)

	// Find returns one professional, and notes that an operator looked. Faults: [fault.OperatorUnnamed], [fault.ProfessionalNotFound].
	Find(ctx context.Context, professionalID string) (*Info, error)

	// CheckStep checks one step of the professional form; step 1 also asks whether the e-mail has
	// an account already.
	//
	// Errors: [fault.ValidationError] (every broken rule of the step, in the order of the form; field duplicate
	// where the e-mail has an account). Faults: [fault.TooManyTries].
	CheckStep(ctx context.Context, in StepInput, meta caller.Meta) (*StepAnswer, error)

	// Create signs a professional up. The account is pending verification, and the welcome mail
	// that sets username and password is enqueued. With an idempotency key a second call of the same content
	// gives the same answer.
	//
	// Errors: [fault.ValidationError] (every broken rule of all three steps; field duplicate where the e-mail has an
	// account). Faults: [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress],
	// [fault.Saturated].
	Create(ctx context.Context, in form.Professional, meta caller.Meta) (*Answer, error)

	// Verify records an operator's check of a professional's identity. Doing it again changes
	// nothing. Faults: [fault.ProfessionalNotFound].
	Verify(ctx context.Context, professionalID string) error

	// Suspend keeps a professional from buying and giving out codes and from inviting families, with
	// every token that there is. Codes and invitations that are out stay good: they belong to others by now. Doing
	// it again changes nothing of that: where people whom the professional invited have refused them, it says that an operator has
	// looked. Faults: [fault.ProfessionalNotFound].
	Suspend(ctx context.Context, professionalID string) error

	// Restore ends a suspension: the professional is verified, or awaits it, as before. Refusals by people whom they invited don't count any
	// more. Doing it again changes nothing. Faults: [fault.ProfessionalNotFound].
	Restore(ctx context.Context, professionalID string) error
}
