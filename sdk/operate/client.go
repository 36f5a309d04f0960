package operate

import (
	"context"
	"time"

	"github.com/cojoin/cojoin/sdk/price"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// ApplyCatalog checks a catalog file and activates it as the next version. If the file is already active, it changes nothing and returns
	// its version. A broken file is a *[price.CatalogError], and changes nothing. Fault: [price.CatalogBusy] if another catalog was applied
	// at the same time.
	ApplyCatalog(ctx context.Context, raw []byte, note string) (price.CatalogVersion, error)

	// Catalog returns a catalog and its file. Version 0 is the active one. Fault: [price.CatalogVersionUnknown].
	Catalog(ctx context.Context, version int) (*price.Catalog, []byte, error)

	// CatalogVersions lists the applied versions, newest first, at most 100.
	CatalogVersions(ctx context.Context) ([]price.CatalogVersion, error)

	// Expire marks expired registrations, invitations and subscription codes, and cancels abandoned orders. It may run late, because every
	// read checks the expiry itself. It may run at any time, also in several workers.
	Expire(ctx context.Context) error

	// Figures returns the current counts of payments and sign-ups, by index.
	Figures(ctx context.Context) (*Figures, error)

	// Funnel counts the steps reached by registrations that began from since on and before until: in total, by locale, and by the variant of each
	// experiment with more than one variant among them.
	Funnel(ctx context.Context, since, until time.Time) (*Funnel, error)

	// Rekey re-encrypts all values under a replaced server secret with the current one: subscription codes, tokens of payment methods,
	// persons' keys and secrets of endpoints. It renews the hashes by which sign-ups, persons and logins are found. It returns rows that
	// don't open, and leaves them as they are. Rekey may run beside servers with both secrets, and may be repeated. Stored responses under
	// the old secret expire after caller.Idempotency.Keep. Errors: those of identity.Client.Check.
	Rekey(ctx context.Context) (Rekeyed, error)

	// CatalogInForce returns the active catalog and stores nothing. If none was ever stored, it returns the shipped one, which the first sale
	// stores.
	CatalogInForce(ctx context.Context) (*price.Catalog, error)

	// Sells returns true once an order was paid through a merchant account that is not in trials.
	Sells(ctx context.Context, trials []string) (bool, error)
}
