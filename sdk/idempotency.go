package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// Idempotency says how calls that are sent twice are told apart from new ones. A zero field means its default.
type Idempotency struct {
	Wait  time.Duration // how long a duplicate waits for the first call's answer, and a step of a sign-up for the database; default 10 s
	Lease time.Duration // how long after its process died a call may be run by a duplicate; default 8 s. A call that runs renews it
	Keep  time.Duration // how long an answer is given again; default 24 h
}

// DefaultIdempotency holds what is used where an [Idempotency] says nothing.
func DefaultIdempotency() Idempotency { return Idempotency{}.withDefaults() }

func (i Idempotency) withDefaults() Idempotency {
	if i.Wait == 0 {
		i.Wait = 10 * time.Second
	}
	if i.Lease == 0 {
		i.Lease = 8 * time.Second
	}
	if i.Keep == 0 {
		i.Keep = 24 * time.Hour
	}
	return i
}

const (
	minIdempotencyKey = 8
	maxIdempotencyKey = 200
	outcomeAnswer     = "answer"
	outcomeInvalid    = "invalid"
)

// idempotentCall is a call that may be sent more than once.
type idempotentCall struct {
	Scope   string // the operation, and the resource where there is one: keys of other scopes never meet
	Key     string // as sent; empty: the call isn't protected
	Request any    // hashed as JSON. Secrets marshal as [Redacted], so that a new nonce makes no other request
	Lang    string // for the texts of a stored refusal
}

// idempotencyClaim is the right to run a call. The nil claim belongs to a call without a key.
type idempotencyClaim struct {
	c       *Client
	call    idempotentCall
	keyHash []byte
	fence   int64
	stored  bool
}

// unfinished is an answer that may still change (a payment being confirmed): it isn't stored, and the
// same key asks again.
type unfinished interface{ unfinished() bool }

// idempotent runs a call once for each key. The same key with the same request gives the stored answer,
// with another request [IdempotencyMismatch]. A duplicate that arrives while the first runs waits for its
// answer, then gets [InProgress]. Answers and refusals ([ValidationError]) are stored for 24 hours;
// faults are not: they may be over at the next try.
//
// Run may store its answer inside its own transaction with claim.store, and should wherever it has one:
// then effect and answer are there both or neither. Otherwise the answer is stored after it returned.
func idempotent[A any](ctx context.Context, c *Client, call idempotentCall, run func(claim *idempotencyClaim) (*A, error)) (*A, error) {
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
		c.cfg.Log.Error("idempotent answer not stored", "scope", call.Scope, "error", err)
	}
	return answer, runErr
}

// claimIdempotencyKey gives either the claim, or the record of an earlier call that is done.
func (c *Client) claimIdempotencyKey(ctx context.Context, call idempotentCall) (*idempotencyClaim, *db.IdempotencyRecord, error) {
	if !validIdempotencyKey(call.Key) {
		return nil, nil, IdempotencyKeyInvalid
	}
	keyHash, requestHash, err := call.hashes()
	if err != nil {
		return nil, nil, err
	}
	claim := &idempotencyClaim{c: c, call: call, keyHash: keyHash}
	cfg := c.cfg.Idempotency
	waiting, cancel := context.WithTimeout(ctx, cfg.Wait)
	defer cancel()
	for pause := firstPause; ; pause = nextPause(pause) {
		now := c.now()
		claim.fence, err = c.q.ClaimIdempotencyKey(ctx, db.ClaimIdempotencyKeyParams{
			Scope: call.Scope, KeyHash: claim.keyHash, RequestHash: requestHash,
			LeaseUntil: now.Add(cfg.Lease), Now: now, ExpiresAt: now.Add(cfg.Keep),
		})
		if err == nil {
			return claim, nil, nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return nil, nil, fmt.Errorf("idempotency: claim: %w", err)
		}
		record, err := c.q.GetIdempotencyRecord(ctx, call.Scope, claim.keyHash)
		switch {
		case errors.Is(err, pgx.ErrNoRows): // released in between: try to take it immediately
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("idempotency: read: %w", err)
		case !sameHash(record.RequestHash, requestHash):
			return nil, nil, IdempotencyMismatch
		case record.Outcome != nil:
			return nil, &record, nil
		}
		if err := sleep(waiting, pause); err != nil {
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			return nil, nil, inProgress()
		}
	}
}

// A duplicate of a call that runs asks again after firstPause, and then less and less often. Nothing is held while it
// waits, so that duplicates can't starve the call that they wait for.
const firstPause = 10 * time.Millisecond

func nextPause(pause time.Duration) time.Duration { return min(2*pause, 250*time.Millisecond) }

func sleep(ctx context.Context, pause time.Duration) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keptCall is what is kept of a call that was sent before; empty where it is new.
type keptCall struct {
	requestHash []byte
	outcome     *string // nil while it runs
	answer      []byte
	leaseUntil  *time.Time // until then it runs
	expiresAt   *time.Time
}

// errStillRunning means that the same call is being run by a process that claimed it. Steps of a sign-up don't claim
// their key; versions before this one did.
var errStillRunning = errors.New("the call is in progress")

