package account

import (
	"context"
	"fmt"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/secret"
)

// HandOver is where somebody goes on.
type HandOver struct {
	Redirect string `json:"redirect" doc:"Home; with a login code for one use within a minute, and state, where that is the host's application"`
}

// LeadHome returns the address of the home page, with a login code where that is the host's application: it is asked for as the person leaves, as
// the code lives a minute. state comes back to the host as it was given. Fault: [fault.TokenInvalid].
func (c *Client) LeadHome(ctx context.Context, token secret.Secret, state string) (*HandOver, error) {
	found, err := c.core.FindToken(ctx, c.core.Q, core.TokenAccount, token)
	if err != nil {
		return nil, err
	}
	account, err := c.core.Q.GetAccount(ctx, *found.AccountID)
	if err != nil {
		return nil, fmt.Errorf("lead home: account: %w", err)
	}
	if account.State != Active {
		return nil, fault.TokenInvalid
	}
	to, err := c.host.LoginURL(ctx, c.core.Q, *found.AccountID, c.core.Site.Links["home"], state)
	if err != nil {
		return nil, err
	}
	return &HandOver{Redirect: to}, nil
}
