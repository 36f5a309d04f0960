package professional

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/text"
)

// Info is a professional as operators see them who check who it is.
type Info struct {
	Account
	Title          string     `json:"title,omitempty"`
	Credentials    string     `json:"credentials,omitempty"`
	Practice       string     `json:"practice,omitempty"`
	Country        string     `json:"country,omitempty"`
	Roles          []string   `json:"roles"`
	Locale         string     `json:"locale"`
	CredentialsSet bool       `json:"credentialsSet" doc:"Username and password were set, with the link of the welcome mail"`
	CreatedAt      time.Time  `json:"createdAt"`
	VerifiedAt     *time.Time `json:"verifiedAt,omitempty"`
	Refusals       int        `json:"refusals" doc:"Addresses they invited whose owners don't know them, since an operator last suspended or restored them. limits.refusals of these suspend them"`
}

// Filter says which professionals to list. An empty field lets everything through.
type Filter struct {
	State  State
	Email  string
	Before string // id of a professional: only older ones
	Limit  int    // default 50, at most 500
}

// List lists professionals, the newest first, and notes that an operator looked. Faults: [fault.OperatorUnnamed];
// [fault.ProfessionalNotFound] for a Before that is no id.
func (c *Client) List(ctx context.Context, filter Filter) ([]Info, error) {
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

// Find returns one professional, and notes that an operator looked. Faults: [fault.OperatorUnnamed], [fault.ProfessionalNotFound].
func (c *Client) Find(ctx context.Context, professionalID string) (*Info, error) {
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

func (c *Client) listProfessionals(ctx context.Context, p db.ListProfessionalsParams) ([]Info, error) {
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
	list := make([]Info, len(rows))
	for i, r := range rows {
		who, practice := known[r.PersonID], person.Practice{}
		if who.Practice != nil {
			practice = *who.Practice
		}
		country := ""
		if who.Address != nil {
			country = who.Address.Country
		}
		list[i] = Info{
			Account: Account{
				ProfessionalID: r.Professional.ID.String(), UserID: r.Professional.AccountID.String(), State: State(r.Professional.State),
				FirstName: who.FirstName, LastName: who.LastName, Email: who.Email,
			},
			Title: practice.Title, Credentials: practice.Credentials, Practice: practice.Name,
			Country: country, Roles: append([]string{}, practice.Roles...), Locale: text.LocaleTag(r.Locale), CredentialsSet: r.AccountState == account.Active,
			CreatedAt: r.Professional.CreatedAt.UTC(), VerifiedAt: r.Professional.VerifiedAt, Refusals: int(r.Refusals),
		}
	}
	return list, nil
}
