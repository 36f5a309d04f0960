package identity

import (
	"context"
)

// Client is the API of this package. [sdk.New] returns one.
type Client interface {
	// List returns every version, in order of kind, number and version.
	List(ctx context.Context) ([]Entry, error)

	// Accept records a change with the operator's name and reason, and returns the kinds that changed. It can't change a secret: a new one is added
	// beside it. Errors: [ErrReason], fault.OperatorUnnamed, [*NotConfiguredError], [*MismatchError] of a kind outside the change.
	Accept(ctx context.Context, in Change) ([]Kind, error)

	// Check compares without writing. Errors: joined [*MismatchError]s, [ErrNotMigrated], [ErrNoRights].
	Check(ctx context.Context) error

	// Verify compares, and records new identities: the first secrets, database of persons' keys and merchant of an empty database, and a new secret
	// beside a recorded one. If processes start concurrently, one records and the others compare. Programs call it before they serve or run jobs.
	// Errors: as those of [Client.Check]; then nothing is recorded.
	Verify(ctx context.Context) error
}
