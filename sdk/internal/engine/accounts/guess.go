package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// knownAddress is the time after its last login for which an address counts as the owner's.
const knownAddress = 90 * 24 * time.Hour

// countGuess limits login attempts from all addresses unknown to the account together, more strictly as time passes. The owner isn't locked
// out: their own addresses have separate limits, and a mailed link sets a new password from anywhere. Fault: [fault.TooManyTries].
func (c *Engine) countGuess(ctx context.Context, username, address string) error {
	known, err := c.isKnownAddress(ctx, username, address)
	if err != nil || known {
		return err
	}
	for name, limit := range guessLimits(c.core.Limits.LoginAccount) {
		if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLoginAccount, limit, name, username); err != nil {
			return err
		}
	}
	return nil
}

// fewGuesses is the smallest limit that is split into several windows.
const fewGuesses = 9

// guessLimits yields the limits of guesses, shortest window first, so that an attempt refused by a short window isn't counted in a longer
// one.
func guessLimits(l caller.Limit) func(func(string, caller.Limit) bool) {
	return func(yield func(string, caller.Limit) bool) {
		if l.Count >= fewGuesses {
			if !yield("first", caller.Limit{Count: l.Count / 3, Per: l.Per / 12}) || !yield("next", caller.Limit{Count: 2 * l.Count / 3, Per: l.Per / 2}) {
				return
			}
		}
		yield("all", l)
	}
}

// isKnownAddress returns true if the account has logged in from an address lately.
func (c *Engine) isKnownAddress(ctx context.Context, username, address string) (bool, error) {
	if address == "" {
		return false, nil
	}
	err := c.core.PeekEvents(ctx, c.core.Q, core.LimitLoginKnown, caller.Limit{}, username, address)
	if errors.Is(err, fault.TooManyTries) { // a limit of 0 is exceeded as soon as one login is stored
		return true, nil
	}
	return false, err
}

// rememberAddress stores a login's address. It is hashed together with the username, so the record doesn't reveal the place.
func (c *Engine) rememberAddress(ctx context.Context, username, address string) error {
	if address == "" {
		return nil
	}
	_, err := c.core.CountEvent(ctx, c.core.Q, core.LimitLoginKnown, caller.Limit{Count: 1, Per: knownAddress}, username, address)
	if errors.Is(err, fault.TooManyTries) {
		return nil
	}
	return err
}
