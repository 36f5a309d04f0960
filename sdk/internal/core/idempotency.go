package core

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

const (
	minIdempotencyKey = 8
	maxIdempotencyKey = 200
	outcomeAnswer     = "answer"
	outcomeInvalid    = "invalid"
)

// IdempotentCall is a call that may be sent more than once.
type IdempotentCall struct {
	Scope   IdempotencyScope
	Key     string          // as sent; empty: the call isn't protected
	Request any             // hashed as JSON. Secrets marshal as [secret.Redacted], so that a new nonce makes no other request
	Chosen  []secret.Secret // what somebody chose and will rely on, e.g. a password: another one makes another request
	Lang    string          // for the texts of a stored refusal
}

// IdempotencyClaim is the right to run a call. The nil claim belongs to a call without a key.
type IdempotencyClaim struct {
	c       *Core
	call    IdempotentCall
	keyHash []byte
	fence   int64
	stored  bool
}

// unfinished is an answer that may still change (a payment being confirmed): it isn't stored, and the
// same key asks again.
type unfinished interface{ Unfinished() bool }

// Idempotent runs a call once for each key. Steps of a sign-up use [Recall] instead, since they write their key with their row. The same key with the same request gives the stored answer,
// with another request [fault.IdempotencyMismatch]. A duplicate that arrives while the first runs waits for its
// answer, then gets [fault.InProgress]. Answers and refusals ([fault.ValidationError]) are stored for 24 hours;
// faults are not: they may be over at the next try.
//
// Run may store its answer inside its own transaction with [IdempotencyClaim.Store], and should wherever it has one:
// then effect and answer are there both or neither. Otherwise the answer is stored after it returned.
func Idempotent[A any](ctx context.Context, c *Core, call IdempotentCall, run func(claim *IdempotencyClaim) (*A, error)) (*A, error) {
	if call.Key == "" {
		return run(nil)
	}
	claim, record, err := c.claimIdempotencyKey(ctx, call)
	if err != nil {
		return nil, err
	}
	if record != nil {
		return replay[A](c, call, record)
	}
	end := claim.keep(ctx)
	answer, runErr := run(claim)
	end()
	// The outcome is recorded even when the caller has gone: a lost answer is what it is kept for.
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := claim.finish(after, answer, runErr); err != nil {
		c.Log.Error("idempotent answer not stored", "scope", call.Scope.String(), "error", err)
	}
	return answer, runErr
}

// claimIdempotencyKey returns either the claim, or the record of an earlier call that is done.
func (c *Core) claimIdempotencyKey(ctx context.Context, call IdempotentCall) (*IdempotencyClaim, *db.IdempotencyRecord, error) {
	if !ValidIdempotencyKey(call.Key) {
		return nil, nil, fault.IdempotencyKeyInvalid
	}
	keyHash, requestHashes, err := c.CallHashes(call)
	if err != nil {
		return nil, nil, err
	}
	claim := &IdempotencyClaim{c: c, call: call, keyHash: keyHash}
	cfg := c.Idempotency
	waiting, cancel := context.WithTimeout(ctx, cfg.Wait)
	defer cancel()
	for pause := FirstPause; ; pause = NextPause(pause) {
		now := c.Now()
		claim.fence, err = c.Q.ClaimIdempotencyKey(ctx, db.ClaimIdempotencyKeyParams{
			Scope: call.Scope.String(), KeyHash: claim.keyHash, RequestHash: requestHashes[0],
			LeaseUntil: now.Add(cfg.Lease), Now: now, ExpiresAt: now.Add(cfg.Keep),
		})
		if err == nil {
			return claim, nil, nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return nil, nil, fmt.Errorf("idempotency: claim: %w", err)
		}
		record, err := c.Q.GetIdempotencyRecord(ctx, call.Scope.String(), claim.keyHash)
		switch {
		case errors.Is(err, pgx.ErrNoRows): // released in between: try to take it immediately
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("idempotency: read: %w", err)
		case !isOneOf(record.RequestHash, requestHashes):
			return nil, nil, fault.IdempotencyMismatch
		case record.Outcome != nil:
			return nil, &record, nil
		}
		if err := Sleep(waiting, pause); err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			return nil, nil, InProgress()
		}
	}
}

