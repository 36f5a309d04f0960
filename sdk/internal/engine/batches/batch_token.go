package batches

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/text"
)

// ClientToken returns what a page needs to turn a professional's card or wallet into a nonce for
// [Client.Buy]; its currency is the package's. The caller has made sure that it is the
// professional who calls.
//
// Errors: [fault.ValidationError] (packageId). Faults: [payment.Closed], [payment.Unavailable], [fault.TooManyTries].
func (c *Engine) ClientToken(ctx context.Context, professionalID string, packageID int, meta caller.Meta) (string, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return "", err
	}
	if pkg := cat.Package(packageID); pkg == nil || pkg.BuildYourOwn {
		return "", &fault.ValidationError{Violations: fault.Violations{form.Violation("packageId", CodePackageInvalid, text.Language(meta.Lang), nil)}}
	}
	token, err := c.payment.ClientTokenFor(ctx, payments.Visit{Session: professionalID, Proof: payments.Known}, packageID)
	return token.Token, err
}
