package identities

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

func (c *Engine) compareKeys(ctx context.Context, found *comparison) error {
	facts, err := c.keysFacts(ctx, found)
	if err != nil {
		return err
	}
	found.marker = facts.Marker
	found.keys = compareKeys(facts)
	switch found.keys {
	case keysForeign:
		found.wrong = append(found.wrong, &identity.MismatchError{Kind: identity.PersonKeys})
	case keysMissing:
		found.wrong = append(found.wrong, &identity.MismatchError{Kind: identity.PersonKeys, Missing: true})
	case keysBelong, keysHere, keysPair, keysMark, keysRecord:
	}
	return nil
}

// keysFacts reads the figures that [compareKeys] needs. It samples only if the two records don't decide.
func (c *Engine) keysFacts(ctx context.Context, found *comparison) (keysFacts, error) {
	elsewhere := c.core.People.Elsewhere()
	facts := keysFacts{Elsewhere: elsewhere != nil, Recorded: found.value(identity.PersonKeys)}
	if id := found.value(product); id != nil {
		facts.Product = *id
	}
	if elsewhere != nil {
		rows, err := db.New(elsewhere).ListIdentities(ctx)
		if err != nil {
			return facts, fmt.Errorf("database of persons' keys: %w", refused(err))
		}
		there := comparison{stored: newest(rows)}
		if pairing, of := there.value(identity.PersonKeys), there.value(product); pairing != nil && of != nil {
			facts.Marker = &marker{Pairing: *pairing, Product: *of}
		}
	}
	decided := facts.Recorded != nil && (!facts.Elsewhere || facts.Marker != nil && facts.Marker.Pairing == *facts.Recorded)
	if decided {
		return facts, nil
	}
	people, err := c.core.Q.SamplePeople(ctx, sampled)
	if err != nil {
		return facts, fmt.Errorf("identities: people: %w", err)
	}
	here, err := c.core.Q.GetPersonKeys(ctx, people)
	if err != nil {
		return facts, fmt.Errorf("identities: persons' keys: %w", err)
	}
	facts.People, facts.Here = len(people), len(here)
	if elsewhere == nil {
		return facts, nil
	}
	rows, err := db.New(elsewhere).SamplePersonKeys(ctx, sampled)
	if err != nil {
		return facts, fmt.Errorf("database of persons' keys: %w", err)
	}
	used, err := c.core.Q.ListKeysInUse(ctx, idsOf(rows))
	if err != nil {
		return facts, fmt.Errorf("identities: keys in use: %w", err)
	}
	facts.KeysThere, facts.UsedThere = len(rows), len(used)
	return facts, nil
}

// recordKeys records the key database that belongs to the product's database. It writes to the key database first. If the process ends in
// between, the next start recognizes that database by the product's id.
func (c *Engine) recordKeys(ctx context.Context, found *comparison) error {
	var pairing string
	var err error
	switch found.keys {
	case keysHere:
	case keysRecord:
		pairing = found.marker.Pairing
	case keysPair:
		pairing, err = c.mark(ctx, pg.NewID().String())
	case keysMark:
		_, err = c.mark(ctx, *found.value(identity.PersonKeys))
		return err
	case keysBelong, keysForeign, keysMissing:
		return nil
	}
	if err != nil {
		return err
	}
	_, err = c.core.Q.InsertIdentity(ctx, found.next(c.core, identity.PersonKeys, 0, pairing))
	return refused(err)
}

// mark stores the pairing and the product's id in the key database, and returns the pairing that is then stored there.
func (c *Engine) mark(ctx context.Context, pairing string) (string, error) {
	fresh := &comparison{}
	if _, err := c.core.Q.InsertIdentity(ctx, fresh.next(c.core, product, 0, uuid.NewString())); err != nil {
		return "", refused(err)
	}
	rows, err := c.core.Q.ListIdentities(ctx)
	if err != nil {
		return "", refused(err)
	}
	of := *(&comparison{stored: newest(rows)}).value(product)
	there := db.New(c.core.People.Elsewhere())
	for kind, value := range map[identity.Kind]string{product: of, identity.PersonKeys: pairing} {
		if _, err := there.InsertIdentity(ctx, fresh.next(c.core, kind, 0, value)); err != nil {
			return "", fmt.Errorf("database of persons' keys: %w", refused(err))
		}
	}
	if rows, err = there.ListIdentities(ctx); err != nil {
		return "", fmt.Errorf("database of persons' keys: %w", refused(err))
	}
	return *(&comparison{stored: newest(rows)}).value(identity.PersonKeys), nil
}
