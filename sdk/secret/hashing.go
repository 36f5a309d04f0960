package secret

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/argon2id"
)

// Hashing configures the hashing of passwords, security answers and security codes (argon2id). The defaults are OWASP's minimum. A hash with
// weaker parameters is replaced at the next login.
type Hashing struct {
	MemoryKiB  uint32        // default 19456 (19 MiB)
	Iterations uint32        // default 2
	Threads    uint8         // default 1
	Concurrent int           // maximum number of concurrent hashes, each with MemoryKiB of reused memory; default: the processors available to the process (GOMAXPROCS, which a container's limit lowers)
	Wait       time.Duration // time for which a call waits for its turn before it is rejected; default 2 s
}

const (
	hashSaltBytes = 16
	hashBytes     = 32
)

// Hasher hashes passwords, answers and codes with Argon2id. It limits the number of concurrent hashes.
type Hasher struct {
	cfg     Hashing
	turn    *semaphore.Weighted // a turn is permission for one hash
	pool    *argon2id.Pool
	observe func(waited time.Duration, taken bool)
	// dummyHash is verified for an unknown user, so that both cases take the same time.
	dummyHash string
}

// NewHasher returns a hasher. It calls observe with the time that each call waited for its turn, and true if it got one.
func NewHasher(cfg Hashing, observe func(waited time.Duration, taken bool)) (*Hasher, error) {
	if cfg.MemoryKiB == 0 {
		cfg.MemoryKiB = 19456
	}
	if cfg.Iterations == 0 {
		cfg.Iterations = 2
	}
	if cfg.Threads == 0 {
		cfg.Threads = 1
	}
	if cfg.Concurrent == 0 {
		cfg.Concurrent = runtime.GOMAXPROCS(0)
	}
	if cfg.Wait == 0 {
		cfg.Wait = 2 * time.Second
	}
	if cfg.Concurrent < 0 || cfg.Wait < 0 {
		return nil, errors.New("sdk: Config.Hashing: Concurrent and Wait can't be negative")
	}
	h := &Hasher{
		cfg: cfg, turn: semaphore.NewWeighted(int64(cfg.Concurrent)), pool: argon2id.New(cfg.MemoryKiB, cfg.Concurrent), observe: observe,
	}
	unguessable, _ := NewSecretToken()
	h.dummyHash = h.encode([]byte(unguessable.Reveal()))
	return h, nil
}

// Hash hashes a secret. It takes tens of milliseconds and MemoryKiB of memory, so validate first and never call it inside a transaction.
// Faults: [fault.Saturated].
func (h *Hasher) Hash(ctx context.Context, secret []byte) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer h.turn.Release(1)
	return h.encode(secret), nil
}

// HashInTurn is [Hasher.Hash] for callers who have paid: it waits for its turn until the context ends. Turns are first come, first served.
func (h *Hasher) HashInTurn(ctx context.Context, secret []byte) (string, error) {
	start := time.Now()
	err := h.turn.Acquire(ctx, 1)
	h.observe(time.Since(start), err == nil)
	if err != nil {
		return "", err
	}
	defer h.turn.Release(1)
	return h.encode(secret), nil
}

// Verify waits for a turn, calls find for the stored hash, and compares the secret with it. weak is true if the hash should be replaced by
// one with the current parameters. find counts an attempt only after a turn was granted; a rejected call is not an attempt. An empty hash
// means an unknown user; checking it takes as long. Faults: [fault.Saturated], find's.
func (h *Hasher) Verify(ctx context.Context, find func() (encoded string, err error), secret []byte) (ok, weak bool, err error) {
	if err := h.acquire(ctx); err != nil {
		return false, false, err
	}
	defer h.turn.Release(1)
	encoded, err := find()
	if err != nil {
		return false, false, err
	}
	known := encoded != ""
	if !known {
		encoded = h.dummyHash
	}
	params, salt, want, err := parseHash(encoded)
	if err != nil {
		return false, false, err
	}
	got := h.pool.Key(secret, salt, params.Iterations, params.MemoryKiB, params.Threads, uint32(len(want)))
	ok = subtle.ConstantTimeCompare(got, want) == 1 && known
	weak = params.MemoryKiB < h.cfg.MemoryKiB || params.Iterations < h.cfg.Iterations
	return ok, weak, nil
}

func (h *Hasher) acquire(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, h.cfg.Wait)
	defer cancel()
	start := time.Now()
	err := ctx.Err()
	if err == nil && !h.turn.TryAcquire(1) { // Acquire refuses a free turn once the wait is over, as it can be on a busy machine
		err = h.turn.Acquire(waiting, 1)
	}
	h.observe(time.Since(start), err == nil)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := *fault.Saturated
		f.RetryAfter = h.cfg.Wait
		return &f
	}
	return nil
}

// encode returns a hash in the PHC string format.
func (h *Hasher) encode(secret []byte) string {
	salt := make([]byte, hashSaltBytes)
	if _, err := rand.Read(salt); err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	sum := h.pool.Key(secret, salt, h.cfg.Iterations, h.cfg.MemoryKiB, h.cfg.Threads, hashBytes)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.cfg.MemoryKiB, h.cfg.Iterations, h.cfg.Threads, b64.EncodeToString(salt), b64.EncodeToString(sum))
}

var errBadHash = errors.New("sdk: stored hash is not argon2id")

func parseHash(encoded string) (params Hashing, salt, sum []byte, err error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return params, nil, nil, errBadHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &params.MemoryKiB, &params.Iterations, &params.Threads); err != nil {
		return params, nil, nil, errBadHash
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return params, nil, nil, errBadHash
	}
	if sum, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(sum) == 0 {
		return params, nil, nil, errBadHash
	}
	return params, salt, sum, nil
}
