package privacy

import (
	"context"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// ExportPerson returns the data stored about a person, and records the export. who is an account id or an email address. The export has
	// the person's own entries and others' entries about them, but no data of other people. An unfinished sign-up proves nothing about its
	// author, so it isn't shown to the owner of the address. Errors: [ErrPersonUnknown] for an id without an account; an unknown email
	// address yields an export without rows. Fault: [fault.OperatorUnnamed].
	ExportPerson(ctx context.Context, idOrEmail string) (*PersonalData, error)

	// ErasePerson removes a person's data from every table in one transaction, and records the erasure. It deletes their keys and empties
	// every person with their address, including those that others entered. A backup with the keys stays readable until it is deleted.
	//
	// Errors: [ErrPersonUnknown], [ErrPersonPaying]. Fault: [fault.OperatorUnnamed].
	ErasePerson(ctx context.Context, idOrEmail string) (*Erased, error)

	// Purge removes all data at the end of its retention period: [sdk.Retentions]. It works in small batches. It may run at any time, also in
	// parallel.
	Purge(ctx context.Context) (Purged, error)

	// ExpireRegistrations marks open registrations after their 24 hours and returns their number. They return fault.RegistrationGone from
	// that moment, marked or not; the mark adds them to counts and to the purge.
	ExpireRegistrations(ctx context.Context) (int, error)

	// Due counts the rows that the retention rules will remove now, within a day and within 30 days. It changes nothing and shows no personal
	// data.
	Due(ctx context.Context) ([]Due, error)

	// Readings lists operators' readings of personal data, exports and erasures included, newest first. Fault: [ReadingNotFound].
	Readings(ctx context.Context, filter ReadingFilter) ([]Reading, error)

	// PersonKeys checks the keys of the newest people. Missing keys mean that one of the two databases was restored without the other.
	PersonKeys(ctx context.Context) (PersonKeys, error)

	// MovePersonKeys moves persons' keys to the key database, while servers and workers run. It works in small batches; after an
	// interruption, run it again. Before the first key it records in both databases that they belong together. Errors: [ErrKeysHere], those
	// of identity.Client.Verify.
	MovePersonKeys(ctx context.Context) (int, error)

	// ReturnPersonKeys moves all keys back to the product's database and records that they are there. No server or worker may run meanwhile.
	// Errors: [ErrKeysHere], those of identity.Client.Check.
	ReturnPersonKeys(ctx context.Context) (total int, err error)

	// DeletePersonKeys deletes the keys of erased people from the key database. It may run any number of times.
	DeletePersonKeys(ctx context.Context, ids []string) error
}
