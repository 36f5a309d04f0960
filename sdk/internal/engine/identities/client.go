package identities

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/person"
)

// sampled is the number of rows read from either end of a table.
const sampled = 20

// Engine compares the configuration with the databases. sdk.New makes it.
type Engine struct{ core *core.Core }

// New returns an Engine.
func New(k *core.Core) *Engine { return &Engine{core: k} }

// Check implements [identity.Client].
func (c *Engine) Check(ctx context.Context) error {
	found, err := c.compare(ctx)
	if err != nil {
		return err
	}
	return errors.Join(found.wrong...)
}

// rounds is the maximum number of comparisons in one Verify. It compares again after other processes recorded something.
const rounds = 4

// Verify implements [identity.Client].
func (c *Engine) Verify(ctx context.Context) error {
	for range rounds {
		found, err := c.compare(ctx)
		if err != nil {
			return err
		}
		if len(found.wrong) > 0 {
			return errors.Join(found.wrong...)
		}
		if len(found.add) == 0 && found.keys == keysBelong {
			return nil
		}
		for _, row := range found.add {
			if _, err := c.core.Q.InsertIdentity(ctx, row); err != nil {
				return refused(err)
			}
		}
		if err := c.recordKeys(ctx, found); err != nil {
			return err
		}
	}
	return errors.New("identities: other processes keep changing them")
}

// comparison is the result of a comparison.
type comparison struct {
	stored map[name]db.Identity
	marker *marker
	wrong  []error
	add    []db.InsertIdentityParams // to the product's database
	keys   keysDecision
}

type name struct {
	kind   identity.Kind
	number int16
}

func newest(rows []db.Identity) map[name]db.Identity {
	found := map[name]db.Identity{}
	for _, row := range rows {
		key := name{identity.Kind(row.Kind), row.Number}
		if row.Version > found[key].Version {
			found[key] = row
		}
	}
	return found
}

// next returns the row that follows the stored one.
func (found *comparison) next(k *core.Core, kind identity.Kind, number int16, value string) db.InsertIdentityParams {
	version := found.stored[name{kind, number}].Version + 1
	return db.InsertIdentityParams{Kind: string(kind), Number: number, Version: version, Value: value, Now: k.Now()}
}

// value returns the stored value of a kind; nil if there is none.
func (found *comparison) value(kind identity.Kind) *string {
	row, there := found.stored[name{kind, 0}]
	if !there {
		return nil
	}
	return &row.Value
}

func (c *Engine) compare(ctx context.Context) (*comparison, error) {
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return nil, refused(err)
	}
	found := &comparison{stored: newest(rows)}
	for _, part := range []func(context.Context, *comparison) error{c.compareKeys, c.compareSecrets, c.compareMerchant} {
		if err := part(ctx, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (c *Engine) compareSecrets(ctx context.Context, found *comparison) error {
	seals := map[uint8]string{}
	for key, row := range found.stored {
		if key.kind == identity.Secret {
			seals[uint8(key.number)] = row.Value
		}
	}
	var samples []sample
	for _, number := range c.core.Keys.Numbers() {
		if _, sealed := seals[number]; sealed {
			continue
		}
		var err error
		if samples, err = c.samples(ctx, found.keys != keysForeign); err != nil {
			return err
		}
		break
	}
	add, wrong := compareSecrets(c.core.Keys, seals, samples)
	found.wrong = append(found.wrong, wrong...)
	for _, number := range add {
		seal, err := sealOf(c.core.Keys, number)
		if err != nil {
			return fmt.Errorf("identities: %w", err)
		}
		found.add = append(found.add, found.next(c.core, identity.Secret, int16(number), seal))
	}
	return nil
}

// samples returns the oldest and the newest rows sealed under secrets.
func (c *Engine) samples(ctx context.Context, keysBelong bool) ([]sample, error) {
	var out []sample
	keys := []*db.Queries{c.core.Q}
	if elsewhere := c.core.People.Elsewhere(); elsewhere != nil && keysBelong {
		keys = append(keys, db.New(elsewhere))
	}
	for _, q := range keys {
		rows, err := q.SamplePersonKeys(ctx, sampled)
		if err != nil {
			return nil, fmt.Errorf("identities: persons' keys: %w", err)
		}
		for _, row := range rows {
			out = append(out, sample{First: row.Place == "first", Purpose: person.SealKey, ID: row.ID, Sealed: row.Sealed})
		}
	}
	rows, err := c.core.Q.SampleSealed(ctx, sampled)
	if err != nil {
		return nil, fmt.Errorf("identities: sealed rows: %w", err)
	}
	purposes := map[string]string{"code": orders.PurposeCodeSeal, "payment_method": payments.SealPaymentMethod, "endpoint": integrations.SealSecret}
	for _, row := range rows {
		out = append(out, sample{First: row.Place == "first", Purpose: purposes[row.Kind], ID: row.ID, Sealed: row.Sealed})
	}
	return out, nil
}

func (c *Engine) compareMerchant(ctx context.Context, found *comparison) error {
	configured := c.core.Merchant
	if configured.ID == "" {
		return nil
	}
	values := []struct {
		kind  identity.Kind
		value string
	}{{identity.Merchant, configured.Provider + " " + configured.ID}, {identity.Environment, configured.Environment}}
	for _, v := range values {
		stored, used := found.value(v.kind), false
		if stored != nil && *stored != v.value {
			var err error
			if used, err = c.core.Q.HasPayments(ctx); err != nil {
				return fmt.Errorf("identities: payments: %w", err)
			}
		}
		record, wrong := compareSetting(v.kind, stored, v.value, used)
		if wrong != nil {
			found.wrong = append(found.wrong, wrong)
		}
		if record {
			found.add = append(found.add, found.next(c.core, v.kind, 0, v.value))
		}
	}
	return nil
}

// refused returns the cause of a failed statement.
func refused(err error) error {
	if err == nil {
		return nil
	}
	var code *pgconn.PgError
	if errors.As(err, &code) {
		switch code.Code {
		case "42P01":
			return identity.ErrNotMigrated
		case "42501":
			return identity.ErrNoRights
		}
	}
	return fmt.Errorf("identities: %w", err)
}

func idsOf(rows []db.SamplePersonKeysRow) []uuid.UUID {
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.ID
	}
	return ids
}
