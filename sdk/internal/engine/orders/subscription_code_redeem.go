package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// FieldCodes is the field of a violation about subscription codes.
const FieldCodes = "paymentCodes"

// maxOrderCodes is the maximum of subscription codes in one order.
const maxOrderCodes = 10

const (
	codeAvailable = "available"
	batchActive   = "active"
)

// Purposes of the keys that look up and encrypt subscription codes.
const (
	PurposeCodeLookup = "subscription-code/lookup"
	PurposeCodeSeal   = "subscription-code/seal"
)

// HeldCode is a valid subscription code that a customer typed.
type HeldCode struct {
	ID    uuid.UUID
	Code  secret.Secret // 16 characters
	Price price.Code
}

// CodeTries holds the subjects for counting wrong codes. Only codes that can't pay count, so that pricing again with a good one costs nothing.
type CodeTries struct{ Session, Address string }

const limitCodeMisses core.LimitScope = "code_misses"

// codeMissAlarm is the total of wrong codes that raises an alarm in the log: guessing that is spread over many sessions and addresses stays below
// each limit.
var codeMissAlarm = caller.Limit{Count: 500, Per: time.Hour}

// TryCodes finds codes for an anonymous caller. It rejects callers with too many wrong codes before any lookup, and counts this call's wrong codes.
// Fault: [fault.TooManyTries].
func (c *Engine) TryCodes(ctx context.Context, q *db.Queries, typed []string, tries CodeTries, lang string) ([]HeldCode, fault.Violations, error) {
	if len(typed) == 0 {
		return nil, nil, nil
	}
	if err := c.core.PeekEvents(ctx, q, core.LimitCodeTries, c.core.Limits.CodeTries, tries.Session); err != nil {
		return nil, nil, err
	}
	if err := c.core.PeekEvents(ctx, q, core.LimitCodeAddress, c.core.Limits.CodeAddress, tries.Address); err != nil {
		return nil, nil, err
	}
	held, broken, err := c.findCodes(ctx, q, typed, lang)
	if err != nil {
		return nil, nil, err
	}
	c.core.Observer.CodesTried(len(broken) == 0)
	if len(broken) == 0 {
		return held, nil, nil
	}
	for range min(max(len(typed)-len(held), 1), maxOrderCodes) { // each wrong code is a guess
		if _, err := c.core.CountEvent(ctx, q, core.LimitCodeTries, c.core.Limits.CodeTries, tries.Session); err != nil {
			return nil, nil, err
		}
		if _, err := c.core.CountEvent(ctx, q, core.LimitCodeAddress, c.core.Limits.CodeAddress, tries.Address); err != nil {
			return nil, nil, err
		}
	}
	return held, broken, nil
}

// WatchCodeMisses counts a wrong code and raises the alarm at most once per window. It never affects the
// call's result. Don't call it in a transaction: all callers update the same row.
func (c *Engine) WatchCodeMisses(ctx context.Context) {
	state, err := c.core.CountEvent(ctx, c.core.Q, limitCodeMisses, codeMissAlarm, "everybody")
	switch {
	case err != nil && !errors.Is(err, fault.TooManyTries):
		c.core.Log.WarnContext(ctx, "subscription codes: misses can't be counted", "error", err)
	case err == nil && state.Remaining == 0:
		c.core.Log.ErrorContext(ctx, "subscription codes: somebody may be guessing", "misses", codeMissAlarm.Count, "per", codeMissAlarm.Per)
	}
}

