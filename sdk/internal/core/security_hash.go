package core

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/cojoin/cojoin/sdk/secret"
)

// HashSecurityCode hashes a 4-digit code. It is keyed with a server secret first, because ten thousand
// codes are soon tried on a copy of the database; the stored value starts with the secret's id.
func (c *Core) HashSecurityCode(ctx context.Context, code secret.Secret) (string, error) {
	keyed := c.Keys.Mac("security code", code.Reveal())
	hash, err := c.Hasher.Hash(ctx, []byte(base64.RawStdEncoding.EncodeToString(keyed)))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d%s", c.Keys.Current, hash), nil
}
