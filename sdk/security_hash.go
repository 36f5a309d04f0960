package sdk

import (
	"context"
	"encoding/base64"
	"fmt"
)

// hashSecurityCode hashes a 4-digit code. It is keyed with a server secret first, because ten thousand
// codes are soon tried on a copy of the database; the stored value starts with the secret's id.
func (c *Client) hashSecurityCode(ctx context.Context, code Secret) (string, error) {
	keyed := c.keys.mac("security code", code.Reveal())
	hash, err := c.hasher.hash(ctx, []byte(base64.RawStdEncoding.EncodeToString(keyed)))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d%s", c.keys.current, hash), nil
}
