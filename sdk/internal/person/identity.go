package person

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Identity holds the data of a person, sealed as one document. Unknown fields are empty. After the person's erasure all fields are empty.
type Identity struct {
	FirstName          string         `json:"firstName,omitempty"`
	LastName           string         `json:"lastName,omitempty"`
	Email              string         `json:"email,omitempty"`
	PhoneCountryCode   string         `json:"phoneCountryCode,omitempty"`
	PhoneNumber        string         `json:"phoneNumber,omitempty"`
	TimeZone           string         `json:"timeZone,omitempty"`
	Address            *form.Address  `json:"address,omitempty"`
	Referral           *form.Referral `json:"referral,omitempty"`
	SecurityQuestion   string         `json:"securityQuestion,omitempty"`
	SecurityAnswerHash string         `json:"securityAnswerHash,omitempty"`
	SecurityCodeHash   string         `json:"securityCodeHash,omitempty"`
	Practice           *Practice      `json:"practice,omitempty"` // of professionals
	Note               string         `json:"note,omitempty"`     // recipient of a code, in the professional's words
	Locale             string         `json:"locale,omitempty"`   // of the mails with a code
}

// Practice is a professional's description of their practice.
type Practice struct {
	Title          string   `json:"title,omitempty"`
	Credentials    string   `json:"credentials,omitempty"`
	PhoneExtension string   `json:"phoneExtension,omitempty"`
	Name           string   `json:"name,omitempty"`
	Roles          []string `json:"roles,omitempty"`
	Hearing        *Hearing `json:"hearAbout,omitempty"`
}

// Hearing is a professional's source of knowledge about the product.
type Hearing struct {
	Source               string `json:"source"`
	BenchOfficerName     string `json:"benchOfficerName,omitempty"`
	BenchOfficerPosition string `json:"benchOfficerPosition,omitempty"`
	ColleagueName        string `json:"colleagueName,omitempty"`
	ColleagueRole        string `json:"colleagueRole,omitempty"`
	Explanation          string `json:"explanation,omitempty"`
}

// Name returns first and last name.
func (i Identity) Name() string {
	if i.LastName == "" {
		return i.FirstName
	}
	return i.FirstName + " " + i.LastName
}

// EmailKey returns the email address in its compared form.
func (i Identity) EmailKey() string { return form.NormalizeEmail(i.Email) }

// Country returns the country of the address, nil if unknown.
func (i Identity) Country() *string {
	if i.Address == nil || i.Address.Country == "" {
		return nil
	}
	return &i.Address.Country
}

// Row holds a person's bookkeeping columns; Identity holds their data.
type Row struct {
	NamedBy   *uuid.UUID // the inviter, or the issuer of a code; nil for a person's own data
	KeepUntil *time.Time // nil: as long as the account
	Now       time.Time
}

// The tables with data sealed under a person's key. Sealed data opens only in its own table.
const (
	table            = "persons"
	tableChildren    = "children"
	TableCredentials = "credentials"
)

func (k *Keys) phoneHashOf(of Identity) []byte {
	return k.PhoneHash(form.PhoneKey(of.PhoneCountryCode, of.PhoneNumber), form.NameKey(of.FirstName, of.LastName))
}

// Insert inserts a person, sealed under their existing key.
func (k *Keys) Insert(ctx context.Context, q *db.Queries, key Key, of Identity, row Row) error {
	return k.insert(ctx, q, key, nil, of, row)
}

// insert inserts a person together with their wrapped key, if [Keys.Make] has just made the key and it is stored in this database.
func (k *Keys) insert(ctx context.Context, q *db.Queries, key Key, wrapped []byte, of Identity, row Row) error {
	sealed, err := key.Seal(table, key.person, of)
	if err != nil {
		return fmt.Errorf("seal person: %w", err)
	}
	err = q.InsertPerson(ctx, db.InsertPersonParams{
		ID: key.person, Sealed: sealed, EmailHash: k.EmailHash(of.EmailKey()),
		PhoneNameHash: k.phoneHashOf(of), HashKey: k.HashKey(), Country: of.Country(), NamedBy: row.NamedBy, KeepUntil: row.KeepUntil, Now: row.Now, NewKey: wrapped,
	})
	if err != nil {
		return fmt.Errorf("insert person: %w", err)
	}
	return nil
}

