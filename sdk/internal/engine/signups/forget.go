package signups

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/signup"
)

// ForgetCoParent removes a person from the sign-ups that list them as the co-parent by an email address with one of these hashes. It returns the
// number of those sign-ups. Their parents must fill in the family again. Fault: [fault.RegistrationBusy] while one of the sign-ups is being paid.
func (c *Engine) ForgetCoParent(ctx context.Context, q *db.Queries, emailHashes [][]byte) (int, error) {
	if len(emailHashes) == 0 {
		return 0, nil
	}
	rows, err := q.LockRegistrationsNaming(ctx, emailHashes)
	if err != nil {
		return 0, fmt.Errorf("registrations that name somebody: %w", err)
	}
	opened, err := c.openAll(ctx, q, rows)
	if err != nil {
		return 0, err
	}
	for _, d := range opened {
		if d.Row.PayingSince != nil {
			return 0, fault.RegistrationBusy
		}
		d.CoParent = nil
		if d.Row.State == string(signup.Open) {
			d.Row.LastCompletedStep = min(d.Row.LastCompletedStep, 1)
		}
		row, err := c.seal(ctx, d)
		if err != nil {
			return 0, err
		}
		if err := q.ForgetCoParent(ctx, row.Draft, row.LastCompletedStep, row.ID); err != nil {
			return 0, fmt.Errorf("registration %s: %w", row.ID, err)
		}
	}
	return len(opened), nil
}

// Rehash recomputes the hashes of a batch of sign-ups under the current server secret. The batch starts after the given id.
func (c *Engine) Rehash(ctx context.Context, q *db.Queries, after uuid.UUID, batch int32) (person.Rekeyed, error) {
	rows, err := q.PickRegistrationsToRehash(ctx, after, batch)
	if err != nil {
		return person.Rekeyed{}, fmt.Errorf("registrations: %w", err)
	}
	opened, failed, err := c.openEach(ctx, q, rows)
	if err != nil {
		return person.Rekeyed{}, err
	}
	out := person.Rekeyed{Last: after, Seen: len(rows)}
	for _, row := range rows {
		out.Last = row.ID
		if failed[row.ID] != nil {
			out.Unopened = append(out.Unopened, person.Unopened{ID: row.ID})
		}
	}
	for _, d := range opened {
		email, coParent := c.emailHashes(d)
		if d.key.None() || bytes.Equal(email, d.Row.EmailHash) && bytes.Equal(coParent, d.Row.CoParentEmailHash) {
			continue
		}
		if err := q.RehashRegistration(ctx, email, coParent, d.Row.ID); err != nil {
			return person.Rekeyed{}, fmt.Errorf("registration %s: %w", d.Row.ID, err)
		}
		out.Changed++
	}
	return out, nil
}
