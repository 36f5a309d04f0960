package professionals

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/text"
)

// List implements [professional.Client].
func (c *Engine) List(ctx context.Context, filter professional.Filter) ([]professional.Info, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	before, err := core.OlderThan(filter.Before, fault.ProfessionalNotFound)
	if err != nil {
		return nil, err
	}
	p := db.ListProfessionalsParams{BeforeID: before, State: string(filter.State), EmailHashes: c.core.People.EmailHashes(form.NormalizeEmail(filter.Email)), Batch: core.Listed(filter.Limit, core.DefaultListed)}
	found, err := c.listProfessionals(ctx, p)
	if err != nil {
		return nil, err
	}
	return found, c.core.NoteReading(ctx, core.ReadProfessionals, nil, len(found))
}

// Find implements [professional.Client].
func (c *Engine) Find(ctx context.Context, professionalID string) (*professional.Info, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, fault.ProfessionalNotFound
	}
	found, err := c.listProfessionals(ctx, db.ListProfessionalsParams{BeforeID: uuid.Max, OnlyID: &id, EmailHashes: [][]byte{}, Batch: 1})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.ProfessionalNotFound
	}
	return &found[0], c.core.NoteReading(ctx, core.ReadProfessional, &id, 1)
}

func (c *Engine) listProfessionals(ctx context.Context, p db.ListProfessionalsParams) ([]professional.Info, error) {
	rows, err := c.core.Q.ListProfessionals(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list professionals: %w", err)
	}
	ids := make([]uuid.UUID, len(rows))
	for i, r := range rows {
		ids[i] = r.PersonID
	}
	known, err := c.core.People.Read(ctx, c.core.Q, ids...)
	if err != nil {
		return nil, fmt.Errorf("list professionals: %w", err)
	}
	list := make([]professional.Info, len(rows))
	for i, r := range rows {
		owner, practice := known[r.PersonID], person.Practice{}
		if owner.Practice != nil {
			practice = *owner.Practice
		}
		country := ""
		if owner.Address != nil {
			country = owner.Address.Country
		}
		list[i] = professional.Info{
			Account: professional.Account{
				ProfessionalID: r.Professional.ID.String(), UserID: r.Professional.AccountID.String(), State: professional.State(r.Professional.State),
				FirstName: owner.FirstName, LastName: owner.LastName, Email: owner.Email,
			},
			Title: practice.Title, Credentials: practice.Credentials, Practice: practice.Name,
			Country: country, Roles: append([]string{}, practice.Roles...), Locale: text.LocaleTag(r.Locale), CredentialsSet: r.AccountState == accounts.Active,
			CreatedAt: r.Professional.CreatedAt.UTC(), VerifiedAt: r.Professional.VerifiedAt, Refusals: int(r.Refusals),
		}
	}
	return list, nil
}
