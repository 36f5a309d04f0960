package sdk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// limitScope names what is counted. A subject's counts in two scopes have nothing to do with each other.
type limitScope string

const (
	limitWrites       limitScope = "write"
	limitDuplicates   limitScope = "duplicate"
	limitLogins       limitScope = "login"
	limitLoginAddress limitScope = "login_address"
	limitUsernames    limitScope = "username"
	limitLinks        limitScope = "link"
	limitInvitations  limitScope = "invitation"
	limitChats        limitScope = "chat"

	limitAddresses       limitScope = "address_search"
	limitAddressesClient limitScope = "address_search_client"
)

// LimitState is how a rate limit stands after an event was counted.
type LimitState struct {
	Limit     int           // events allowed in a window; 0 when there is no limit
	Remaining int           // of them still free
	Reset     time.Duration // until the window ends
}

// CountWrite counts one changing call of a client address. Adapters call it once for each such call,
// before the operation, and tell the caller the state. Faults: [TooManyTries] (the state is valid then,
// too). An empty address isn't limited.
func (c *Client) CountWrite(ctx context.Context, clientAddr string) (LimitState, error) {
	return c.countEvent(ctx, c.q, limitWrites, c.cfg.Limits.Writes, clientAddr)
}

// countEvent counts an event against the limit and refuses it when there were too many: it returns
// [TooManyTries] with the time to wait. The subject is what is limited (a session, an address, both); a
// limit without a subject is none.
func (c *Client) countEvent(ctx context.Context, q *db.Queries, scope limitScope, limit Limit, subject ...string) (LimitState, error) {
	if limit.Count < 0 || allEmpty(subject) {
		return LimitState{}, nil
	}
	now := c.now()
	row, err := q.CountEvent(ctx, db.CountEventParams{
		Scope: string(scope), Subject: c.limitSubject(scope, subject), EndsAt: now.Add(limit.Per), Now: now, MaxCount: clampInt32(limit.Count),
	})
	if err != nil {
		return LimitState{}, fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return limitState(limit, int(row.Count), row.EndsAt.Sub(now))
}

// peekEvents refuses like countEvent, but counts nothing: for limits on outcomes (declines, hits), which
// are counted only once the outcome is known.
func (c *Client) peekEvents(ctx context.Context, q *db.Queries, scope limitScope, limit Limit, subject ...string) error {
	if limit.Count < 0 || allEmpty(subject) {
		return nil
	}
	now := c.now()
	row, err := q.PeekEvents(ctx, string(scope), c.limitSubject(scope, subject), now)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return eventWindow{&row.Count, &row.EndsAt}.mayAdd(limit, now)
}

// eventWindow is a subject's count and the end of its window; empty where nothing was counted.
type eventWindow struct {
	count  *int32
	endsAt *time.Time
}

// mayAdd returns [TooManyTries] where the window is still open and one event more is above the limit.
func (w eventWindow) mayAdd(limit Limit, now time.Time) error {
	if limit.Count < 0 || w.count == nil || !w.endsAt.After(now) {
		return nil
	}
	_, err := limitState(limit, int(*w.count)+1, w.endsAt.Sub(now))
	return err
}

// forgetEvents empties a subject's window, e.g. the failed logins after one that succeeded.
func (c *Client) forgetEvents(ctx context.Context, q *db.Queries, scope limitScope, subject ...string) error {
	if err := q.ForgetEvents(ctx, string(scope), c.limitSubject(scope, subject)); err != nil {
		return fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return nil
}

// limitState decides on the count, which includes the event in question.
func limitState(limit Limit, count int, reset time.Duration) (LimitState, error) {
	state := LimitState{Limit: limit.Count, Remaining: max(0, limit.Count-count), Reset: max(0, reset)}
	if count <= limit.Count {
		return state, nil
	}
	fault := *TooManyTries
	fault.RetryAfter = state.Reset
	return state, &fault
}

// limitSubject hides who is counted: addresses and usernames are personal data.
func (c *Client) limitSubject(scope limitScope, subject []string) []byte {
	return c.keys.mac("limit/"+string(scope), subject...)
}

func allEmpty(parts []string) bool {
	for _, p := range parts {
		if p != "" {
			return false
		}
	}
	return true
}

func clampInt32(n int) int32 { return int32(min(n, math.MaxInt32-1)) }
