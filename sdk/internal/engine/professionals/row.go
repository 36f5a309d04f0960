package professionals

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/text"
)

// professionalRow is a new professional: the person and their account.
type professionalRow struct {
	person  person.Identity
	account db.InsertAccountParams
	id      uuid.UUID // the professional's
}

// newProfessional returns the rows of a form. The caller adds security answer and code, hashed.
func (c *Engine) newProfessional(p form.Professional, lang string) professionalRow {
	accountID, now := pg.NewID(), c.core.Now()
	practice := &person.Practice{
		Title: p.Title, Credentials: p.Credentials, PhoneExtension: p.PhoneExtension, Name: p.PracticeName, Roles: append([]string{}, p.Roles...),
	}
	if p.HearAboutUs != "" {
		practice.Hearing = &person.Hearing{
			Source: p.HearAboutUs, BenchOfficerName: p.ReferralBenchOfficerName, BenchOfficerPosition: p.ReferralBenchOfficerPosition,
			ColleagueName: p.ReferralColleagueName, ColleagueRole: p.ReferralColleagueRole, Explanation: p.ReferralOtherExplain,
		}
	}
	made := professionalRow{
		person: person.Identity{
			FirstName: p.FirstName, LastName: p.LastName, Email: p.Email, PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber,
			TimeZone: p.Timezone, SecurityQuestion: p.SecurityQuestion, Practice: practice,
		},
		account: db.InsertAccountParams{
			ID: accountID, Kind: accounts.KindProfessional, State: accounts.Created, Locale: lang, Now: now, EventID: pg.NewID(), Event: "created",
		},
		id: pg.NewID(),
	}
	if country := form.NormalizeCountry(p.Country); country != "" {
		made.person.Address = &form.Address{
			Line1: p.AddressLine1, Line2: pg.Optional(p.AddressLine2), City: p.City, Region: p.Region, PostalCode: p.PostalCode, Country: country,
		}
	}
	return made
}

// insertProfessional inserts the rows and the event, and enqueues the welcome mail. The account has no proved address until account.SetCredentials
// uses that mail's link. Error: [fault.ValidationError] with field duplicate if the email has an account by now.
func (c *Engine) insertProfessional(ctx context.Context, tx *pg.Tx, made professionalRow, actor string) error {
	key := made.person.EmailKey()
	if err := pg.LockEmails(ctx, tx.Queries, &key); err != nil {
		return err
	}
	personID, err := c.core.People.Create(ctx, tx.Queries, made.person, person.Row{Now: made.account.Now})
	if err != nil {
		return err
	}
	made.account.PersonID, made.account.EmailHashes, made.account.Actor = personID, c.core.People.EmailHashes(key), actor
	n, err := tx.InsertAccount(ctx, made.account)
	if err != nil {
		return fmt.Errorf("insert account: %w", err)
	}
	if n == 0 {
		country := ""
		if made.person.Address != nil {
			country = made.person.Address.Country
		}
		return c.professionalExists(country, made.account.Locale)
	}
	if err := tx.InsertProfessional(ctx, made.id, made.account.ID, made.account.Now); err != nil {
		return fmt.Errorf("insert professional: %w", err)
	}
	if actor == core.ActorRegistrant {
		// Strangers may sign up with any address, any number of times. Past the limit the address gets no more mail; the links that it already has
		// still work.
		_, err := c.core.CountEvent(ctx, tx.Queries, core.LimitLinks, c.core.Limits.Links, "welcome", key)
		if errors.Is(err, fault.TooManyTries) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	tx.Enqueue(email.ProfessionalWelcomeJob{ProfessionalID: made.id.String(), Operator: actor == core.ActorOperator}, job.Options{Unique: true})
	return nil
}

// professionalExists returns the violation for an email with an account.
func (c *Engine) professionalExists(country, lang string) error {
	args := map[string]any{"phone": c.core.Site.SupportPhone(country)}
	return &fault.ValidationError{Violations: fault.Violations{form.Violation(core.FieldDuplicate, form.CodeParentDuplicate, text.Language(lang), args)}}
}
