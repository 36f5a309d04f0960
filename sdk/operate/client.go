package operate

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/ledger"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// ApplyCatalog checks a catalogue file and puts it in force as the next version. A file that is already in
	// force changes nothing and answers its version. A broken file is a *[price.CatalogError], and changes nothing.
	// Fault: [price.CatalogBusy] when another catalogue was applied at the same time.
	ApplyCatalog(ctx context.Context, raw []byte, note string) (price.CatalogVersion, error)

	// Catalog returns a catalogue and its file: the one in force for version 0. Fault: [price.CatalogVersionUnknown].
	Catalog(ctx context.Context, version int) (*price.Catalog, []byte, error)

	// CatalogVersions lists what was applied, the newest first, at most 100.
	CatalogVersions(ctx context.Context) ([]price.CatalogVersion, error)

	// Evidence returns what is known about a payment as one text, in English, for the payer's bank to decide a dispute by: who bought what and when, which
	// terms they agreed to, what the bank answered about address, security code and identity, the receipt, when the account was used, refunds. It
	// holds personal data, so the reading is recorded.
	//
	// Faults: [payment.AttemptNotFound], [payment.AttemptNotRefundable] for a payment that was never captured, [payment.Unavailable], [fault.OperatorUnnamed].
	Evidence(ctx context.Context, attemptID string) (string, error)

	// Expire marks expired registrations, invitations and subscription codes, and cancels abandoned orders. Nothing depends
	// on its being on time: every read checks the expiry itself. It may run at any
	// time, also in several workers.
	Expire(ctx context.Context) error

	// Figures reads how payments and sign-ups stand, by index.
	Figures(ctx context.Context) (*Figures, error)

	// Funnel counts how far the registrations that began from since on and before until have come: together,
	// by locale, and by the arm of each experiment in which not all of them had the same one.
	Funnel(ctx context.Context, since, until time.Time) (*Funnel, error)

	// Journal calls each with every entry of a month's journal in double entry, section by section: orders, money at the provider, disputes, codes,
	// and what the month's days have earned. It reads some days at a time, so a month may be large. Everything is dated by when it was written down here
	// and nothing is dated back: a month that is over gives the same journal whenever it is read again, but for receipts that are numbered a day later.
	//
	// Error: [ErrNoJournal].
	Journal(ctx context.Context, month ledger.Month, each func(ledger.Entry) error) error

	// Deferred returns what was paid for and not yet earned as a month begins, by currency and by the months whose days will earn it.
	//
	// Error: [ErrNoJournal].
	Deferred(ctx context.Context, month ledger.Month) (map[money.Currency]map[ledger.Month]int64, error)

	// AuditRecent is [Client.AuditPayments] of the last three days, for the daily job: it tells the log of each difference, and [Client.Figures] how many
	// there are. What isn't decided yet is none.
	AuditRecent(ctx context.Context) error

	// AuditPayments compares every attempt since a time, and every placed order, with the provider's transactions,
	// in both directions: it also reports transactions under our order ids that the database doesn't know. It changes
	// nothing. Payments may go on meanwhile. It asks the provider once for each attempt, so it takes a while; a search that fails ends it with an error.
	AuditPayments(ctx context.Context, since time.Time) (*AuditReport, error)

	// DeletePersonKeys deletes keys of people who were erased from the database of keys. It may run any number of times.
	DeletePersonKeys(ctx context.Context, ids []string) error

	// MovePersonKeys moves persons' keys to the database of keys, while everything runs. It works in small batches; a run that was cut short
	// is done by running it again. Before the first key it records in both databases that they belong together. Errors: [ErrKeysHere], those of
	// identity.Client.Verify.
	MovePersonKeys(ctx context.Context) (int, error)

	// ReturnPersonKeys moves all keys back, while no server and no worker runs, and records that they are in the product's database. Errors:
	// [ErrKeysHere], those of identity.Client.Check.
	ReturnPersonKeys(ctx context.Context) (total int, err error)

	// PersonKeys looks whether the newest people have their keys. A database that was restored without the other has people without keys.
	PersonKeys(ctx context.Context) (PersonKeys, error)

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

	// ExpireRegistrations marks open registrations whose 24 hours are over and returns how many. They answer
	// fault.RegistrationGone from that moment even before they are marked; marking makes them count and purge.
	ExpireRegistrations(ctx context.Context) (int, error)

	// Purge removes everything that has been kept as long as its rule says: [sdk.Retentions]. It works in small batches, beside any number of
	// others, and may be run at any time.
	Purge(ctx context.Context) (Purged, error)

	// Readings lists the operators' readings of personal data, the newest first, with copies of data and erasures. Fault: [ReadingNotFound].
	Readings(ctx context.Context, filter ReadingFilter) ([]Reading, error)

	// VerifyReceipts prices every order placed since a time again, from the input, the catalogue version and
	// the tax rates that the order kept, and reports every difference: between what comes out and the steps,
	// the amounts of the order, what the customer was shown, the codes redeemed and the receipt. It changes
	// nothing. A failure to read ends it; a difference doesn't.
	//
	// Orders whose receipts have gone by their rule of retention, and those of the month before, are left out.
	VerifyReceipts(ctx context.Context, since time.Time, report func(ReceiptDifference)) (VerifiedReceipts, error)

	// Due counts what the rules of retention will take now, within a day and within 30 days, as things are. It changes nothing and shows no personal data.
	Due(ctx context.Context) ([]Due, error)

	// Rekey decrypts what is encrypted with a replaced server secret and encrypts it with the current one: subscription codes, tokens of payment
	// methods, persons' keys and secrets of endpoints. It renews the hashes by which sign-ups, persons and logins are found. A row that
	// doesn't open is returned and left alone. Rekey may run beside servers that know both secrets, and be repeated. Stored answers under the
	// old secret expire after caller.Idempotency.Keep. Errors: those of identity.Client.Check.
	Rekey(ctx context.Context) (Rekeyed, error)

	// CatalogInForce returns the catalogue in force, and stores nothing. Where none was ever stored it is the shipped one, which the first sale
	// stores.
	CatalogInForce(ctx context.Context) (*price.Catalog, error)

	// Sells reports whether an order was ever paid through a merchant account that isn't a trial's.
	Sells(ctx context.Context, trials []string) (bool, error)
}