// findCodes looks up typed codes, in the order entered. A repeated code counts once. A code that can't pay is a violation of field paymentCodes.
// Mistyped ones are recognized without a lookup. Unknown, used, expired and revoked ones get the same violation. Each violation is listed once.
func (c *Engine) findCodes(ctx context.Context, q *db.Queries, typed []string, lang string) ([]HeldCode, fault.Violations, error) {
	var held []HeldCode
	var broken fault.Violations
	refuse := func(code text.Code) { broken = RefuseCode(broken, code, lang) }
	if len(typed) > maxOrderCodes {
		args := map[string]any{"most": maxOrderCodes}
		return nil, fault.Violations{form.Violation(FieldCodes, price.CodeSubscriptionCodesTooMany, lang, args)}, nil
	}
	var lookups [][]byte
	var codes []secret.Secret
	for _, t := range typed {
		code, err := form.ParseSubscriptionCode(t)
		switch {
		case errors.Is(err, form.ErrSubscriptionCodeMistyped):
			refuse(price.CodeSubscriptionCodeMistyped)
		case err != nil:
			refuse(form.CodeSubscriptionCodeInvalid)
		case !slices.Contains(codes, code):
			codes = append(codes, code)
			lookups = append(lookups, c.codeLookups(code)...)
		}
	}
	if len(codes) == 0 {
		return nil, broken, nil
	}
	rows, err := q.FindSubscriptionCodes(ctx, lookups)
	if err != nil {
		return nil, nil, fmt.Errorf("find subscription codes: %w", err)
	}
	now := c.core.Now()
	for _, code := range codes {
		row := matchCode(rows, c.codeLookups(code))
		if row == nil || row.State != codeAvailable || row.BatchState != batchActive || !now.Before(row.ExpiresAt) {
			refuse(form.CodeSubscriptionCodeInvalid)
			continue
		}
		face := money.New(row.FaceMinor, money.Currency(row.Currency))
		held = append(held, HeldCode{ID: row.ID, Code: code, Price: price.Code{PackageID: int(row.PackageID), Face: face}})
	}
	return held, broken, nil
}

// RefuseCode adds a violation to field paymentCodes, once.
func RefuseCode(broken fault.Violations, code text.Code, lang string) fault.Violations {
	if slices.ContainsFunc(broken, func(v fault.Violation) bool { return v.Code == code }) {
		return broken
	}
	return append(broken, form.Violation(FieldCodes, code, lang, nil))
}

func matchCode(rows []db.FindSubscriptionCodesRow, lookups [][]byte) *db.FindSubscriptionCodesRow {
	for i := range rows {
		for _, l := range lookups {
			if bytes.Equal(rows[i].Lookup, l) {
				return &rows[i]
			}
		}
	}
	return nil
}

// codeLookups returns the keyed hashes under which a code may be stored: one for each of the server's secrets, the current one first.
func (c *Engine) codeLookups(code secret.Secret) [][]byte {
	return c.core.Keys.UnderAll(PurposeCodeLookup, code.Reveal())
}

// ReserveCodes reserves an order's codes and coupon, each by a conditional UPDATE, so that only one of two concurrent orders gets them. Call it in
// the paying transaction, with the result of Reprice of package signups. If a code or the coupon is no longer available, the error is a
// *[fault.ValidationError]: then roll the transaction back, so that nothing stays reserved. Codes that cover nothing aren't reserved: they stay
// valid.
func (c *Engine) ReserveCodes(ctx context.Context, q *db.Queries, orderID uuid.UUID, r *price.Repriced, lang string) error {
	now := c.core.Now()
	ids := make([]uuid.UUID, 0, len(r.Priced.Codes))
	for _, p := range r.Priced.Codes {
		if !p.Covered.IsZero() {
			ids = append(ids, r.CodeIDs[p.Index])
		}
	}
	// All orders reserve in the same sequence, so that two with the same codes can't deadlock.
	slices.SortFunc(ids, func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range ids {
		n, err := q.ReserveSubscriptionCode(ctx, orderID, now, id)
		if err != nil {
			return fmt.Errorf("reserve subscription code: %w", err)
		}
		if n == 0 {
			return &fault.ValidationError{Violations: fault.Violations{form.Violation(FieldCodes, form.CodeSubscriptionCodeInvalid, lang, nil)}}
		}
	}
	return c.reserveCoupon(ctx, q, orderID, r, lang)
}

// ReleaseCodes releases the codes and the coupon that an order reserved or used, so that they can be used again. Package payments calls it when an
// attempt enters a state that releases codes in attemptRules (payments/state.go): it was declined or voided, or never happened. A refund of captured
// money releases nothing, nor does a dispute. A released code becomes revoked if its batch was revoked meanwhile. Calling it again changes nothing.
func (c *Engine) ReleaseCodes(ctx context.Context, q *db.Queries, orderID uuid.UUID) error {
	if err := q.ReleaseOrderCodes(ctx, c.core.Now(), orderID); err != nil {
		return fmt.Errorf("release subscription codes: %w", err)
	}
	if err := c.releaseCoupon(ctx, q, orderID); err != nil {
		return err
	}
	if err := q.ReverseRedemptions(ctx, c.core.Now(), orderID); err != nil {
		return fmt.Errorf("reverse redemptions: %w", err)
	}
	return nil
}
