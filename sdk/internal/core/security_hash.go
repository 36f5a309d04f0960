package core

import (
	"context"
	"encoding/base64"
	"fmt"

	"github.com/cojoin/cojoin/sdk/secret"
)

// HashSecurityCode hashes a 4-digit code. It first keys the code with a server secret, because trying ten thousand codes on a copy of the
// database is quick. The stored value starts with the secret's id.
func (c *Core) HashSecurityCode(ctx context.Context, code secret.Secret) (string, error) {
	keyed := c.Keys.Mac("security code", code.Reveal())
	hash, err := c.Hasher.Hash(ctx, []byte(base64.RawStdEncoding.EncodeToString(keyed)))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d%s", c.Keys.Current, hash), nil
}
