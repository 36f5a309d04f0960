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

// Secrets are the root keys from which all other keys are derived, by label. They live outside the database, so that a stolen copy of it
// reveals no code, no PIN and no stored response.
type Secrets struct {
	// KeyID identifies Server in stored values; 1 to 255, default 1. Raise it when you replace Server.
	KeyID uint8
	// Server is at least 32 random bytes.
	Server []byte
	// Old are replaced server secrets by key id. They still open values written with them.
	Old map[uint8][]byte
}

// Keyring derives a key for each purpose (RFC 5869).
type Keyring struct {
	Current uint8
	roots   map[uint8][]byte
	derived *sync.Map // results of derive without a salt, by keyName; they never change
}

type keyName struct {
	id      uint8
	purpose string
}

// NewKeyring returns the keyring of the secrets. It fails if a secret is too short or a key id is used twice.
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

// Numbers returns the key ids in ascending order.
func (k Keyring) Numbers() []uint8 { return slices.Sorted(maps.Keys(k.roots)) }

// derive returns a key of 32 bytes for a purpose under the secret with this id. The salt may be nil.
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

// Mac returns the HMAC-SHA-256 of a value for a purpose under the current secret. It serves as a lookup key that can't be guessed from a copy
// of the database.
func (k Keyring) Mac(purpose string, parts ...string) []byte {
	key, err := k.derive(k.Current, purpose, nil)
	if err != nil { // impossible: the current root exists, and 32 bytes are always available
		panic(err)
	}
	return MacWith(key, parts...)
}

// NameOf returns a value's SHA-256 hash for a purpose, without a secret. Use it for random values that every server must find while the
// secret is being replaced.
func NameOf(purpose string, parts ...string) []byte {
	return MacWith([]byte("cojoin/"+purpose), parts...)
}

// UnderAll returns a value's HMACs under every secret, the current one first.
func (k Keyring) UnderAll(purpose string, parts ...string) [][]byte {
	out := [][]byte{k.Mac(purpose, parts...)}
	for id := range k.roots {
		if id == k.Current {
			continue
		}
		key, err := k.derive(id, purpose, nil)
		if err != nil { // impossible: the root was just listed
			panic(err)
		}
		out = append(out, MacWith(key, parts...))
	}
	return out
}

// MacWith hashes the parts with their lengths, so that different lists of parts never have the same hash.
func MacWith(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return h.Sum(nil)
}

// Seal encrypts with AES-256-GCM. bind is authenticated with the value, and must be the same in Open. The result starts with the key id.
func (k Keyring) Seal(purpose string, salt, plain, bind []byte) ([]byte, error) {
	key, err := k.derive(k.Current, purpose, salt)
	if err != nil {
		return nil, err
	}
	sealed, err := SealUnder(key, plain, bind)
	return append([]byte{k.Current}, sealed...), err
}

// Open decrypts a value of [Keyring.Seal].
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

// SealUnder encrypts with a key of 32 bytes, as [Keyring.Seal] does with a derived one.
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

// OpenUnder decrypts a value of SealUnder.
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

// NewSecretToken returns 256 random bits in base64url and their SHA-256. Only the hash is stored.
func NewSecretToken() (Secret, []byte) {
	raw := make([]byte, 32)
	if _, err := rand.Read(raw); err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	return Secret(token), TokenHash(Secret(token))
}

// TokenHash returns the stored hash of a token. 256 random bits need no slow hash.
func TokenHash(token Secret) []byte {
	sum := sha256.Sum256([]byte(token.Reveal()))
	return sum[:]
}

// SameHash compares two hashes in constant time.
func SameHash(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
