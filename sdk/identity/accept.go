package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Entry is a version of one thing that belongs to the database. Of a kind and number the newest counts.
type Entry struct {
	Kind     Kind      `json:"kind"`
	Number   uint8     `json:"number,omitempty"` // of a secret: its key id
	Version  int       `json:"version"`
	Value    string    `json:"value,omitempty"` // of persons' keys: here or elsewhere; none of a secret
	Operator string    `json:"operator,omitempty"`
	Reason   string    `json:"reason,omitempty"`
	At       time.Time `json:"at"`
}

// List returns every version, in order of kind, number and version.
func (c *Client) List(ctx context.Context) ([]Entry, error) {
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return nil, refused(err)
	}
	entries := []Entry{}
	for i := len(rows) - 1; i >= 0; i-- {
		row := rows[i]
		entry := Entry{
			Kind: Kind(row.Kind), Number: uint8(row.Number), Version: int(row.Version), Operator: row.OperatorName, Reason: row.Reason, At: row.CreatedAt.UTC(),
		}
		switch entry.Kind {
		case product:
			continue
		case Merchant, Environment:
			entry.Value = row.Value
		case PersonKeys:
			entry.Value = "here"
			if row.Value != "" {
				entry.Value = "elsewhere"
			}
		case Secret:
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// Change names what an operator changes on purpose. The configuration has the new values already.
type Change struct {
	Merchant    string // the new merchant id; empty: no change
	Environment string // the new environment; empty: no change
	PersonKeys  bool   // the configured database of persons' keys takes the recorded one's place
	Reason      string // at most 500 characters
}

// Accept records a change with the operator's name and reason, and returns the kinds that changed. A secret can't be changed like this: a new
// one is added beside it. Errors: [ErrReason], fault.OperatorUnnamed, [*NotConfiguredError], [*MismatchError] of a kind that the change doesn't name.
func (c *Client) Accept(ctx context.Context, in Change) ([]Kind, error) {
	reason := strings.TrimSpace(in.Reason)
	if reason == "" || utf8.RuneCountInString(reason) > 500 {
		return nil, ErrReason
	}
	operator, err := c.core.OperatorOf(ctx)
	if err != nil {
		return nil, err
	}
	configured := c.core.Merchant
	for _, given := range []NotConfiguredError{{Merchant, in.Merchant, configured.ID}, {Environment, in.Environment, configured.Environment}} {
		if given.Given != "" && given.Given != given.Configured {
			return nil, &given
		}
	}
	err = c.Check(ctx)
	wanted := map[Kind]bool{Merchant: in.Merchant != "", Environment: in.Environment != "", PersonKeys: in.PersonKeys}
	var changed []Kind
	for _, wrong := range Mismatches(err) {
		if !wanted[wrong.Kind] {
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

func (c *Client) change(ctx context.Context, kind Kind, operator, reason string) error {
	switch kind {
	case Merchant:
		return c.append(ctx, kind, c.core.Merchant.Provider+" "+c.core.Merchant.ID, operator, reason)
	case Environment:
		return c.append(ctx, kind, c.core.Merchant.Environment, operator, reason)
	case PersonKeys:
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
func (c *Client) KeysReturned(ctx context.Context) error {
	operator, _ := c.core.OperatorOf(ctx) // a program may move keys without an operator
	return c.append(ctx, PersonKeys, "", operator, "all keys were moved back")
}

// append records the next version of a kind.
func (c *Client) append(ctx context.Context, kind Kind, value, operator, reason string) error {
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return refused(err)
	}
	row := (&comparison{stored: newest(rows)}).next(c.core, kind, 0, value)
	row.OperatorName, row.Reason = operator, reason
	n, err := c.core.Q.InsertIdentity(ctx, row)
	if err == nil && n == 0 {
		return errors.New("identities: another process has just changed this; look at it again")
	}
	return refused(err)
}
