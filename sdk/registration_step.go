package sdk

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// Most steps of a sign-up are decided on what one statement reads, and written by another: row, event and
// the answer that is kept for the same call sent again, all or nothing. That is two round trips to the
// database in place of eight, and one commit in place of two. Whatever is out of the ordinary (a refusal, a
// call that was sent before, a row that changed meanwhile, a secret to be hashed) isn't done here: nothing
// was written then, and the long way decides anew, under a lock.

// errLongWay says that a call isn't one for a single statement.
var errLongWay = errors.New("the call isn't an ordinary step")

// stepTimeout is how long the database may hold a step up before the long way is taken: there a duplicate is
// told in time that the call is in progress. Should the step have been written after all, its answer is found.
const stepTimeout = 5 * time.Second

// inOneStep runs a call's one step, and the long way where that is none.
func inOneStep[A any](ctx context.Context, call idempotentCall, step, longWay func(context.Context) (*A, error)) (*A, error) {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if call.Key != "" { // without one nothing could be found
		bounded, cancel = context.WithTimeout(ctx, stepTimeout)
	}
	defer cancel()
	if answer, err := step(bounded); err == nil {
		return answer, nil
	}
	return longWay(ctx)
}

// isStep reports whether a call can be done in one statement: it hashes nothing, and its key is a key.
func isStep(sections []Section, key string) bool {
	return !slices.Contains(sections, SectionSecurityQuestion) && !slices.Contains(sections, SectionSecurityCode) &&
		(key == "" || validIdempotencyKey(key))
}

// stepWorld gives what a step is decided with; [errLongWay] where the catalogue isn't there yet, or the caller may
// be told of no more accounts.
func (c *Client) stepWorld(ctx context.Context, version, duplicates int32, sections []Section, meta CallMeta) (registrationWorld, error) {
	limit := c.cfg.Limits.Duplicates.Count
	if asksForPersons(sections) && limit >= 0 && int(duplicates) >= limit || version == 0 {
		return registrationWorld{}, errLongWay
	}
	catalog, err := c.catalogVersion(ctx, c.q, int(version))
	if err != nil {
		return registrationWorld{}, err
	}
	return c.worldWith(ctx, catalog, meta), nil
}

// stepQuestion is what a change of a registration wants to know.
type stepQuestion struct {
	id       uuid.UUID
	scope    string
	callHash []byte
	subject  []byte // whom the limit on duplicates counts; nil for nobody
}

// stepsTogether is how many are read in one statement: the LIMIT that ReadForSteps is planned for.
const stepsTogether = 16

// readForSteps gives what each change is decided on; nil where there is no such registration.
func (c *Client) readForSteps(ctx context.Context, questions []stepQuestion) ([]*db.ReadForStepsRow, error) {
	answers := make([]*db.ReadForStepsRow, len(questions))
	rest := answers
	for some := range slices.Chunk(questions, stepsTogether) {
		p := db.ReadForStepsParams{Now: c.now()}
		for _, q := range some {
			p.Ids, p.Scopes = append(p.Ids, q.id), append(p.Scopes, q.scope)
			p.CallHashes, p.Subjects = append(p.CallHashes, q.callHash), append(p.Subjects, q.subject)
		}
		rows, err := c.q.ReadForSteps(ctx, p)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rest[rows[i].Place-1] = &rows[i]
		}
		rest = rest[len(some):]
	}
	return answers, nil
}

// takeStep changes the draft as a call asks, and gives its row; [errLongWay] where something about it is refused.
func (c *Client) takeStep(ctx context.Context, d *draft, sections []Section, in RegistrationInput, world registrationWorld, meta CallMeta, now time.Time) (registrationRow, error) {
	before := *d
	if d.apply(sections, in, world, meta) != nil || c.checkDuplicates(ctx, c.q, &before, d, sections, in, meta.Lang) != nil {
		return registrationRow{}, errLongWay
	}
	d.afterChange(world, now)
	row, err := d.columns()
	if err != nil {
		return registrationRow{}, errLongWay
	}
	return row, nil
}

