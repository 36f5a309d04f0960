package sdk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// registrationLife is how long a sign-up lives after its last successful change.
const registrationLife = 24 * time.Hour

// Who changed a registration, for its events.
const (
	actorRegistrant = "registrant"
	actorInvitee    = "invitee"
	actorOperator   = "operator"
)

// actorOf is whose registration it is.
func actorOf(row registrationRow) string {
	if row.InvitationID != nil {
		return actorInvitee
	}
	return actorRegistrant
}

// CreateRegistration starts a sign-up with section PARENT, and whatever other sections come with it. The
// answer holds the registration key, which is shown this once. With an idempotency key a second call of
// the same content gives the same answer, key included.
//
// Errors: [ValidationError] (every broken rule at once; field duplicate or duplicateWarning where the
// person seems to have an account). Faults: [SectionMissing], [SectionUnknown], [StepOutOfOrder],
// [TooManyTries], [IdempotencyKeyInvalid], [IdempotencyMismatch], [InProgress], [Saturated].
func (c *Client) CreateRegistration(ctx context.Context, in RegistrationInput, meta CallMeta) (*RegistrationAnswer, error) {
	sections, err := sectionsOf(in)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(sections, SectionParent) {
		return nil, SectionMissing
	}
	call := idempotentCall{Scope: "registration_create", Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return inOneStep(ctx, call, func(ctx context.Context) (*RegistrationAnswer, error) {
		return c.createInOneStep(ctx, sections, in, meta, call)
	}, func(ctx context.Context) (*RegistrationAnswer, error) {
		return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*RegistrationAnswer, error) {
			return c.createRegistration(ctx, sections, in, meta, claim)
		})
	})
}

func (c *Client) createRegistration(ctx context.Context, sections []Section, in RegistrationInput, meta CallMeta, claim *idempotencyClaim) (*RegistrationAnswer, error) {
	world, err := c.registrationWorld(ctx, meta)
	if err != nil {
		return nil, err
	}
	if err := c.peekDuplicateLimit(ctx, sections, meta); err != nil {
		return nil, err
	}
	arms, err := c.armsOf(ctx, meta)
	if err != nil {
		return nil, err
	}
	key, keyHash := newSecretToken()
	now := c.now()
	d := newDraft(keyHash, arms, now)
	before := *d
	if err := d.apply(sections, in, world, meta); err != nil {
		return nil, err
	}
	// Hashing comes after validating, so that nonsense costs nothing, and before the transaction.
	if err := c.hashSecurity(ctx, d, sections, in); err != nil {
		return nil, err
	}
	var answer *RegistrationAnswer
	err = c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		if err := c.checkDuplicates(ctx, q, &before, d, sections, in, meta.Lang); err != nil {
			return err
		}
		d.afterChange(world, now)
		row, err := d.columns()
		if err != nil {
			return err
		}
		if err := q.InsertRegistration(ctx, insertParams(row, sections)); err != nil {
			return fmt.Errorf("insert registration: %w", err)
		}
		answer = d.created(key, world)
		return claim.store(ctx, q, answer)
	})
	if err != nil {
		return nil, c.countDuplicate(ctx, err, meta)
	}
	c.cfg.Log.Debug("registration created", "registration", answer.SignupID, "step", d.row.LastCompletedStep)
	return answer, nil
}

// newDraft is a registration that nothing was entered into yet, of a visitor with these arms.
func newDraft(keyHash, arms []byte, now time.Time) *draft {
	return &draft{children: []Child{}, row: registrationRow{
		ID: newID(), KeyHash: keyHash, State: string(RegistrationOpen), KnowsCoParentEmail: true,
		Services: []string{}, Arms: arms, CreatedAt: now,
	}}
}

// created is the answer to who made the registration, and alone gets its key.
func (d *draft) created(key Secret, world registrationWorld) *RegistrationAnswer {
	return &RegistrationAnswer{
		SignupID: d.row.ID.String(), RegistrationKey: key.Reveal(), ValidationErrors: Violations{},
		Registration: d.wire(d.stepState(world, false)),
	}
}