// Create inserts a new person with a new key and returns their id.
func (k *Keys) Create(ctx context.Context, q *db.Queries, of Identity, row Row) (uuid.UUID, error) {
	key, wrapped, err := k.Make(ctx, pg.NewID(), row.Now)
	if err != nil {
		return uuid.Nil, err
	}
	return key.person, k.insert(ctx, q, key, wrapped, of, row)
}

// Read returns the data of persons in one call to the database, or two if the keys are elsewhere. Erased persons are included, with empty data.
func (k *Keys) Read(ctx context.Context, q *db.Queries, ids ...uuid.UUID) (map[uuid.UUID]Identity, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := q.GetPersons(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("get persons: %w", err)
	}
	wrapped := map[uuid.UUID][]byte{}
	for _, row := range rows {
		wrapped[row.ID] = row.Wrapped
	}
	if err := k.readElsewhere(ctx, ids, wrapped); err != nil {
		return nil, err
	}
	known := make(map[uuid.UUID]Identity, len(rows))
	for _, row := range rows {
		if _, known[row.ID], err = k.identity(row.ID, row.Sealed, wrapped[row.ID]); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// Open returns the key and the data of a person from the columns that the caller has read. wrapped is the key's column, if the key is in the same
// database. An erased person has neither key nor data.
func (k *Keys) Open(ctx context.Context, id uuid.UUID, sealed, wrapped []byte) (Key, Identity, error) {
	found := map[uuid.UUID][]byte{id: wrapped}
	if sealed != nil {
		if err := k.readElsewhere(ctx, []uuid.UUID{id}, found); err != nil {
			return Key{}, Identity{}, err
		}
	}
	return k.identity(id, sealed, found[id])
}

func (k *Keys) identity(id uuid.UUID, sealed, wrapped []byte) (key Key, known Identity, err error) {
	if sealed == nil || wrapped == nil {
		return key, known, nil
	}
	if key, err = k.unwrap(id, wrapped); err == nil {
		err = key.Open(table, id, sealed, &known)
	}
	return key, known, err
}

// Forget empties persons, deletes their keys, and returns the number of persons that weren't empty before.
func (k *Keys) Forget(ctx context.Context, q *db.Queries, now time.Time, ids ...uuid.UUID) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	n, err := q.ForgetPersons(ctx, now, ids)
	if err != nil {
		return 0, fmt.Errorf("forget persons: %w", err)
	}
	_, err = k.Delete(ctx, q, ids...)
	return int(n), err
}

// Remove deletes an unreferenced person and their key.
func (k *Keys) Remove(ctx context.Context, q *db.Queries, id uuid.UUID) error {
	if err := q.DeletePerson(ctx, id); err != nil {
		return fmt.Errorf("delete person: %w", err)
	}
	_, err := k.Delete(ctx, q, id)
	return err
}

// SealChildren inserts a family's children, in the given order, under a key of the family.
func (k *Keys) SealChildren(ctx context.Context, q *db.Queries, family uuid.UUID, children []form.Child, now time.Time) error {
	if len(children) == 0 {
		return nil
	}
	key, wrapped, err := k.Make(ctx, family, now)
	if err != nil {
		return err
	}
	for i, child := range children {
		id := pg.NewID()
		sealed, err := key.Seal(tableChildren, id, child)
		if err != nil {
			return fmt.Errorf("seal child: %w", err)
		}
		if err := q.InsertChild(ctx, db.InsertChildParams{ID: id, FamilyID: family, Position: int16(i), Sealed: sealed, Now: now, NewKey: wrapped}); err != nil {
			return fmt.Errorf("insert child: %w", err)
		}
		wrapped = nil
	}
	return nil
}

// Children returns a family's children, none after their erasure.
func (k *Keys) Children(ctx context.Context, q *db.Queries, family uuid.UUID) ([]form.Child, error) {
	rows, err := q.ListChildren(ctx, family)
	if err != nil {
		return nil, fmt.Errorf("list children: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	key, err := k.Of(ctx, q, family)
	if errors.Is(err, ErrNoKey) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	children := make([]form.Child, 0, len(rows))
	for _, row := range rows {
		if row.Sealed == nil {
			continue
		}
		var child form.Child
		if err := key.Open(tableChildren, row.ID, row.Sealed, &child); err != nil {
			return nil, err
		}
		children = append(children, child)
	}
	return children, nil
}
