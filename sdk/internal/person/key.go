// Package person seals what is stored about a person under a key of that person's own, and makes the keyed hashes by which a
// person is found. Once the key is deleted nothing of the person can be read in the database any more. A backup that holds the key
// can be opened with it until that backup is deleted.
package person

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
)

// SealKey is the purpose under which persons' keys are sealed.
const SealKey = "person-key"

// What the server's secret is used for here, too.
const (
	purposeEmail = "person-email"
	purposePhone = "person-phone"
	purposeName  = "username"
)

// ErrNoKey tells that a person has no key: they were erased.
var ErrNoKey = errors.New("person: the key was deleted")

// Keys makes, reads and deletes persons' keys.
type Keys struct {
	ring      secret.Keyring
	elsewhere *Elsewhere // nil where keys are in the same database as everything else
	atHand    *cache
}

// NewKeys keeps keys under the ring's current secret, in the database of elsewhere, or in the caller's where that is nil.
func NewKeys(ring secret.Keyring, elsewhere *Elsewhere) *Keys {
	return &Keys{ring: ring, elsewhere: elsewhere, atHand: newCache()}
}

// Make makes the key of a new person, for a caller that inserts it with the person's first row, in one statement: wrapped is what
// person_keys holds, or nil where the keys are in another database and this one is there already.
func (k *Keys) Make(ctx context.Context, person uuid.UUID, now time.Time) (key Key, wrapped []byte, err error) {
	key = Key{person: person, data: make([]byte, 32)}
	if _, err := rand.Read(key.data); err != nil {
		return Key{}, nil, err
	}
	if wrapped, err = k.ring.Seal(SealKey, nil, key.data, person[:]); err != nil {
		return Key{}, nil, err
	}
	if k.elsewhere != nil {
		if err := k.elsewhere.q().InsertPersonKey(ctx, person, wrapped, now); err != nil {
			return Key{}, nil, fmt.Errorf("database of keys: insert person's key: %w", err)
		}
		wrapped = nil
	}
	k.atHand.put(person, key)
	return key, wrapped, nil
}

// Of returns a person's key, from memory if this process has used it within the last ten minutes. Error: [ErrNoKey].
func (k *Keys) Of(ctx context.Context, q *db.Queries, person uuid.UUID) (Key, error) {
	if key, found := k.atHand.get(person); found {
		return key, nil
	}
	keys, err := k.All(ctx, q, []uuid.UUID{person})
	if err != nil {
		return Key{}, err
	}
	key, found := keys[person]
	if !found {
		return Key{}, ErrNoKey
	}
	k.atHand.put(person, key)
	return key, nil
}

