package identity

import (
	"context"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// List returns every version, in order of kind, number and version.
	List(ctx context.Context) ([]Entry, error)

	// Accept records a change with the operator's name and reason, and returns the kinds that changed. A secret can't be changed like this: a new
	// one is added beside it. Errors: [ErrReason], fault.OperatorUnnamed, [*NotConfiguredError], [*MismatchError] of a kind that the change doesn't name.
	Accept(ctx context.Context, in Change) ([]Kind, error)

	// Check compares and writes nothing. Errors: joined [*MismatchError]s, [ErrNotMigrated], [ErrNoRights].
	Check(ctx context.Context) error

	// Verify compares, and records what the databases don't have yet: the first secrets, database of persons' keys and merchant of an empty
	// database, and a new secret beside a recorded one. Of processes that start at the same time, one records and the others compare. A program
	// calls it before it serves or runs jobs. Errors: as those of [Client.Check]; nothing is recorded then.
	Verify(ctx context.Context) error
}