// insertParams gives every column of a new row. Sections are what its first event names.
func insertParams(row registrationRow, sections []Section) db.InsertRegistrationParams {
	s := saveParams(row, "", sections)
	if row.Arms == nil {
		row.Arms = []byte(`{}`)
	}
	return db.InsertRegistrationParams{
		ID: row.ID, KeyHash: row.KeyHash, InvitationID: row.InvitationID, CreatedAt: row.CreatedAt,
		LastCompletedStep: s.LastCompletedStep, CustomPending: s.CustomPending,
		ParentFirstName: s.ParentFirstName, ParentLastName: s.ParentLastName,
		ParentEmail: s.ParentEmail, ParentEmailKey: s.ParentEmailKey,
		ParentPhoneCountryCode: s.ParentPhoneCountryCode, ParentPhoneNumber: s.ParentPhoneNumber,
		ParentPhoneKey: s.ParentPhoneKey, ParentTimeZone: s.ParentTimeZone,
		ParentDuplicateConfirmed: s.ParentDuplicateConfirmed,
		CoParent:                 s.CoParent, KnowsCoParentEmail: s.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: s.CoParentDuplicateConfirmed, Children: s.Children,
		PackageID: s.PackageID, ProductID: s.ProductID, Services: s.Services, PayForCoparent: s.PayForCoparent,
		Address: s.Address, ConfirmedCountry: s.ConfirmedCountry, PricingGroup: s.PricingGroup, Referral: s.Referral,
		SecurityQuestion: s.SecurityQuestion, SecurityAnswerHash: s.SecurityAnswerHash, SecurityCodeHash: s.SecurityCodeHash,
		ReferrerKey: s.ReferrerKey, SelectionCode: s.SelectionCode, AnonymousID: s.AnonymousID,
		AnalyticsIdentify: s.AnalyticsIdentify, Arms: row.Arms, Locale: s.Locale, UpdatedAt: s.UpdatedAt, ExpiresAt: s.ExpiresAt,
		EventID: s.EventID, Actor: s.Actor, Sections: s.Sections,
	}
}

// saveParams gives every column that may change, and the event of the change.
func saveParams(row registrationRow, kind string, sections []Section) db.SaveRegistrationParams {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = string(s)
	}
	return db.SaveRegistrationParams{
		ID: row.ID, LastCompletedStep: row.LastCompletedStep, CustomPending: row.CustomPending,
		ParentFirstName: row.ParentFirstName, ParentLastName: row.ParentLastName,
		ParentEmail: row.ParentEmail, ParentEmailKey: row.ParentEmailKey,
		ParentPhoneCountryCode: row.ParentPhoneCountryCode, ParentPhoneNumber: row.ParentPhoneNumber,
		ParentPhoneKey: row.ParentPhoneKey, ParentTimeZone: row.ParentTimeZone,
		ParentDuplicateConfirmed: row.ParentDuplicateConfirmed,
		CoParent:                 row.CoParent, KnowsCoParentEmail: row.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: row.CoParentDuplicateConfirmed, Children: row.Children,
		PackageID: row.PackageID, ProductID: row.ProductID, Services: row.Services, PayForCoparent: row.PayForCoparent,
		Address: row.Address, ConfirmedCountry: row.ConfirmedCountry, PricingGroup: row.PricingGroup, Referral: row.Referral,
		SecurityQuestion: row.SecurityQuestion, SecurityAnswerHash: row.SecurityAnswerHash, SecurityCodeHash: row.SecurityCodeHash,
		ReferrerKey: row.ReferrerKey, SelectionCode: row.SelectionCode, AnonymousID: row.AnonymousID,
		AnalyticsIdentify: row.AnalyticsIdentify, Locale: row.Locale, UpdatedAt: row.UpdatedAt, ExpiresAt: row.ExpiresAt,
		EventID: newID(), Kind: kind, Actor: actorOf(row), Sections: names,
	}
}
