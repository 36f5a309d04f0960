package operate

import (
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of operators. sdk.New makes it.
type Client struct {
	core     *core.Core
	codes    *codes.Client
	host     *host.Client
	identity *identity.Client
	payment  *payment.Client
	signup   *signup.Client
}

// New makes a Client.
func New(core *core.Core, codes *codes.Client, hosts *host.Client, identities *identity.Client, payments *payment.Client, signups *signup.Client) *Client {
	return &Client{core: core, codes: codes, host: hosts, identity: identities, payment: payments, signup: signups}
}
