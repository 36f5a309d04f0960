package sdk

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// ProfessionalInfo is a professional as operators see them who check who it is.
type ProfessionalInfo struct {
	ProfessionalAccount
	Title          string     `json:"title,omitempty"`
	Credentials    string     `json:"credentials,omitempty"`
	Practice       string     `json:"practice,omitempty"`
	Country        string     `json:"country,omitempty"`
	Roles          []string   `json:"roles"`
	Locale         string     `json:"locale"`
	CredentialsSet bool       `json:"credentialsSet" doc:"Username and password were set, with the link of the welcome mail"`
	CreatedAt      time.Time  `json:"createdAt"`
	VerifiedAt     *time.Time `json:"verifiedAt,omitempty"`
}

// ProfessionalFilter says which professionals to list. An empty field lets everything through.
type ProfessionalFilter struct {
	State  ProfessionalState
	Email  string
	Before string // id of a professional: only older ones
	Limit  int    // default 50, at most 500
}

// Professionals lists professionals, the newest first, and notes that an operator looked. Fault: [ProfessionalNotFound] for a Before that is
// no id.
func (c *Client) Professionals(ctx context.Context, filter ProfessionalFilter) ([]ProfessionalInfo, error) {
	before, err := olderThan(filter.Before, ProfessionalNotFound)
	if err != nil {
		return nil, err
	}
	p := db.ListProfessionalsParams{BeforeID: before, State: string(filter.State), EmailKey: NormalizeEmail(filter.Email), Batch: listed(filter.Limit, defaultListed)}
	found, err := c.listProfessionals(ctx, p)
	if err != nil {
		return nil, err
	}
	return found, c.noteReading(ctx, "professionals", nil, len(found))
}

// FindProfessional gives one professional. Fault: [ProfessionalNotFound].
func (c *Client) FindProfessional(ctx context.Context, professionalID string) (*ProfessionalInfo, error) {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return nil, ProfessionalNotFound
	}
	found, err := c.listProfessionals(ctx, db.ListProfessionalsParams{BeforeID: uuid.Max, OnlyID: &id, Batch: 1})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ProfessionalNotFound
	}
	return &found[0], nil
}

func (c *Client) listProfessionals(ctx context.Context, p db.ListProfessionalsParams) ([]ProfessionalInfo, error) {
	rows, err := c.q.ListProfessionals(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list professionals: %w", err)
	}
	list := make([]ProfessionalInfo, len(rows))
	for i, r := range rows {
		list[i] = ProfessionalInfo{
			ProfessionalAccount: ProfessionalAccount{
				ProfessionalID: r.Professional.ID.String(), UserID: r.Professional.AccountID.String(), State: ProfessionalState(r.Professional.State),
				FirstName: r.FirstName, LastName: r.LastName, Email: orEmpty(r.Email),
			},
			Title: orEmpty(r.Professional.Title), Credentials: orEmpty(r.Professional.Credentials), Practice: orEmpty(r.Professional.PracticeName),
			Country: orEmpty(r.Country), Roles: r.Professional.Roles, Locale: localeTag(r.Locale), CredentialsSet: r.AccountState == accountActive,
			CreatedAt: r.Professional.CreatedAt.UTC(), VerifiedAt: r.Professional.VerifiedAt,
		}
	}
	return list, nil
}
