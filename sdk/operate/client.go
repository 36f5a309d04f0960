package operate

import (
	"context"
	"time"

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

	// Expire marks expired registrations, invitations and subscription codes, and cancels abandoned orders. Nothing depends
	// on its being on time: every read checks the expiry itself. It may run at any
	// time, also in several workers.
	Expire(ctx context.Context) error

	// Figures reads how payments and sign-ups stand, by index.
	Figures(ctx context.Context) (*Figures, error)

	// Funnel counts how far the registrations that began from since on and before until have come: together,
	// by locale, and by the arm of each experiment in which not all of them had the same one.
	Funnel(ctx context.Context, since, until time.Time) (*Funnel, error)

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
