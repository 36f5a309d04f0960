package professional

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
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

// newProfessional returns the rows of a form. What the form doesn't say stays NULL; security answer and code
// are the caller's to add, hashed.
func (c *Client) newProfessional(p form.Professional, lang string) (professionalRow, error) {
	accountID, now := pg.NewID(), c.core.Now()
	made := professionalRow{
		account: db.InsertAccountParams{
			ID: accountID, Kind: "professional", State: account.Created,
			FirstName: p.FirstName, LastName: p.LastName, NameKey: form.NameKey(p.FirstName, p.LastName),
			Email: &p.Email, EmailKey: pg.Ptr(form.NormalizeEmail(p.Email)),
			PhoneCountryCode: pg.Optional(p.PhoneCountryCode), PhoneNumber: pg.Optional(p.PhoneNumber),
			PhoneKey: pg.Optional(form.PhoneKey(p.PhoneCountryCode, p.PhoneNumber)),
			TimeZone: pg.Optional(p.Timezone), SecurityQuestion: pg.Optional(p.SecurityQuestion), Locale: lang, Now: now,
		},
		row: db.InsertProfessionalParams{
			ID: pg.NewID(), AccountID: accountID, Title: pg.Optional(p.Title), Credentials: pg.Optional(p.Credentials),
			PhoneExtension: pg.Optional(p.PhoneExtension), PracticeName: pg.Optional(p.PracticeName),
			Roles: append([]string{}, p.Roles...), Now: now,
		},
	}
	var err error
	if country := form.NormalizeCountry(p.Country); country != "" {
		made.account.Country = &country
		made.account.Address, err = json.Marshal(form.Address{
			Line1: p.AddressLine1, Line2: pg.Optional(p.AddressLine2), City: p.City, Region: p.Region, PostalCode: p.PostalCode, Country: country,
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

// insertProfessional writes the rows, the event and the job of the welcome mail. Error: [fault.ValidationError]
// with field duplicate where the e-mail has an account by now.
func (c *Client) insertProfessional(ctx context.Context, q *db.Queries, tx pgx.Tx, made professionalRow, actor string) error {
	n, err := q.InsertAccount(ctx, made.account)
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		return c.professionalExists(pg.OrEmpty(made.account.Country), made.account.Locale)
	}
	if err := q.InsertProfessional(ctx, made.row); err != nil {
		return fmt.Errorf("insert professional: %w", err)
	}
	if err := c.account.AccountEvent(ctx, q, made.account.ID, "created", actor); err != nil {
		return err
	}
	return c.core.Enqueue(ctx, tx, job.ProfessionalWelcomeMailJob{ProfessionalID: made.row.ID.String()}, job.Options{Unique: true})
}

// professionalExists refuses an e-mail that has an account.
func (c *Client) professionalExists(country, lang string) error {
	args := map[string]any{"phone": c.core.Site.SupportPhone(country)}
	return &fault.ValidationError{Violations: fault.Violations{form.Violation(core.FieldDuplicate, form.CodeParentDuplicate, text.Language(lang), args)}}
}
