package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// A step of a sign-up takes two statements. The first reads everything that the step is decided on, what is kept of
// the same call sent before included. The second writes the row, its event and the answer that is kept for the same
// call sent again: all of it, or nothing. It writes only if nobody has changed the row or answered the call since the
// first; otherwise the step is read and decided again. No lock is held between the two.

// stepTries bounds how often a step is decided again. A try fails only because another call's write has succeeded.
const stepTries = 20

// errStepConflict means that the registration was changed, or the call answered, since it was read.
var errStepConflict = errors.New("the registration was changed meanwhile")

// registrationStep is one call that creates or changes a registration.
type registrationStep struct {
	sections              []Section
	in                    RegistrationInput
	meta                  CallMeta
	call                  idempotentCall
	callHash, requestHash []byte
	hashes                *securityHashes // nil until they are made: one try makes them for all
}

// stepRead is what a step was decided on.
type stepRead struct {
	now            time.Time
	seen           *string // version of the row; nil for a new registration
	catalogVersion int32
	kept           keptCall
	duplicates     eventWindow // how often the caller's address was told of an account
}

// runStep runs once, and again as long as somebody else writes in between. A call with an idempotency key whose outcome
// isn't known after Idempotency.Wait gets [InProgress]: when it is sent again it finds the answer, if there is one.
func (c *Client) runStep(ctx context.Context, s *registrationStep, once func(ctx context.Context, now time.Time) (*RegistrationAnswer, error)) (answer *RegistrationAnswer, err error) {
	if s.call.Key != "" {
		if !validIdempotencyKey(s.call.Key) {
			return nil, IdempotencyKeyInvalid
		}
		var cancel context.CancelFunc
		whole := ctx
		ctx, cancel = context.WithTimeout(ctx, c.cfg.Idempotency.Wait)
		defer cancel()
		defer func() {
			if err != nil && ctx.Err() != nil && whole.Err() == nil && !isPlainFault(err) {
				c.cfg.Log.Warn("the step of a sign-up took too long", "scope", s.call.Scope, "error", err)
				err = inProgress()
			}
		}()
	}
	if s.callHash, s.requestHash, err = s.call.hashes(); err != nil {
		return nil, err
	}
	pause := firstPause
	for range stepTries {
		answer, err = once(ctx, c.now())
		for ; errors.Is(err, errStillRunning); pause = nextPause(pause) {
			if err := sleep(ctx, pause); err != nil {
				return nil, err
			}
			answer, err = once(ctx, c.now())
		}
		if !errors.Is(err, errStepConflict) {
			return answer, err
		}
	}
	return nil, inProgress()
}

// stepContext returns what a step is decided with, if the caller may be told of accounts.
func (c *Client) stepContext(ctx context.Context, s *registrationStep, read stepRead) (registrationWorld, error) {
	if asksForPersons(s.sections) {
		if err := read.duplicates.mayAdd(c.cfg.Limits.Duplicates, read.now); err != nil {
			return registrationWorld{}, err
		}
	}
	catalog, err := c.catalogOf(ctx, c.q, read.catalogVersion)
	if err != nil {
		return registrationWorld{}, err
	}
	return c.worldWith(ctx, catalog, s.meta), nil
}

// decideStep changes d as the call asks, or returns why it is refused. Hashing comes after validating, so that nonsense
// costs nothing, and before the write.
func (c *Client) decideStep(ctx context.Context, s *registrationStep, d *draft, world registrationWorld, now time.Time) error {
	before := *d
	if err := d.apply(s.sections, s.in, world, s.meta); err != nil {
		return err
	}
	if s.hashes == nil {
		hashes, err := c.hashSecurity(ctx, s.sections, s.in)
		if err != nil {
			return err
		}
		s.hashes = &hashes
	}
	s.hashes.into(&d.row)
	if err := c.checkDuplicates(ctx, c.q, &before, d, s.sections, s.in, s.meta.Lang); err != nil {
		return err
	}
	d.afterChange(world, now)
	return nil
}

// refuseStep returns why a step is refused. A refusal that the visitor can put right is kept for the same call sent
// again; a fault isn't, since it may be over by then.
func (c *Client) refuseStep(ctx context.Context, s *registrationStep, read stepRead, refusal error) error {
	err := c.countDuplicate(ctx, refusal, s.meta)
	var invalid *ValidationError
	if s.call.Key == "" || !errors.As(err, &invalid) {
		return err
	}
	// It is kept even when the caller has gone: a lost answer is what it is kept for.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	sealed, keepErr := c.sealAnswer(s.call, s.callHash, invalid)
	if keepErr == nil {
		keepErr = c.forgetLapsed(ctx, s, read)
	}
	if keepErr == nil {
		keepErr = c.q.KeepRefusal(ctx, db.KeepRefusalParams{
			Scope: s.call.Scope, KeyHash: s.callHash, RequestHash: s.requestHash, Answer: sealed,
			Now: read.now, KeepUntil: read.now.Add(c.cfg.Idempotency.Keep),
		})
	}
	if isCallAnswered(keepErr) {
		return errStepConflict
	}
	if keepErr != nil {
		c.cfg.Log.Error("refusal not stored", "scope", s.call.Scope, "error", keepErr)
	}
	return err
}

// forgetLapsed makes room for a call that is kept, but whose record doesn't count any more.
func (c *Client) forgetLapsed(ctx context.Context, s *registrationStep, read stepRead) error {
	if read.kept.requestHash == nil {
		return nil
	}
	if err := c.q.ForgetLapsedCall(ctx, s.call.Scope, s.callHash, read.now, s.requestHash); err != nil {
		return fmt.Errorf("idempotency: forget: %w", err)
	}
	return nil
}

