package identities

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// List implements [identity.Client].
func (c *Engine) List(ctx context.Context) ([]identity.Entry, error) {
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return nil, refused(err)
	}
	entries := []identity.Entry{}
	for i := len(rows) - 1; i >= 0; i-- {
		row := rows[i]
		entry := identity.Entry{
			Kind: identity.Kind(row.Kind), Number: uint8(row.Number), Version: int(row.Version), Operator: row.OperatorName, Reason: row.Reason, At: row.CreatedAt.UTC(),
		}
		switch entry.Kind {
		case product:
			continue
		case identity.Merchant, identity.Environment:
			entry.Value = row.Value
		case identity.PersonKeys:
			entry.Value = "here"
			if row.Value != "" {
				entry.Value = "elsewhere"
			}
		case identity.Secret:
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// Accept implements [identity.Client].
func (c *Engine) Accept(ctx context.Context, in identity.Change) ([]identity.Kind, error) {
	reason := strings.TrimSpace(in.Reason)
	if reason == "" || utf8.RuneCountInString(reason) > 500 {
		return nil, identity.ErrReason
	}
	operator, err := c.core.OperatorOf(ctx)
	if err != nil {
		return nil, err
	}
	configured := c.core.Merchant
	for _, given := range []identity.NotConfiguredError{
		{Kind: identity.Merchant, Given: in.Merchant, Configured: configured.ID},
		{Kind: identity.Environment, Given: in.Environment, Configured: configured.Environment},
	} {
		if given.Given != "" && given.Given != given.Configured {
			return nil, &given
		}
	}
	err = c.Check(ctx)
	selected := map[identity.Kind]bool{identity.Merchant: in.Merchant != "", identity.Environment: in.Environment != "", identity.PersonKeys: in.PersonKeys}
	var changed []identity.Kind
	for _, wrong := range identity.Mismatches(err) {
		if !selected[wrong.Kind] {
			return nil, wrong
		}
		changed = append(changed, wrong.Kind)
	}
	if err != nil && len(changed) == 0 {
		return nil, err
	}
	for _, kind := range changed {
		if err := c.change(ctx, kind, operator, reason); err != nil {
			return nil, err
		}
	}
	return changed, nil
}

func (c *Engine) change(ctx context.Context, kind identity.Kind, operator, reason string) error {
	switch kind {
	case identity.Merchant:
		return c.append(ctx, kind, c.core.Merchant.Provider+" "+c.core.Merchant.ID, operator, reason)
	case identity.Environment:
		return c.append(ctx, kind, c.core.Merchant.Environment, operator, reason)
	case identity.PersonKeys:
		pairing := ""
		if c.core.People.Elsewhere() != nil {
			var err error
			if pairing, err = c.mark(ctx, pg.NewID().String()); err != nil {
				return err
			}
		}
		return c.append(ctx, kind, pairing, operator, reason)
	default:
		return fmt.Errorf("identities: %s can't be changed", kind)
	}
}

// KeysReturned records that all persons' keys are in the product's database again.
func (c *Engine) KeysReturned(ctx context.Context) error {
	operator, _ := c.core.OperatorOf(ctx) // a program may move keys without an operator
	return c.append(ctx, identity.PersonKeys, "", operator, "all keys were moved back")
}

// append records the next version of a kind.
func (c *Engine) append(ctx context.Context, kind identity.Kind, value, operator, reason string) error {
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return refused(err)
	}
	row := (&comparison{stored: newest(rows)}).next(c.core, kind, 0, value)
	row.OperatorName, row.Reason = operator, reason
	n, err := c.core.Q.InsertIdentity(ctx, row)
	if err == nil && n == 0 {
		return errors.New("identities: another process has just changed this; check it again")
	}
	return refused(err)
}
