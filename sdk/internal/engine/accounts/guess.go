package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// knownAddress is how long an address counts as the owner's after a login from it.
const knownAddress = 90 * 24 * time.Hour

// countGuess lets an account be tried less and less often from addresses that it hasn't logged in from, however many these are. The owner's
// own addresses have their own limits, and a mailed link sets a new password from anywhere: nobody can lock an account.
// Fault: [fault.TooManyTries].
func (c *Engine) countGuess(ctx context.Context, username, address string) error {
	known, err := c.knowsAddress(ctx, username, address)
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

// fewGuesses is a limit that is too small to be let out bit by bit.
const fewGuesses = 9

// guessLimits returns the limits of guesses, the shortest window first, so that what it refuses isn't counted in the longer ones.
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

// knowsAddress reports whether an account has logged in from an address lately.
func (c *Engine) knowsAddress(ctx context.Context, username, address string) (bool, error) {
	if address == "" {
		return false, nil
	}
	err := c.core.PeekEvents(ctx, c.core.Q, core.LimitLoginKnown, caller.Limit{}, username, address)
	if errors.Is(err, fault.TooManyTries) { // one login is noted: there is a window
		return true, nil
	}
	return false, err
}

// rememberAddress notes that an account has logged in from an address. As usernames and addresses are hashed together, nobody learns from
// the note where somebody was.
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