// FirstPause is how long a duplicate of a running call waits before it asks again; it then asks less and less often.
// Nothing is held while it waits, so that duplicates can't starve the call that they wait for.
const FirstPause = 10 * time.Millisecond

// NextPause returns the pause after the given one: twice as long, at most 250 ms.
func NextPause(pause time.Duration) time.Duration { return min(2*pause, 250*time.Millisecond) }

// Sleep waits for the pause. It returns the context's error if the context is done first.
func Sleep(ctx context.Context, pause time.Duration) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// KeptCall is what is kept of a call that was sent before; empty where it is new.
type KeptCall struct {
	RequestHash []byte
	Outcome     *string // nil while it runs
	Answer      []byte
	LeaseUntil  *time.Time // until then it runs
	ExpiresAt   *time.Time
}

// ErrStillRunning means that the same call is being run by a process that claimed it. Steps of a sign-up don't claim
// their key, but a server of an earlier release, in which they did, may run beside this one.
var ErrStillRunning = errors.New("the call is in progress")

// Recall returns what the same call was answered before. done is false where the call is new, has been forgotten, or was
// left behind by a process that died.
func Recall[A any](c *Core, call IdempotentCall, keyHash []byte, requestHashes [][]byte, kept KeptCall, now time.Time) (answer *A, done bool, err error) {
	switch {
	case kept.RequestHash == nil || !now.Before(*kept.ExpiresAt):
		return nil, false, nil
	case !isOneOf(kept.RequestHash, requestHashes):
		return nil, true, fault.IdempotencyMismatch
	case kept.Outcome != nil:
		answer, err = replay[A](c, call, &db.IdempotencyRecord{KeyHash: keyHash, Outcome: kept.Outcome, Answer: kept.Answer})
		return answer, true, err
	case now.Before(*kept.LeaseUntil):
		return nil, true, ErrStillRunning
	}
	return nil, false, nil
}

// IsCallAnswered reports whether a statement failed because its call has been answered, or claimed, since it was read.
func IsCallAnswered(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && pgErr.Code == "23505" && pgErr.TableName == "idempotency_records"
}

// InProgress is [fault.InProgress] with the time after which to ask again.
func InProgress() *fault.Fault {
	f := *fault.InProgress
	f.RetryAfter = time.Second
	return &f
}

// ValidIdempotencyKey reports whether a key is visible ASCII of an allowed length.
func ValidIdempotencyKey(key string) bool {
	return len(key) >= minIdempotencyKey && IsVisibleASCII(key, maxIdempotencyKey)
}

// CallHashes are what is kept of a call's key and of its request, and what an earlier server secret would have made of the request: a call
// that is sent again while that is being replaced is still the same call. The request is hashed under the caller's own key; what somebody chose
// is hashed under the server's secret, too, so that a copy of the database can't be searched for a password.
func (c *Core) CallHashes(call IdempotentCall) (key []byte, requests [][]byte, err error) {
	key, request, err := call.hashes()
	if err != nil || len(call.Chosen) == 0 {
		return key, [][]byte{request}, err
	}
	parts := make([]string, 0, len(call.Chosen)+1)
	parts = append(parts, string(request))
	for _, chosen := range call.Chosen {
		parts = append(parts, chosen.Reveal())
	}
	return key, c.Keys.UnderAll("idempotency request", parts...), nil
}

func isOneOf(hash []byte, hashes [][]byte) bool {
	return slices.ContainsFunc(hashes, func(h []byte) bool { return secret.SameHash(h, hash) })
}

// hashes are those of the key and of the request as JSON. Neither depends on the server's secret.
func (call IdempotentCall) hashes() (key, request []byte, err error) {
	raw, err := json.Marshal(call.Request)
	if err != nil {
		return nil, nil, fmt.Errorf("idempotency: request: %w", err)
	}
	return secret.NameOf("idempotency key", call.Scope.String(), call.Key), secret.MacWith([]byte(call.Key), "idempotency request", call.Scope.String(), string(raw)), nil
}

// SealAnswer encrypts what is kept of a call's outcome.
func (c *Core) SealAnswer(call IdempotentCall, keyHash []byte, value any) ([]byte, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("idempotency: answer: %w", err)
	}
	sealed, err := c.Keys.Seal("idempotency answer", []byte(call.Key), plain, keyHash)
	if err != nil {
		return nil, fmt.Errorf("idempotency: seal: %w", err)
	}
	return sealed, nil
}

