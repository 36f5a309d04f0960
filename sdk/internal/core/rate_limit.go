package core

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// LimitScope names a kind of counted event. A subject's counts in two scopes are independent.
type LimitScope string

// Scopes of several packages. Some packages, such as payments, declare their own.
const (
	LimitWrites             LimitScope = "write"
	LimitDuplicates         LimitScope = "duplicate"
	LimitLogins             LimitScope = "login"
	LimitLoginAccount       LimitScope = "login_account"
	LimitLoginKnown         LimitScope = "login_known"
	LimitLoginAddress       LimitScope = "login_address"
	LimitLoginSeen          LimitScope = "login_seen"
	LimitLoginMails         LimitScope = "login_mail"
	LimitUsernames          LimitScope = "username"
	LimitLinks              LimitScope = "link"
	LimitInvitations        LimitScope = "invitation"
	LimitInvitationsPending LimitScope = "invitation_pending"
	LimitChats              LimitScope = "chat"

	// Unasked mails are unsolicited: a stranger entered the recipient's mail address. The first three scopes count by mail address.
	LimitUnasked      LimitScope = "unasked"
	LimitUnaskedMonth LimitScope = "unasked_month"
	LimitUnaskedLink  LimitScope = "unasked_link"    // links to the recipient's own sign-up
	LimitUnaskedMail  LimitScope = "unasked_counted" // mails that were counted already, so that a retry isn't counted again

	LimitAddresses       LimitScope = "address_search"
	LimitAddressesClient LimitScope = "address_search_client"

	LimitCodeTries   LimitScope = "code"
	LimitCodeAddress LimitScope = "code_address"
	LimitPayments    LimitScope = "payment"
)

// limitSettings are the settings of the limits that a caller can exceed.
var limitSettings = map[LimitScope]string{
	LimitWrites: "limits.writes", LimitDuplicates: "limits.duplicates", LimitLogins: "limits.logins", LimitLoginAccount: "limits.loginAccount",
	LimitLoginAddress: "limits.loginAddress", LimitUsernames: "limits.usernames", LimitLinks: "limits.links", LimitInvitations: "limits.invitations",
	LimitInvitationsPending: "limits.invitationsPending", LimitChats: "limits.chats", LimitAddresses: "limits.addresses",
	LimitAddressesClient: "limits.addressesClient", LimitCodeTries: "limits.codeTries", LimitCodeAddress: "limits.codeAddress", LimitPayments: "limits.payments",
}

// CountEvent counts an event against the limit. Above the limit it returns [fault.TooManyTries] with the time to wait. The subject is the
// limited party (a session, an address, both). Without a subject there is no limit.
func (c *Core) CountEvent(ctx context.Context, q *db.Queries, scope LimitScope, limit caller.Limit, subject ...string) (caller.LimitState, error) {
	if limit.Count < 0 || allEmpty(subject) {
		return caller.LimitState{}, nil
	}
	now := c.Now()
	row, err := q.CountEvent(ctx, db.CountEventParams{
		Scope: string(scope), Subject: c.LimitSubject(scope, subject), EndsAt: now.Add(limit.Per), Now: now, MaxCount: pg.ClampInt32(limit.Count),
	})
	if err != nil {
		return caller.LimitState{}, fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return limitState(scope, limit, int(row.Count), row.EndsAt.Sub(now))
}

// PeekEvents checks the limit as CountEvent does, but counts nothing. Use it if an event is counted after its outcome is known, e.g. a declined
// payment.
func (c *Core) PeekEvents(ctx context.Context, q *db.Queries, scope LimitScope, limit caller.Limit, subject ...string) error {
	if limit.Count < 0 || allEmpty(subject) {
		return nil
	}
	now := c.Now()
	row, err := q.PeekEvents(ctx, string(scope), c.LimitSubject(scope, subject), now)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return EventWindow{&row.Count, &row.EndsAt}.MayAdd(scope, limit, now)
}

// NoteSeen stores a subject. It returns true if the subject was already stored. Each call extends the storage: it ends when the duration life has
// passed since the last call.
func (c *Core) NoteSeen(ctx context.Context, q *db.Queries, scope LimitScope, life time.Duration, subject ...string) (before bool, err error) {
	now := c.Now()
	times, err := q.NoteSeen(ctx, string(scope), c.LimitSubject(scope, subject), now.Add(life), now)
	if err != nil {
		return false, fmt.Errorf("note %s: %w", scope, err)
	}
	return times > 1, nil
}

// EventWindow is a subject's count and the end of its window; empty if nothing was counted.
type EventWindow struct {
	Count  *int32
	EndsAt *time.Time
}

// MayAdd returns [fault.TooManyTries] if the window is open and one more event would exceed the limit.
func (w EventWindow) MayAdd(scope LimitScope, limit caller.Limit, now time.Time) error {
	if limit.Count < 0 || w.Count == nil || !w.EndsAt.After(now) {
		return nil
	}
	_, err := limitState(scope, limit, int(*w.Count)+1, w.EndsAt.Sub(now))
	return err
}

// ForgetEvents empties a subject's window, e.g. failed logins after a successful one.
func (c *Core) ForgetEvents(ctx context.Context, q *db.Queries, scope LimitScope, subject ...string) error {
	if err := q.ForgetEvents(ctx, string(scope), c.LimitSubject(scope, subject)); err != nil {
		return fmt.Errorf("rate limit %s: %w", scope, err)
	}
	return nil
}

// limitState checks the count, which includes the event in question.
func limitState(scope LimitScope, limit caller.Limit, count int, reset time.Duration) (caller.LimitState, error) {
	state := caller.LimitState{Limit: limit.Count, Remaining: max(0, limit.Count-count), Reset: max(0, reset)}
	if count <= limit.Count {
		return state, nil
	}
	f := *fault.TooManyTries
	f.RetryAfter, f.Limit = state.Reset, limitSettings[scope]
	return state, &f
}

// LimitSubject hashes the subject, because addresses and usernames are personal data.
func (c *Core) LimitSubject(scope LimitScope, subject []string) []byte {
	return c.Keys.Mac("limit/"+string(scope), subject...)
}

func allEmpty(parts []string) bool {
	for _, p := range parts {
		if p != "" {
			return false
		}
	}
	return true
}
