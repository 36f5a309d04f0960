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
	Request any             // hashed as JSON; secrets marshal as [secret.Redacted], so a new nonce is still the same request
	Chosen  []secret.Secret // secrets that the user chose and relies on, e.g. a password; a different one is a different request
	Lang    string          // language of a stored refusal's texts
}

// IdempotencyClaim is the right to run a call. It is nil for a call without a key.
type IdempotencyClaim struct {
	c       *Core
	call    IdempotentCall
	keyHash []byte
	fence   int64
	stored  bool
}

// unfinished is a response that may still change (a payment being confirmed). It isn't stored, so the same key runs the call again.
type unfinished interface{ Unfinished() bool }

// Idempotent runs a call once for each key. The same key and request return the stored response; another request returns
// [fault.IdempotencyMismatch]. A duplicate that arrives during the first run waits for its response, then gets [fault.InProgress]. Responses
// and refusals ([fault.ValidationError]) are stored for 24 hours. Faults are not, because the next try may succeed. Steps of a sign-up use
// [Recall] instead, because they write their key with their row.
//
// Run should store its response with [IdempotencyClaim.Store] if it has a transaction. Effect and response are then committed together or not
// at all. Otherwise the response is stored after run has returned.
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
	// Record the outcome even if the caller has disconnected, so that a retry gets the lost response.
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := claim.finish(after, answer, runErr); err != nil {
		c.Log.Error("idempotent answer not stored", "scope", call.Scope.String(), "error", err)
	}
	return answer, runErr
}

// claimIdempotencyKey returns either the claim or the record of a finished call.
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
		case errors.Is(err, pgx.ErrNoRows): // released meanwhile: try to take it immediately
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

// FirstPause is the first pause of a duplicate that waits for a running call; later pauses grow. A waiting duplicate holds no resources, so
// it can't block the call that it waits for.
const FirstPause = 10 * time.Millisecond

// NextPause returns the pause after a given one: twice as long, at most 250 ms.
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

// KeptCall is the stored record of an earlier call; empty for a new call.
type KeptCall struct {
	RequestHash []byte
	Outcome     *string // nil while it runs
	Answer      []byte
	LeaseUntil  *time.Time // the call may run until then
	ExpiresAt   *time.Time
}

// ErrStillRunning means that another process has claimed the same call. Steps of a sign-up don't claim their key, but a server of an earlier
// release, which did, may run beside this one.
var ErrStillRunning = errors.New("the call is in progress")

// Recall returns the earlier result of the same call. done is false if the call is new, expired, or abandoned by a process that died.
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

// IsCallAnswered returns true for a statement's error if its call was answered or claimed meanwhile.
func IsCallAnswered(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && pgErr.Code == "23505" && pgErr.TableName == "idempotency_records"
}

// InProgress returns [fault.InProgress] with a retry time.
func InProgress() *fault.Fault {
	f := *fault.InProgress
	f.RetryAfter = time.Second
	return &f
}

// ValidIdempotencyKey returns true for visible ASCII of an allowed length.
func ValidIdempotencyKey(key string) bool {
	return len(key) >= minIdempotencyKey && IsVisibleASCII(key, maxIdempotencyKey)
}

// CallHashes returns the stored hashes of a call's key and request. It also returns the request's hashes under replaced server secrets, so
// that a retry during a replacement is still the same call. The request is hashed under the caller's own key. Chosen secrets are hashed under
// the server's secret, too, so that a copy of the database can't be searched for a password.
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

// hashes returns the hashes of the key and of the request as JSON. Neither depends on the server's secret.
func (call IdempotentCall) hashes() (key, request []byte, err error) {
	raw, err := json.Marshal(call.Request)
	if err != nil {
		return nil, nil, fmt.Errorf("idempotency: request: %w", err)
	}
	return secret.NameOf("idempotency key", call.Scope.String(), call.Key), secret.MacWith([]byte(call.Key), "idempotency request", call.Scope.String(), string(raw)), nil
}

// SealAnswer encrypts the stored outcome of a call.
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

// Store writes the response in the caller's transaction. It returns [fault.InProgress] if the lease was lost to another process; the
// transaction must then not commit.
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

// finish records the result of run, unless run has stored its response.
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

// keptRefusal is the stored form of a ValidationError, with the quote of a ChangedError.
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

// replay returns the stored response, or the stored refusal in the language of this call.
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

// IsVisibleASCII returns true for 1 to limit visible ASCII characters.
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
