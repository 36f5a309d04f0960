package batches

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/text"
)

// ClientToken implements [codes.Client].
func (c *Engine) ClientToken(ctx context.Context, professionalID string, packageID int, meta caller.Meta) (string, error) {
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return "", err
	}
	if pkg := cat.Package(packageID); pkg == nil || pkg.BuildYourOwn {
		return "", &fault.ValidationError{Violations: fault.Violations{form.Violation("packageId", CodePackageInvalid, text.Language(meta.Lang), nil)}}
	}
	token, err := c.payment.ClientTokenFor(ctx, payments.Visit{Session: professionalID, Proof: payments.Known}, packageID)
	return token.Token.Reveal(), err
}