// Store writes the answer in the caller's transaction. It fails with [fault.InProgress] when the lease was lost
// and somebody else runs the call: then the transaction must not commit.
func (claim *IdempotencyClaim) Store(ctx context.Context, tx *pg.Tx, answer any) error {
	if claim == nil {
		return nil
	}
	if err := claim.write(ctx, tx.Queries, outcomeAnswer, answer); err != nil {
		return err
	}
	tx.AfterCommit(func() { claim.stored = true })
	return nil
}

// finish records what run did, unless it has stored its answer itself.
func (claim *IdempotencyClaim) finish(ctx context.Context, answer any, runErr error) error {
	q := claim.c.Q
	var invalid *fault.ValidationError
	switch {
	case errors.As(runErr, &invalid):
		return claim.write(ctx, q, outcomeInvalid, keptRefusalOf(runErr, invalid))
	case runErr != nil:
		return claim.release(ctx, q)
	case claim.stored:
		return nil
	}
	if u, ok := answer.(unfinished); ok && u.Unfinished() {
		return claim.release(ctx, q)
	}
	return claim.write(ctx, q, outcomeAnswer, answer)
}

func (claim *IdempotencyClaim) write(ctx context.Context, q *db.Queries, outcome string, value any) error {
	sealed, err := claim.c.SealAnswer(claim.call, claim.keyHash, value)
	if err != nil {
		return err
	}
	n, err := q.StoreIdempotentAnswer(ctx, db.StoreIdempotentAnswerParams{
		Outcome: outcome, Answer: sealed, Scope: claim.call.Scope.String(), KeyHash: claim.keyHash, Fence: claim.fence,
	})
	if err != nil {
		return fmt.Errorf("idempotency: store: %w", err)
	}
	if n == 0 {
		return fault.InProgress
	}
	return nil
}

func (claim *IdempotencyClaim) release(ctx context.Context, q *db.Queries) error {
	if err := q.ReleaseIdempotencyKey(ctx, claim.call.Scope.String(), claim.keyHash, claim.fence); err != nil {
		return fmt.Errorf("idempotency: release: %w", err)
	}
	return nil
}

// keptRefusal is a ValidationError as it is stored, with the quote of a ChangedError.
type keptRefusal struct {
	Violations fault.Violations
	Quote      *price.Quote
}

func keptRefusalOf(err error, invalid *fault.ValidationError) keptRefusal {
	kept := keptRefusal{Violations: invalid.Violations}
	var changed *price.ChangedError
	if errors.As(err, &changed) {
		kept.Quote = changed.Quote
	}
	return kept
}

// in returns the refusal in a language.
func (k keptRefusal) in(lang string) error {
	for i := range k.Violations {
		v := &k.Violations[i]
		v.Text = text.In(lang, v.Code, v.Args)
	}
	invalid := &fault.ValidationError{Violations: k.Violations}
	if k.Quote != nil {
		return &price.ChangedError{ValidationError: invalid, Quote: k.Quote}
	}
	return invalid
}

// replay returns the stored answer, or the stored refusal in the language of this call.
func replay[A any](c *Core, call IdempotentCall, record *db.IdempotencyRecord) (*A, error) {
	plain, err := c.Keys.Open("idempotency answer", []byte(call.Key), record.Answer, record.KeyHash)
	if err != nil {
		return nil, fmt.Errorf("idempotency: open: %w", err)
	}
	if *record.Outcome == outcomeInvalid {
		var refusal keptRefusal
		if err := json.Unmarshal(plain, &refusal); err != nil {
			return nil, fmt.Errorf("idempotency: refusal: %w", err)
		}
		return nil, refusal.in(call.Lang)
	}
	answer := new(A)
	if err := json.Unmarshal(plain, answer); err != nil {
		return nil, fmt.Errorf("idempotency: answer: %w", err)
	}
	return answer, nil
}

// IsVisibleASCII reports whether s is 1 to limit visible ASCII characters.
func IsVisibleASCII(s string, limit int) bool {
	if s == "" || len(s) > limit {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
