package secret

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

func TestHasher(t *testing.T) {
	t.Parallel()
	h, err := NewHasher(Hashing{MemoryKiB: 64, Iterations: 1}, unobserved)
	if err != nil {
		t.Fatal(err)
	}
	hash, err := h.Hash(t.Context(), []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=64,t=1,p=1$") {
		t.Errorf("hash %q isn't in the PHC format", hash)
	}
	stronger, err := NewHasher(Hashing{MemoryKiB: 128, Iterations: 1}, unobserved)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		hasher   *Hasher
		hash     string
		secret   string
		ok, weak bool
		broken   bool
	}{
		"right":               {hasher: h, hash: hash, secret: "secret", ok: true},
		"wrong":               {hasher: h, hash: hash, secret: "Secret"},
		"weaker than wanted":  {hasher: stronger, hash: hash, secret: "secret", ok: true, weak: true},
		"nobody":              {hasher: h, hash: "", secret: "secret"},
		"nobody, no password": {hasher: h, hash: "", secret: ""},
		"other algorithm":     {hasher: h, hash: "$2a$10$abcdefghijklmnopqrstuv", secret: "secret", broken: true},
		"cut short":           {hasher: h, hash: hash[:len(hash)-44], secret: "secret", broken: true},
		"bad salt":            {hasher: h, hash: "$argon2id$v=19$m=64,t=1,p=1$!!$AAAA", secret: "secret", broken: true},
		"bad sum":             {hasher: h, hash: "$argon2id$v=19$m=64,t=1,p=1$AAAA$!!", secret: "secret", broken: true},
		"no parameters":       {hasher: h, hash: "$argon2id$v=19$m$AAAA$AAAA", secret: "secret", broken: true},
	} {
		t.Run(name, func(t *testing.T) {
			ok, weak, err := tc.hasher.Verify(t.Context(), func() (string, error) { return tc.hash, nil }, []byte(tc.secret))
			if ok != tc.ok || weak != tc.weak || (err != nil) != tc.broken {
				t.Errorf("got ok %v, weak %v, error %v; want %v, %v, error: %v", ok, weak, err, tc.ok, tc.weak, tc.broken)
			}
		})
	}
}

func TestHasherDefaults(t *testing.T) {
	t.Parallel()
	h, err := NewHasher(Hashing{Concurrent: 1}, unobserved)
	if err != nil {
		t.Fatal(err)
	}
	if h.cfg != (Hashing{MemoryKiB: 19456, Iterations: 2, Threads: 1, Concurrent: 1, Wait: 2 * time.Second}) {
		t.Errorf("defaults %+v are not OWASP's minimum", h.cfg)
	}
	if _, err := NewHasher(Hashing{Concurrent: -1}, unobserved); err == nil {
		t.Error("a negative number of concurrent hashes is accepted")
	}
}

// A free slot is granted even if the wait is over before the hasher checks, as on a busy machine.
func TestHasherFreeSlot(t *testing.T) {
	t.Parallel()
	h, err := NewHasher(Hashing{MemoryKiB: 64, Iterations: 1, Concurrent: 1, Wait: 1}, unobserved)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Hash(t.Context(), []byte("secret")); err != nil {
		t.Errorf("a free slot is refused: %v", err)
	}
}

// A call gets a retry time while all slots are in use. A canceled call ends immediately.
func TestHasherTurns(t *testing.T) {
	t.Parallel()
	h, err := NewHasher(Hashing{MemoryKiB: 64, Iterations: 1, Concurrent: 1, Wait: time.Millisecond}, unobserved)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.turn.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	_, err = h.Hash(t.Context(), nil)
	var failure *fault.Fault
	if !errors.As(err, &failure) || !errors.Is(err, fault.Saturated) || failure.RetryAfter != time.Millisecond {
		t.Errorf("got %v, want %v", err, fault.Saturated)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := h.Verify(gone, func() (string, error) { return "", nil }, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	h.turn.Release(1)
	if _, err := h.Hash(t.Context(), nil); err != nil {
		t.Errorf("with a free turn: %v", err)
	}
}

func unobserved(time.Duration, bool) {}
