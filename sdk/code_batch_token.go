package sdk

import (
	"context"

	"github.com/cojoin/cojoin/sdk/text"
)

// CodeClientToken gives what a page needs to turn a professional's card or wallet into a nonce for
// [Client.BuyCodeBatch]; its currency is the package's. The caller has made sure that it is the
// professional who calls.
//
// Errors: [ValidationError] (packageId). Faults: [PaymentClosed], [PaymentUnavailable], [TooManyTries].
func (c *Client) CodeClientToken(ctx context.Context, professionalID string, packageID int, meta CallMeta) (string, error) {
	cat, err := c.catalog(ctx)
	if err != nil {
		return "", err
	}
	if pkg := cat.Package(packageID); pkg == nil || pkg.BuildYourOwn {
		return "", &ValidationError{Violations: Violations{violation("packageId", CodeBatchPackageInvalid, text.Language(meta.Lang), nil)}}
	}
	return c.clientTokenFor(ctx, professionalID, packageID)
}