// writeStep writes a step and its answer; errStepConflict where somebody else has written since it was read.
func (c *Client) writeStep(ctx context.Context, s *registrationStep, read stepRead, d *draft, kind string, answer *RegistrationAnswer) error {
	row, err := d.columns()
	if err != nil {
		return err
	}
	p := saveParams(row, kind, s.sections)
	p.Seen, p.Now, p.KeepUntil = read.seen, read.now, read.now.Add(c.cfg.Idempotency.Keep)
	if s.call.Key != "" {
		p.Keyed, p.Scope, p.CallHash, p.RequestHash = true, s.call.Scope, s.callHash, s.requestHash
		if p.Answer, err = c.sealAnswer(s.call, s.callHash, answer); err != nil {
			return err
		}
		if err := c.forgetLapsed(ctx, s, read); err != nil {
			return err
		}
	}
	n, err := c.q.SaveRegistration(ctx, p)
	switch {
	case isCallAnswered(err):
		return errStepConflict
	case err != nil:
		return fmt.Errorf("save registration: %w", err)
	case n == 0:
		return errStepConflict
	}
	return nil
}

// updateOnce is one try to change a registration.
func (c *Client) updateOnce(ctx context.Context, s *registrationStep, id uuid.UUID, signupID string, key Secret, now time.Time) (*RegistrationAnswer, error) {
	row, err := c.q.ReadForStep(ctx, s.call.Scope, s.callHash, c.duplicateSubject(s.sections, s.meta), id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, RegistrationNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read registration: %w", err)
	}
	read := stepRead{
		now: now, seen: &row.Seen, catalogVersion: row.CatalogVersion,
		kept:       keptCall{row.RequestHash, row.Outcome, row.Answer, row.LeaseUntil, row.KeptUntil},
		duplicates: eventWindow{row.Duplicates, row.DuplicatesUntil},
	}
	if answer, done, err := recall[RegistrationAnswer](c, s.call, s.callHash, s.requestHash, read.kept, now); done {
		return answer, err
	}
	if err := c.authorizeRegistration(row.Registration, key); err != nil {
		return nil, err
	}
	if err := openFault(row.Registration); err != nil {
		return nil, err
	}
	world, err := c.stepContext(ctx, s, read)
	if err != nil {
		return nil, err
	}
	d, err := draftOf(row.Registration)
	if err != nil {
		return nil, err
	}
	before := *d
	if err := c.decideStep(ctx, s, d, world, now); err != nil {
		return nil, c.refuseStep(ctx, s, read, err)
	}
	answer := &RegistrationAnswer{
		SignupID: signupID, ValidationErrors: Violations{}, Registration: d.wire(d.stepState(world, false)),
	}
	return answer, c.writeStep(ctx, s, read, d, eventKind(&before, d), answer)
}

// createOnce is one try to make a registration.
func (c *Client) createOnce(ctx context.Context, s *registrationStep, now time.Time) (*RegistrationAnswer, error) {
	row, err := c.q.ReadForCreation(ctx, s.call.Scope, s.callHash, c.duplicateSubject(s.sections, s.meta))
	if err != nil {
		return nil, fmt.Errorf("read for a new registration: %w", err)
	}
	read := stepRead{
		now: now, catalogVersion: row.CatalogVersion,
		kept:       keptCall{row.RequestHash, row.Outcome, row.Answer, row.LeaseUntil, row.KeptUntil},
		duplicates: eventWindow{row.Duplicates, row.DuplicatesUntil},
	}
	if answer, done, err := recall[RegistrationAnswer](c, s.call, s.callHash, s.requestHash, read.kept, now); done {
		return answer, err
	}
	world, err := c.stepContext(ctx, s, read)
	if err != nil {
		return nil, err
	}
	arms, err := c.armsOf(ctx, s.meta)
	if err != nil {
		return nil, err
	}
	key, keyHash := newSecretToken()
	d := newDraft(keyHash, arms, now)
	if err := c.decideStep(ctx, s, d, world, now); err != nil {
		return nil, c.refuseStep(ctx, s, read, err)
	}
	answer := d.created(key, world)
	return answer, c.writeStep(ctx, s, read, d, "created", answer)
}

// securityHashes are what is kept of a security answer and code; nil where the section isn't changed.
type securityHashes struct{ answer, code *string }

func (h securityHashes) into(row *registrationRow) {
	if h.answer != nil {
		row.SecurityAnswerHash = h.answer
	}
	if h.code != nil {
		row.SecurityCodeHash = h.code
	}
}

// hashSecurity hashes what the security sections hold. The input has been validated: hashing costs 19 MiB and tens of
// milliseconds.
func (c *Client) hashSecurity(ctx context.Context, sections []Section, in RegistrationInput) (h securityHashes, err error) {
	if slices.Contains(sections, SectionSecurityQuestion) {
		hash, err := c.hasher.hash(ctx, []byte(FoldSecurityAnswer(in.SecurityAnswer).Reveal()))
		if err != nil {
			return h, err
		}
		h.answer = &hash
	}
	if slices.Contains(sections, SectionSecurityCode) {
		hash, err := c.hashSecurityCode(ctx, in.SecurityCode)
		if err != nil {
			return h, err
		}
		h.code = &hash
	}
	return h, nil
}
