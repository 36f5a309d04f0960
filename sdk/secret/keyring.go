package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Secrets are the roots that every other key is derived from, by label. They live outside the database,
// so that a stolen copy of it opens no code, no PIN and no stored answer.
type Secrets struct {
	// KeyID names Server in stored values; 1 to 255, default 1. Raise it when Server is replaced.
	KeyID uint8
	// Server is at least 32 random bytes.
	Server []byte
	// Old are replaced servers' secrets by their key id, still good for reading what was written with them.
	Old map[uint8][]byte
}

// Keyring derives keys for one purpose each (RFC 5869).
type Keyring struct {
	Current uint8
	roots   map[uint8][]byte
	derived *sync.Map // what derive gave without a salt, by keyName: it never changes
}

type keyName struct {
	id      uint8
	purpose string
}

// NewKeyring returns the keyring of the secrets. It returns an error if a secret is too short or a key id is used
// twice.
func NewKeyring(s Secrets) (Keyring, error) {
	if s.KeyID == 0 {
		s.KeyID = 1
	}
	ring := Keyring{Current: s.KeyID, roots: map[uint8][]byte{s.KeyID: s.Server}, derived: &sync.Map{}}
	for id, root := range s.Old {
		if id == s.KeyID {
			return Keyring{}, fmt.Errorf("sdk: Config.Secrets.Old[%d] has the id of the current secret", id)
		}
		ring.roots[id] = root
	}
	for id, root := range ring.roots {
		if len(root) < 32 {
			return Keyring{}, fmt.Errorf("sdk: the server secret %d needs at least 32 bytes", id)
		}
	}
	return ring, nil
}

// Numbers returns the key ids, in order.
func (k Keyring) Numbers() []uint8 { return slices.Sorted(maps.Keys(k.roots)) }

// derive returns 32 bytes for a purpose under the secret with this id. The salt may be nil.
func (k Keyring) derive(id uint8, purpose string, salt []byte) ([]byte, error) {
	root, ok := k.roots[id]
	if !ok {
		return nil, fmt.Errorf("sdk: no server secret has the id %d", id)
	}
	if salt != nil {
		return hkdf.Key(sha256.New, root, salt, "cojoin/"+purpose, 32)
	}
	name := keyName{id, purpose}
	if kept, ok := k.derived.Load(name); ok {
		if key, ok := kept.([]byte); ok {
			return key, nil
		}
	}
	key, err := hkdf.Key(sha256.New, root, nil, "cojoin/"+purpose, 32)
	if err == nil {
		k.derived.Store(name, key)
	}
	return key, err
}

// Mac returns the HMAC-SHA-256 of a value for a purpose under the current secret: a look-up key that
// can't be guessed from a copy of the database.
func (k Keyring) Mac(purpose string, parts ...string) []byte {
	key, err := k.derive(k.Current, purpose, nil)
	if err != nil { // the current root is always there, and 32 bytes are always to be had
		panic(err)
	}
	return MacWith(key, parts...)
}

// NameOf returns a value's SHA-256 for a purpose, under no secret: for random values that must be found
// again whichever secret is the current one, on every server while one secret replaces another.
func NameOf(purpose string, parts ...string) []byte {
	return MacWith([]byte("cojoin/"+purpose), parts...)
}

// UnderAll returns a value's HMACs under every secret, the current one's first.
func (k Keyring) UnderAll(purpose string, parts ...string) [][]byte {
	out := [][]byte{k.Mac(purpose, parts...)}
	for id := range k.roots {
		if id == k.Current {
			continue
		}
		key, err := k.derive(id, purpose, nil)
		if err != nil { // the root is there: it was just listed
			panic(err)
		}
		out = append(out, MacWith(key, parts...))
	}
	return out
}

// MacWith hashes the parts with their lengths, so that no two lists of parts look alike.
func MacWith(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum(nil)
}

// Seal encrypts under AES-256-GCM; bind is authenticated with it and must be the same when opening.
// The result starts with the key id.
func (k Keyring) Seal(purpose string, salt, plain, bind []byte) ([]byte, error) {
	key, err := k.derive(k.Current, purpose, salt)
	if err != nil {
		return nil, err
	}
	sealed, err := SealUnder(key, plain, bind)
	return append([]byte{k.Current}, sealed...), err
}

// Open decrypts what seal made.
func (k Keyring) Open(purpose string, salt, sealed, bind []byte) ([]byte, error) {
	if len(sealed) < 1 {
		return nil, errors.New("sdk: empty sealed value")
	}
	key, err := k.derive(sealed[0], purpose, salt)
	if err != nil {
		return nil, err
	}
	return OpenUnder(key, sealed[1:], bind)
}

// SealUnder encrypts under a key of 32 bytes, as [Keyring.Seal] does under a derived one.
func SealUnder(key, plain, bind []byte) ([]byte, error) {
	aead, err := aeadOf(key)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, err
	}
	return aead.Seal(nonce, nonce, plain, bind), nil
}

// OpenUnder decrypts what SealUnder made.
func OpenUnder(key, sealed, bind []byte) ([]byte, error) {
	aead, err := aeadOf(key)
	if err != nil {
		return nil, err
	}
	if len(sealed) < aead.NonceSize() {
		return nil, errors.New("sdk: sealed value cut short")
	}
	return aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], bind)
}

func aeadOf(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// NewSecretToken returns 256 random bits in base64url and their SHA-256, which is all that is stored.
func NewSecretToken() (Secret, []byte) {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	return Secret(token), TokenHash(Secret(token))
}

// TokenHash is what is stored of a token. 256 random bits need no slow hash.
func TokenHash(token Secret) []byte {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return sum[:]
}

// SameHash compares without telling by its time where two hashes differ.
func SameHash(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