// All returns the keys of persons, in one call to the database. Who was erased isn't in it.
func (k *Keys) All(ctx context.Context, q *db.Queries, persons []uuid.UUID) (map[uuid.UUID]Key, error) {
	keys, unopened, err := k.Openable(ctx, q, persons)
	for _, failed := range unopened {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	return keys, nil
}

// Openable returns the keys that the configured secrets open, as [Keys.All] does, and the errors of those that they don't.
func (k *Keys) Openable(ctx context.Context, q *db.Queries, persons []uuid.UUID) (keys map[uuid.UUID]Key, unopened map[uuid.UUID]error, err error) {
	wrapped := map[uuid.UUID][]byte{}
	if err := k.readElsewhere(ctx, persons, wrapped); err != nil {
		return nil, nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(persons), func(id uuid.UUID) bool { return wrapped[id] != nil })
	if len(missing) > 0 {
		rows, err := q.GetPersonKeys(ctx, missing)
		if err != nil {
			return nil, nil, fmt.Errorf("get persons' keys: %w", err)
		}
		for _, row := range rows {
			wrapped[row.PersonID] = row.Wrapped
		}
	}
	keys, unopened = make(map[uuid.UUID]Key, len(wrapped)), map[uuid.UUID]error{}
	for id, data := range wrapped {
		key, err := k.unwrap(id, data)
		if err != nil {
			unopened[id] = err
			continue
		}
		keys[id] = key
	}
	return keys, unopened, nil
}

func (k *Keys) unwrap(person uuid.UUID, wrapped []byte) (Key, error) {
	data, err := k.ring.Open(SealKey, nil, wrapped, person[:])
	if err != nil {
		return Key{}, fmt.Errorf("key of person %s: %w", person, err)
	}
	return Key{person: person, data: data}, nil
}

// Delete deletes persons' keys, and returns how many there were. What is sealed under them is lost. Keys in another database are
// deleted by a job, which is left with the transaction of q.
func (k *Keys) Delete(ctx context.Context, q *db.Queries, persons ...uuid.UUID) (int, error) {
	if len(persons) == 0 {
		return 0, nil
	}
	k.atHand.drop(persons)
	n, err := q.DeletePersonKeys(ctx, persons)
	if err != nil {
		return 0, fmt.Errorf("delete persons' keys: %w", err)
	}
	there, err := k.deleteElsewhere(ctx, q, persons)
	return int(n) + there, err
}

// Key is one person's.
type Key struct {
	person uuid.UUID
	data   []byte
}

// None reports whether there is no key.
func (k Key) None() bool { return k.data == nil }

// Seal encrypts a value as JSON. It opens for the same person only, in the row of the table that it was sealed for.
func (k Key) Seal(table string, row uuid.UUID, value any) ([]byte, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return secret.SealUnder(k.data, plain, bind(table, row))
}

// Open decrypts what Seal made into a value.
func (k Key) Open(table string, row uuid.UUID, sealed []byte, into any) error {
	plain, err := secret.OpenUnder(k.data, sealed, bind(table, row))
	if err != nil {
		return fmt.Errorf("%s %s of person %s: %w", table, row, k.person, err)
	}
	if err := json.Unmarshal(plain, into); err != nil {
		return fmt.Errorf("%s %s of person %s: %w", table, row, k.person, err)
	}
	return nil
}

func bind(table string, row uuid.UUID) []byte { return append([]byte(table+"/"), row[:]...) }

// EmailHash returns the keyed hash by which an e-mail address, in its compared form, is found; nil for none.
func (k *Keys) EmailHash(email string) []byte { return k.hash(purposeEmail, email) }

// EmailHashes returns an address's hashes under every server secret, the current one's first: what a look-up compares with while
// one secret replaces another. Without an address there are none, which isn't nil: a query tells no list from an empty one.
func (k *Keys) EmailHashes(email string) [][]byte { return k.hashes(purposeEmail, email) }

// PhoneHash returns the keyed hash by which a telephone number together with a name, both in their compared forms, is found; nil
// without a number.
func (k *Keys) PhoneHash(phone, name string) []byte {
	if phone == "" {
		return nil
	}
	return k.ring.Mac(purposePhone, phone, name)
}

// PhoneHashes returns the hashes of a number and name under every server secret, as EmailHashes does.
func (k *Keys) PhoneHashes(phone, name string) [][]byte {
	if phone == "" {
		return [][]byte{}
	}
	return k.ring.UnderAll(purposePhone, phone, name)
}

// UsernameHash returns the keyed hash by which a username, in its compared form, is found.
func (k *Keys) UsernameHash(username string) []byte { return k.hash(purposeName, username) }

// UsernameHashes returns a username's hashes under every server secret, as EmailHashes does.
func (k *Keys) UsernameHashes(username string) [][]byte { return k.hashes(purposeName, username) }

// HashKey is the number of the server secret under which hashes are made now.
func (k *Keys) HashKey() int16 { return int16(k.ring.Current) }

func (k *Keys) hash(purpose, value string) []byte {
	if value == "" {
		return nil
	}
	return k.ring.Mac(purpose, value)
}

func (k *Keys) hashes(purpose, value string) [][]byte {
	if value == "" {
		return [][]byte{}
	}
	return k.ring.UnderAll(purpose, value)
}
