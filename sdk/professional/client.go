package professional

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// CreateAccessToken returns a token for the command line in exchange for username and password. It is valid for 90 days or until revoked. Faults:
	// [fault.LoginRefused], [fault.TooManyTries], [fault.Saturated].
	CreateAccessToken(ctx context.Context, username string, password secret.Secret, meta caller.Meta) (*AccessTokenAnswer, error)

	// ReadAccessToken returns the owner and the expiry of a command line's token. Faults: [fault.TokenInvalid].
	ReadAccessToken(ctx context.Context, token secret.Secret) (*AccessTokenInfo, error)

	// RevokeAccessToken revokes a command line's token immediately. Faults: [fault.TokenInvalid].
	RevokeAccessToken(ctx context.Context, token secret.Secret) error

	// Authenticate returns the professional that owns a command line's or a login's token, verified or not. Faults: [fault.TokenInvalid],
	// [fault.ProfessionalRequired] for a valid token of another kind of account, [fault.ProfessionalIsBlocked].
	Authenticate(ctx context.Context, token secret.Secret) (professionalID string, err error)

	// Add creates a professional's account for an operator. Name and email are required. The other fields are stored as given, without the checks of
	// the form's steps. It enqueues the welcome mail, with which the professional sets username and password.
	//
	// Errors: [fault.ValidationError] (firstName, lastName, email; duplicate if the email has an account).
	Add(ctx context.Context, in form.Professional, meta caller.Meta) (*Account, error)

	// List lists professionals, the newest first, and records that an operator read them. Faults: [fault.OperatorUnnamed];
	// [fault.ProfessionalNotFound] for a Before that isn't an id.
	List(ctx context.Context, filter Filter) ([]Info, error)

	// Find returns one professional, and records that an operator read them. Faults: [fault.OperatorUnnamed], [fault.ProfessionalNotFound].
	Find(ctx context.Context, professionalID string) (*Info, error)

	// CheckStep checks one step of the professional form. Step 1 also checks whether the email has an account.
	//
	// Errors: [fault.ValidationError] (all violations of the step, in the order of the form; field duplicate if the email has an account). Faults:
	// [fault.TooManyTries].
	CheckStep(ctx context.Context, in StepInput, meta caller.Meta) (*StepAnswer, error)

	// Create signs a professional up. The account is pending verification. It enqueues the welcome mail, whose link sets username and password. A
	// repeated call with the same idempotency key and content returns the same answer.
	//
	// Errors: [fault.ValidationError] (all violations of the three steps; field duplicate if the email has an account). Faults: [fault.TooManyTries],
	// [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress], [fault.Saturated].
	Create(ctx context.Context, in form.Professional, meta caller.Meta) (*Answer, error)

	// Verify records that an operator has checked a professional's identity. Repeated calls change nothing. Faults: [fault.ProfessionalNotFound].
	Verify(ctx context.Context, professionalID string) error

	// Suspend stops a professional from buying and issuing codes and from inviting families, with any of their tokens. Issued codes and sent
	// invitations stay valid, because they belong to others now. Repeated calls change nothing, except that each records an operator's review of the
	// refusals by invitees. Faults: [fault.ProfessionalNotFound].
	Suspend(ctx context.Context, professionalID string) error

	// Restore ends a suspension: the professional is verified or pending, as before. Earlier refusals by invitees no longer count. Repeated calls
	// change nothing. Faults: [fault.ProfessionalNotFound].
	Restore(ctx context.Context, professionalID string) error
}
