package privacy

import (
	"context"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// ExportPerson returns what is kept about a person, named by account id or e-mail, and notes that it was asked for: what they
	// entered themselves and what others said of them, and nothing of anybody else. A sign-up that wasn't finished proves nothing
	// about who began it, so it isn't shown to the owner of the address. Errors: [ErrPersonUnknown] for an id without an account;
	// an unknown e-mail address gives an export without rows. Fault: [fault.OperatorUnnamed].
	ExportPerson(ctx context.Context, who string) (*PersonalData, error)

	// ErasePerson removes a person's data from everything that is stored, in one transaction, and records the erasure: their keys
	// are deleted, and every person with their address is emptied, no matter who entered it. A backup that holds the keys can still be
	// opened with them until it is deleted.
	// Orders, receipts and payment attempts, which the law requires, are kept without the person. Logins and links end
	// immediately, subscriptions no longer renew, and the person's own place ends unless the other parent pays for it. Stored
	// payment methods are deleted at the payment provider, too, by a job that retries until they are; the provider is
	// responsible for its own records of past payments.
	// Erasing again changes nothing. Each of [Erased.IDs] names one person, or one sign-up, who is erased alone: so an erasure is repeated on a
	// restored backup.
	//
	// Errors: [ErrPersonUnknown], [ErrPersonPaying]. Fault: [fault.OperatorUnnamed].
	ErasePerson(ctx context.Context, who string) (*Erased, error)

	// Purge removes everything that has been kept as long as its rule says: [sdk.Retentions]. It works in small batches, beside any number of
	// others, and may be run at any time.
	Purge(ctx context.Context) (Purged, error)

	// ExpireRegistrations marks open registrations whose 24 hours are over and returns how many. They answer
	// fault.RegistrationGone from that moment even before they are marked; marking makes them count and purge.
	ExpireRegistrations(ctx context.Context) (int, error)

	// Due counts what the rules of retention will take now, within a day and within 30 days, as things are. It changes nothing and shows no personal data.
	Due(ctx context.Context) ([]Due, error)

	// Readings lists the operators' readings of personal data, the newest first, with copies of data and erasures. Fault: [ReadingNotFound].
	Readings(ctx context.Context, filter ReadingFilter) ([]Reading, error)

	// PersonKeys looks whether the newest people have their keys. A database that was restored without the other has people without keys.
	PersonKeys(ctx context.Context) (PersonKeys, error)

	// MovePersonKeys moves persons' keys to the database of keys, while everything runs. It works in small batches; a run that was cut short
	// is done by running it again. Before the first key it records in both databases that they belong together. Errors: [ErrKeysHere], those of
	// identity.Client.Verify.
	MovePersonKeys(ctx context.Context) (int, error)

	// ReturnPersonKeys moves all keys back, while no server and no worker runs, and records that they are in the product's database. Errors:
	// [ErrKeysHere], those of identity.Client.Check.
	ReturnPersonKeys(ctx context.Context) (total int, err error)

	// DeletePersonKeys deletes keys of people who were erased from the database of keys. It may run any number of times.
	DeletePersonKeys(ctx context.Context, ids []string) error
}
