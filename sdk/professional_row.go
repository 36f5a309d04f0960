package sdk

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// professionalRow is a new professional: the person's account and what a professional has beside it.
type professionalRow struct {
	account db.InsertAccountParams
	row     db.InsertProfessionalParams
}

// professionalHearing is how a professional heard of the product, as it is kept.
type professionalHearing struct {
	Source               string `json:"source"`
	BenchOfficerName     string `json:"benchOfficerName,omitempty"`
	BenchOfficerPosition string `json:"benchOfficerPosition,omitempty"`
	ColleagueName        string `json:"colleagueName,omitempty"`
	ColleagueRole        string `json:"colleagueRole,omitempty"`
	Explanation          string `json:"explanation,omitempty"`
}

// newProfessional gives the rows of a form. What the form doesn't say stays NULL; security answer and code
// are the caller's to add, hashed.
func (c *Client) newProfessional(p Professional, lang string) (professionalRow, error) {
	accountID, now := newID(), c.now()
	made := professionalRow{
		account: db.InsertAccountParams{
			ID: accountID, Kind: "professional", State: accountCreated,
			FirstName: p.FirstName, LastName: p.LastName, NameKey: nameKey(p.FirstName, p.LastName),
			Email: &p.Email, EmailKey: ptr(NormalizeEmail(p.Email)),
			PhoneCountryCode: optional(p.PhoneCountryCode), PhoneNumber: optional(p.PhoneNumber),
			PhoneKey: optional(phoneKey(p.PhoneCountryCode, p.PhoneNumber)),
			TimeZone: optional(p.Timezone), SecurityQuestion: optional(p.SecurityQuestion), Locale: lang, Now: now,
		},
		row: db.InsertProfessionalParams{
			ID: newID(), AccountID: accountID, Title: optional(p.Title), Credentials: optional(p.Credentials),
			PhoneExtension: optional(p.PhoneExtension), PracticeName: optional(p.PracticeName),
			Roles: append([]string{}, p.Roles...), Now: now,
		},
	}
	var err error
	if country := NormalizeCountry(p.Country); country != "" {
		made.account.Country = &country
		made.account.Address, err = json.Marshal(Address{
			Line1: p.AddressLine1, Line2: optional(p.AddressLine2), City: p.City, Region: p.Region, PostalCode: p.PostalCode, Country: country,
		})
		if err != nil {
			return made, fmt.Errorf("professional: address: %w", err)
		}
	}
	if p.HearAboutUs != "" {
		made.row.HearAbout, err = json.Marshal(professionalHearing{
			Source: p.HearAboutUs, BenchOfficerName: p.ReferralBenchOfficerName, BenchOfficerPosition: p.ReferralBenchOfficerPosition,
			ColleagueName: p.ReferralColleagueName, ColleagueRole: p.ReferralColleagueRole, Explanation: p.ReferralOtherExplain,
		})
		if err != nil {
			return made, fmt.Errorf("professional: referral: %w", err)
		}
	}
	return made, nil
}

// insertProfessional writes the rows, the event and the job of the welcome mail. Error: [ValidationError]
// with field duplicate where the e-mail has an account by now.
func (c *Client) insertProfessional(ctx context.Context, q *db.Queries, tx pgx.Tx, made professionalRow, actor string) error {
	n, err := q.InsertAccount(ctx, made.account)
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		return c.professionalExists(orEmpty(made.account.Country), made.account.Locale)
	}
	if err := q.InsertProfessional(ctx, made.row); err != nil {
		return fmt.Errorf("insert professional: %w", err)
	}
	if err := c.accountEvent(ctx, q, made.account.ID, "created", actor); err != nil {
		return err
	}
	return c.enqueue(ctx, tx, ProfessionalWelcomeMailJob{ProfessionalID: made.row.ID.String()}, JobOptions{Unique: true})
}

// professionalExists refuses an e-mail that has an account.
func (c *Client) professionalExists(country, lang string) error {
	args := map[string]any{"phone": c.cfg.Site.SupportPhone(country)}
	return &ValidationError{Violations: Violations{violation(fieldDuplicate, CodeParentDuplicate, text.Language(lang), args)}}
}
