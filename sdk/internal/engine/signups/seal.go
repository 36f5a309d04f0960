package signups

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/signup"
)

// sealedIn is the name of the table in the sealed data.
const sealedIn = "registrations"

// Open opens a registration. It reads the person's key from the database if this process hasn't cached it. Fault: [fault.RegistrationGone] for an open
// registration of an erased person, which a restored backup may contain.
func (c *Engine) Open(ctx context.Context, q *db.Queries, row Row) (*Draft, error) {
	var key person.Key
	if row.Draft != nil {
		var err error
		key, err = c.core.People.Of(ctx, q, row.PersonID)
		if errors.Is(err, person.ErrNoKey) && row.State == string(signup.Open) {
			return nil, fault.RegistrationGone
		}
		if err != nil && !errors.Is(err, person.ErrNoKey) {
			return nil, fmt.Errorf("registration %s: %w", row.ID, err)
		}
	}
	return open(row, key)
}

// openAll opens many registrations with one call to the database. The data of an erased person is empty.
func (c *Engine) openAll(ctx context.Context, q *db.Queries, rows []Row) ([]*Draft, error) {
	opened, failed, err := c.openEach(ctx, q, rows)
	if err != nil {
		return nil, err
	}
	for _, err := range failed {
		return nil, err
	}
	return opened, nil
}

// openEach opens many registrations like openAll. It returns the errors of the failed ones beside the opened ones.
func (c *Engine) openEach(ctx context.Context, q *db.Queries, rows []Row) (opened []*Draft, failed map[uuid.UUID]error, err error) {
	var persons []uuid.UUID
	for _, row := range rows {
		if row.Draft != nil {
			persons = append(persons, row.PersonID)
		}
	}
	keys, unopened, failed := map[uuid.UUID]person.Key{}, map[uuid.UUID]error{}, map[uuid.UUID]error{}
	if len(persons) > 0 {
		if keys, unopened, err = c.core.People.Openable(ctx, q, persons); err != nil {
			return nil, nil, fmt.Errorf("registrations: %w", err)
		}
	}
	opened = make([]*Draft, 0, len(rows))
	for _, row := range rows {
		d, err := open(row, keys[row.PersonID])
		if err = cmp.Or(unopened[row.PersonID], err); err != nil {
			failed[row.ID] = err
			continue
		}
		opened = append(opened, d)
	}
	return opened, failed, nil
}

// open opens the sealed data of a row, if there is a key for it.
func open(row Row, key person.Key) (*Draft, error) {
	d := &Draft{Row: row, key: key}
	var err error
	if d.Choice, err = ChoiceOf(row); err != nil {
		return nil, err
	}
	if row.Draft != nil && !key.None() {
		if err := key.Open(sealedIn, row.ID, row.Draft, &d.Entered); err != nil {
			return nil, err
		}
	}
	if d.Children == nil {
		d.Children = []form.Child{}
	}
	return d, nil
}

// ChoiceOf returns the choices, which need no key.
func ChoiceOf(row Row) (Choice, error) {
	var choice Choice
	if err := json.Unmarshal(row.Choice, &choice); err != nil {
		return choice, fmt.Errorf("registration %s: choice: %w", row.ID, err)
	}
	return choice, nil
}

// seal returns the row to store, with sealed data, choices and search hashes. The person of a new registration gets a key.
func (c *Engine) seal(ctx context.Context, d *Draft) (Row, error) {
	if d.Fresh() {
		var err error
		if d.key, d.newKey, err = c.core.People.Make(ctx, d.Row.PersonID, d.Row.CreatedAt); err != nil {
			return Row{}, fmt.Errorf("registration: %w", err)
		}
	}
	row := d.Row
	var err error
	if row.Draft, err = d.key.Seal(sealedIn, row.ID, d.Entered); err != nil {
		return row, fmt.Errorf("registration %s: %w", row.ID, err)
	}
	if row.Choice, err = json.Marshal(d.Choice); err != nil {
		return row, fmt.Errorf("registration %s: choice: %w", row.ID, err)
	}
	row.EmailHash, row.CoParentEmailHash = c.emailHashes(d)
	return row, nil
}

// emailHashes returns the search hashes of a registration, under the current server secret.
func (c *Engine) emailHashes(d *Draft) (parent, coParent []byte) {
	return c.core.People.EmailHash(d.EmailKey()), c.core.People.EmailHash(d.coParentEmailKey())
}

// SaveParams seals a registration and returns the parameters of its write, with the change's event.
func (c *Engine) SaveParams(ctx context.Context, d *Draft, kind string, sections []signup.Section) (db.SaveRegistrationParams, error) {
	row, err := c.seal(ctx, d)
	if err != nil {
		return db.SaveRegistrationParams{}, err
	}
	p := saveParams(row, kind, sections)
	p.PersonKey = d.newKey
	return p, nil
}