// updateInOneStep is updateRegistration for the ordinary call.
func (c *Client) updateInOneStep(ctx context.Context, signupID string, key Secret, sections []Section, in RegistrationInput, meta CallMeta, call idempotentCall) (*RegistrationAnswer, error) {
	id, err := uuid.Parse(signupID)
	if err != nil || !isStep(sections, call.Key) {
		return nil, errLongWay
	}
	keyHash, requestHash, err := call.hashes()
	if err != nil {
		return nil, errLongWay
	}
	now := c.now()
	read, err := c.steps.ask(ctx, stepQuestion{id: id, scope: call.Scope, callHash: keyHash, subject: c.duplicateSubject(sections, meta)})
	if err != nil || read == nil || read.Repeated || c.authorizeRegistration(read.Registration, signupID, key) != nil || openFault(read.Registration) != nil {
		return nil, errLongWay
	}
	world, err := c.stepWorld(ctx, read.CatalogVersion, read.Duplicates, sections, meta)
	if err != nil {
		return nil, err
	}
	d, err := draftOf(read.Registration)
	if err != nil {
		return nil, errLongWay
	}
	before := *d
	row, err := c.takeStep(ctx, d, sections, in, world, meta, now)
	if err != nil {
		return nil, err
	}
	answer := &RegistrationAnswer{
		SignupID: signupID, ValidationErrors: Violations{}, Registration: d.wire(d.stepState(world, false)),
	}
	sealed, err := c.sealAnswer(call, keyHash, answer)
	if err != nil {
		return nil, errLongWay
	}
	s := saveParams(row, eventKind(&before, d), sections)
	n, err := c.q.SaveStep(ctx, db.SaveStepParams{
		ID: s.ID, LastCompletedStep: s.LastCompletedStep, CustomPending: s.CustomPending,
		ParentFirstName: s.ParentFirstName, ParentLastName: s.ParentLastName, ParentEmail: s.ParentEmail, ParentEmailKey: s.ParentEmailKey,
		ParentPhoneCountryCode: s.ParentPhoneCountryCode, ParentPhoneNumber: s.ParentPhoneNumber, ParentPhoneKey: s.ParentPhoneKey,
		ParentTimeZone: s.ParentTimeZone, ParentDuplicateConfirmed: s.ParentDuplicateConfirmed, CoParent: s.CoParent,
		KnowsCoParentEmail: s.KnowsCoParentEmail, CoParentDuplicateConfirmed: s.CoParentDuplicateConfirmed, Children: s.Children,
		PackageID: s.PackageID, ProductID: s.ProductID, Services: s.Services, PayForCoparent: s.PayForCoparent, Address: s.Address,
		ConfirmedCountry: s.ConfirmedCountry, PricingGroup: s.PricingGroup, Referral: s.Referral, SecurityQuestion: s.SecurityQuestion,
		SecurityAnswerHash: s.SecurityAnswerHash, SecurityCodeHash: s.SecurityCodeHash, ReferrerKey: s.ReferrerKey,
		SelectionCode: s.SelectionCode, AnonymousID: s.AnonymousID, AnalyticsIdentify: s.AnalyticsIdentify, Locale: s.Locale,
		UpdatedAt: s.UpdatedAt, ExpiresAt: s.ExpiresAt, EventID: s.EventID, Kind: s.Kind, Actor: s.Actor, Sections: s.Sections,
		Seen: read.Seen, Keyed: call.Key != "", Scope: call.Scope, CallHash: keyHash, RequestHash: requestHash, Answer: sealed,
		Now: now, KeepUntil: now.Add(c.cfg.Idempotency.Keep),
	})
	if err != nil || n == 0 {
		return nil, errLongWay
	}
	c.cfg.Log.Debug("registration updated", "registration", signupID, "sections", sections)
	return answer, nil
}

// createInOneStep is createRegistration for the ordinary call, which has an idempotency key.
func (c *Client) createInOneStep(ctx context.Context, sections []Section, in RegistrationInput, meta CallMeta, call idempotentCall) (*RegistrationAnswer, error) {
	if call.Key == "" || !isStep(sections, call.Key) {
		return nil, errLongWay
	}
	callHash, requestHash, err := call.hashes()
	if err != nil {
		return nil, errLongWay
	}
	now := c.now()
	read, err := c.q.ReadForCreation(ctx, call.Scope, callHash, c.duplicateSubject(sections, meta), now)
	if err != nil || read.Repeated {
		return nil, errLongWay
	}
	world, err := c.stepWorld(ctx, read.CatalogVersion, read.Duplicates, sections, meta)
	if err != nil {
		return nil, err
	}
	arms, err := c.armsOf(ctx, meta)
	if err != nil {
		return nil, err
	}
	key, keyHash := newSecretToken()
	d := newDraft(keyHash, arms, now)
	row, err := c.takeStep(ctx, d, sections, in, world, meta, now)
	if err != nil {
		return nil, err
	}
	answer := d.created(key, world)
	sealed, err := c.sealAnswer(call, callHash, answer)
	if err != nil {
		return nil, errLongWay
	}
	p := insertParams(row, sections)
	err = c.q.InsertAnswered(ctx, db.InsertAnsweredParams{
		ID: p.ID, KeyHash: p.KeyHash, InvitationID: p.InvitationID, CreatedAt: p.CreatedAt, LastCompletedStep: p.LastCompletedStep,
		CustomPending: p.CustomPending, ParentFirstName: p.ParentFirstName, ParentLastName: p.ParentLastName, ParentEmail: p.ParentEmail,
		ParentEmailKey: p.ParentEmailKey, ParentPhoneCountryCode: p.ParentPhoneCountryCode, ParentPhoneNumber: p.ParentPhoneNumber,
		ParentPhoneKey: p.ParentPhoneKey, ParentTimeZone: p.ParentTimeZone, ParentDuplicateConfirmed: p.ParentDuplicateConfirmed,
		CoParent: p.CoParent, KnowsCoParentEmail: p.KnowsCoParentEmail, CoParentDuplicateConfirmed: p.CoParentDuplicateConfirmed,
		Children: p.Children, PackageID: p.PackageID, ProductID: p.ProductID, Services: p.Services, PayForCoparent: p.PayForCoparent,
		Address: p.Address, ConfirmedCountry: p.ConfirmedCountry, PricingGroup: p.PricingGroup, Referral: p.Referral,
		SecurityQuestion: p.SecurityQuestion, SecurityAnswerHash: p.SecurityAnswerHash, SecurityCodeHash: p.SecurityCodeHash,
		ReferrerKey: p.ReferrerKey, SelectionCode: p.SelectionCode, AnonymousID: p.AnonymousID, AnalyticsIdentify: p.AnalyticsIdentify,
		Arms: p.Arms, Locale: p.Locale, UpdatedAt: p.UpdatedAt, ExpiresAt: p.ExpiresAt, EventID: p.EventID, Actor: p.Actor, Sections: p.Sections,
		Scope: call.Scope, CallHash: callHash, RequestHash: requestHash, Answer: sealed, Now: now, KeepUntil: now.Add(c.cfg.Idempotency.Keep),
	})
	if err != nil {
		return nil, errLongWay
	}
	c.cfg.Log.Debug("registration created", "registration", answer.SignupID, "step", d.row.LastCompletedStep)
	return answer, nil
}