// recall returns what the same call was answered before. done is false where the call is new, has been forgotten, or was
// left behind by a process that died.
func recall[A any](c *Client, call idempotentCall, keyHash, requestHash []byte, kept keptCall, now time.Time) (answer *A, done bool, err error) {
	switch {
	case kept.requestHash == nil || !now.Before(*kept.expiresAt):
		return nil, false, nil
	case !sameHash(kept.requestHash, requestHash):
		return nil, true, IdempotencyMismatch
	case kept.outcome != nil:
		answer, err = replay[A](c, call, &db.IdempotencyRecord{KeyHash: keyHash, Outcome: kept.outcome, Answer: kept.answer})
		return answer, true, err
	case now.Before(*kept.leaseUntil):
		return nil, true, errStillRunning
	}
	return nil, false, nil
}

// isCallAnswered reports whether a statement failed because its call has been answered, or claimed, since it was read.
func isCallAnswered(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.TableName == "idempotency_records"
}

// inProgress is [InProgress] with the time after which to ask again.
func inProgress() *Fault {
	fault := *InProgress
	fault.RetryAfter = time.Second
	return &fault
}

func validIdempotencyKey(key string) bool {
	return len(key) >= minIdempotencyKey && isVisibleASCII(key, maxIdempotencyKey)
}

// hashes are what is kept of the call's key and of its request. Neither depends on the server's secret: a
// call that is sent again while that is being replaced is still the same call. The request is hashed under
// the caller's own key.
func (call idempotentCall) hashes() (key, request []byte, err error) {
	raw, err := json.Marshal(call.Request)
	if err != nil {
		return nil, nil, fmt.Errorf("idempotency: request: %w", err)
	}
	return nameOf("idempotency key", call.Scope, call.Key), macWith([]byte(call.Key), "idempotency request", call.Scope, string(raw)), nil
}

// sealAnswer encrypts what is kept of a call's outcome.
func (c *Client) sealAnswer(call idempotentCall, keyHash []byte, value any) ([]byte, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("idempotency: answer: %w", err)
	}
	sealed, err := c.keys.seal("idempotency answer", []byte(call.Key), plain, keyHash)
	if err != nil {
		return nil, fmt.Errorf("idempotency: seal: %w", err)
	}
	return sealed, nil
}

// store writes the answer in the caller's transaction. It fails with [InProgress] when the lease was lost
// and somebody else runs the call: then the transaction must not commit.
func (claim *idempotencyClaim) store(ctx context.Context, q *db.Queries, answer any) error {
	if claim == nil {
		return nil
	}
	err := claim.write(ctx, q, outcomeAnswer, answer)
	claim.stored = err == nil
	return err
}

// finish records what run did, unless it has stored its answer itself.
func (claim *idempotencyClaim) finish(ctx context.Context, answer any, runErr error) error {
	q := claim.c.q
	var invalid *ValidationError
	switch {
	case errors.As(runErr, &invalid):
		return claim.write(ctx, q, outcomeInvalid, keptRefusalOf(runErr, invalid))
	case runErr != nil:
		return claim.release(ctx, q)
	case claim.stored:
		return nil
	}
	if u, ok := answer.(unfinished); ok && u.unfinished() {
		return claim.release(ctx, q)
	}
	return claim.write(ctx, q, outcomeAnswer, answer)
}

func (claim *idempotencyClaim) write(ctx context.Context, q *db.Queries, outcome string, value any) error {
	sealed, err := claim.c.sealAnswer(claim.call, claim.keyHash, value)
	if err != nil {
		return err
	}
	n, err := q.StoreIdempotentAnswer(ctx, db.StoreIdempotentAnswerParams{
		Outcome: outcome, Answer: sealed, Scope: claim.call.Scope, KeyHash: claim.keyHash, Fence: claim.fence,
	})
	if err != nil {
		return fmt.Errorf("idempotency: store: %w", err)
	}
	if n == 0 {
		return InProgress
	}
	return nil
}

func (claim *idempotencyClaim) release(ctx context.Context, q *db.Queries) error {
	if err := q.ReleaseIdempotencyKey(ctx, claim.call.Scope, claim.keyHash, claim.fence); err != nil {
		return fmt.Errorf("idempotency: release: %w", err)
	}
	return nil
}

// keptRefusal is a ValidationError as it is stored, with the quote of a ChangedError.
type keptRefusal struct {
	Violations Violations
	Quote      *Quote
}

func keptRefusalOf(err error, invalid *ValidationError) keptRefusal {
	kept := keptRefusal{Violations: invalid.Violations}
	var changed *ChangedError
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
	invalid := &ValidationError{Violations: k.Violations}
	if k.Quote != nil {
		return &ChangedError{ValidationError: invalid, Quote: k.Quote}
	}
	return invalid
}

// replay gives the stored answer, or the stored refusal in the language of this call.
func replay[A any](c *Client, call idempotentCall, record *db.IdempotencyRecord) (*A, error) {
	plain, err := c.keys.open("idempotency answer", []byte(call.Key), record.Answer, record.KeyHash)
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

// isVisibleASCII reports whether s is 1 to limit visible ASCII characters.
func isVisibleASCII(s string, limit int) bool {
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
