// Package person seals the stored data of a person under the person's own key, and makes the keyed hashes that find a person. After the key is
// deleted, no data of the person in the database can be read. A backup with the key can still be opened until the backup is deleted.
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

// SealKey is the purpose that seals persons' keys.
const SealKey = "person-key"

// Further purposes of the server's secret.
const (
	purposeEmail = "person-email"
	purposePhone = "person-phone"
	purposeName  = "username"
)

// ErrNoKey reports that a person has no key: they were erased.
var ErrNoKey = errors.New("person: the key was deleted")

// Keys makes, reads and deletes persons' keys.
type Keys struct {
	ring      secret.Keyring
	elsewhere *Elsewhere // nil if the keys are in the main database
	atHand    *cache
}

// NewKeys returns the keys under the ring's current secret, in the database of elsewhere or, if that is nil, in the caller's.
func NewKeys(ring secret.Keyring, elsewhere *Elsewhere) *Keys {
	return &Keys{ring: ring, elsewhere: elsewhere, atHand: newCache()}
}

// Make makes the key of a new person. The caller inserts it with the person's first row, in one statement: wrapped is the value for person_keys, or
// nil if the keys are in another database, which then has this one already.
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

// All returns the keys of persons in one call to the database. Erased persons are missing.
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

// Openable is like [Keys.All] but returns the keys that the configured secrets can open, and the errors of the others.
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

// Delete deletes persons' keys and returns their number. Data sealed under them is lost. For keys in another database it enqueues a job in the
// transaction of q.
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

// Key is the key of one person.
type Key struct {
	person uuid.UUID
	data   []byte
}

// None reports whether there is no key.
func (k Key) None() bool { return k.data == nil }

// Seal encrypts a value as JSON. It opens only for the same person, table and row.
func (k Key) Seal(table string, row uuid.UUID, value any) ([]byte, error) {
	plain, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return secret.SealUnder(k.data, plain, bind(table, row))
}

// Open decrypts the result of Seal into a value.
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

// EmailHash returns the keyed hash that finds an email address in its compared form; nil for an empty address.
func (k *Keys) EmailHash(email string) []byte { return k.hash(purposeEmail, email) }

// EmailHashes returns an address's hashes under all server secrets, the current one first. Lookups compare with all of them during a change of the
// secret. An empty address has an empty list, not nil: queries distinguish the two.
func (k *Keys) EmailHashes(email string) [][]byte { return k.hashes(purposeEmail, email) }

// PhoneHash returns the keyed hash that finds a phone number together with a name, both in their compared forms; nil without a number.
func (k *Keys) PhoneHash(phone, name string) []byte {
	if phone == "" {
		return nil
	}
	return k.ring.Mac(purposePhone, phone, name)
}

// PhoneHashes returns the hashes of a number and name under all server secrets, like EmailHashes.
func (k *Keys) PhoneHashes(phone, name string) [][]byte {
	if phone == "" {
		return [][]byte{}
	}
	return k.ring.UnderAll(purposePhone, phone, name)
}

// UsernameHash returns the keyed hash that finds a username in its compared form.
func (k *Keys) UsernameHash(username string) []byte { return k.hash(purposeName, username) }

// UsernameHashes returns a username's hashes under all server secrets, like EmailHashes.
func (k *Keys) UsernameHashes(username string) [][]byte { return k.hashes(purposeName, username) }

// HashKey returns the number of the server secret for new hashes.
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
