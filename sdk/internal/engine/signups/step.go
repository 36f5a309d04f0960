package signups

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// A step of a sign-up takes two statements. The first reads all data for the decision, including the stored answer of the same call. The second
// writes the row, its event and the stored answer. If another call has changed the row or stored an answer since the first statement, it writes
// nothing, and the step starts again. No lock is held between the two.

// stepTries limits the attempts at a step. An attempt fails only because another call's write has succeeded.
const stepTries = 20

// errStepConflict reports that another call has changed the registration, or answered the same call, since the read.
var errStepConflict = errors.New("the registration was changed meanwhile")

// registrationStep is a call that creates or changes a registration.
type registrationStep struct {
	sections      []signup.Section
	in            signup.Input
	meta          caller.Meta
	call          core.IdempotentCall
	callHash      []byte
	requestHashes [][]byte        // the current form first
	hashes        *SecurityHashes // nil until the first attempt computes them for all
	key           secret.Secret   // of the changed registration
	read          stepRead        // by this attempt
}

// stepRead holds the data read for a step.
type stepRead struct {
	now            time.Time
	catalogVersion int32
	kept           core.KeptCall
	duplicates     core.EventWindow // number of accounts found from the caller's address
}

// runStep runs a step, and repeats it if another call has written in between. If a call with an idempotency key has no result after Idempotency.Wait,
// it returns [fault.InProgress]; a repeated call then gets the stored answer.
func (c *Engine) runStep(ctx context.Context, s *registrationStep, once func(ctx context.Context, now time.Time) (*signup.Answer, error)) (answer *signup.Answer, err error) {
	if s.call.Key != "" {
		if !core.ValidIdempotencyKey(s.call.Key) {
			return nil, fault.IdempotencyKeyInvalid
		}
		var cancel context.CancelFunc
		whole := ctx
		ctx, cancel = context.WithTimeout(ctx, c.core.Idempotency.Wait)
		defer cancel()
		defer func() {
			if err != nil && ctx.Err() != nil && whole.Err() == nil && !pg.IsPlainFault(err) {
				c.core.Log.Warn("the step of a sign-up took too long", "scope", s.call.Scope.String(), "error", err)
				err = core.InProgress()
			}
		}()
	}
	if s.callHash, s.requestHashes, err = c.core.CallHashes(s.call); err != nil {
		return nil, err
	}
	pause := core.FirstPause
	for range stepTries {
		answer, err = once(ctx, c.core.Now())
		for ; errors.Is(err, core.ErrStillRunning); pause = core.NextPause(pause) {
			if err := core.Sleep(ctx, pause); err != nil {
				return nil, err
			}
			answer, err = once(ctx, c.core.Now())
		}
		if !errors.Is(err, errStepConflict) {
			return answer, err
		}
	}
	return nil, core.InProgress()
}

// stepContext returns the decision context of a step. It returns a fault for a caller that has found too many accounts.
func (c *Engine) stepContext(ctx context.Context, s *registrationStep) (DecisionContext, error) {
	if hasPerson(s.sections) {
		if err := s.read.duplicates.MayAdd(core.LimitDuplicates, c.core.Limits.Duplicates, s.read.now); err != nil {
			return DecisionContext{}, err
		}
	}
	catalog, err := c.core.CatalogOf(ctx, c.core.Q, s.read.catalogVersion)
	if err != nil {
		return DecisionContext{}, err
	}
	return c.DecisionContextWith(ctx, catalog, s.meta), nil
}

// decideStep applies the call's changes to d, or returns the reason for a rejection. It hashes secrets after validation, so that invalid input costs
// nothing, and before the write.
func (c *Engine) decideStep(ctx context.Context, s *registrationStep, d *Draft, decision DecisionContext, now time.Time) error {
	before := *d
	if err := d.apply(s.sections, s.in, decision, s.meta); err != nil {
		return err
	}
	if s.hashes == nil {
		hashes, err := c.HashSecurity(ctx, s.sections, s.in)
		if err != nil {
			return err
		}
		s.hashes = &hashes
	}
	s.hashes.Into(d)
	d.noteAddress(&before, now)
	if err := c.checkDuplicates(ctx, s, &before, d); err != nil {
		return err
	}
	d.afterChange(decision, now)
	return nil
}

// refuseStep returns the reason for a rejection. A rejection that the visitor can correct is stored as the answer of the call. A fault isn't, since
// it may no longer apply when the call is repeated.
func (c *Engine) refuseStep(ctx context.Context, s *registrationStep, refusal error) error {
	err := c.core.CountDuplicate(ctx, refusal, s.meta)
	var invalid *fault.ValidationError
	if s.call.Key == "" || !errors.As(err, &invalid) {
		return err
	}
	// The answer is stored even if the caller has disconnected: stored answers exist for lost ones.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	sealed, keepErr := c.core.SealAnswer(s.call, s.callHash, invalid)
	if keepErr == nil {
		keepErr = c.forgetLapsed(ctx, s)
	}
	if keepErr == nil {
		keepErr = c.core.Q.KeepRefusal(ctx, db.KeepRefusalParams{
			Scope: s.call.Scope.String(), KeyHash: s.callHash, RequestHash: s.requestHashes[0], Answer: sealed,
			Now: s.read.now, KeepUntil: s.read.now.Add(c.core.Idempotency.Keep),
		})
	}
	if core.IsCallAnswered(keepErr) {
		return errStepConflict
	}
	if keepErr != nil {
		c.core.Log.Error("refusal not stored", "scope", s.call.Scope.String(), "error", keepErr)
	}
	return err
}

// forgetLapsed deletes the expired record of an earlier call with this key.
func (c *Engine) forgetLapsed(ctx context.Context, s *registrationStep) error {
	if s.read.kept.RequestHash == nil {
		return nil
	}
	if err := c.core.Q.ForgetLapsedCall(ctx, s.call.Scope.String(), s.callHash, s.read.now, s.requestHashes[0]); err != nil {
		return fmt.Errorf("idempotency: forget: %w", err)
	}
	return nil
}

// writeStep writes a step and its answer. It returns errStepConflict if another call has written since the read.
func (c *Engine) writeStep(ctx context.Context, s *registrationStep, d *Draft, kind string, answer *signup.Answer) error {
	p, err := c.SaveParams(ctx, d, kind, s.sections)
	if err != nil {
		return err
	}
	p.Now, p.KeepUntil = s.read.now, s.read.now.Add(c.core.Idempotency.Keep)
	if s.call.Key != "" {
		p.Keyed, p.Scope, p.CallHash, p.RequestHash = true, s.call.Scope.String(), s.callHash, s.requestHashes[0]
		if p.Answer, err = c.core.SealAnswer(s.call, s.callHash, answer); err != nil {
			return err
		}
		if err := c.forgetLapsed(ctx, s); err != nil {
			return err
		}
	}
	n, err := c.core.Q.SaveRegistration(ctx, p)
	switch {
	case core.IsCallAnswered(err):
		return errStepConflict
	case err != nil:
		return fmt.Errorf("save registration: %w", err)
	case n == 0:
		return errStepConflict
	}
	return nil
}

// updateOnce makes one attempt to change a registration.
func (c *Engine) updateOnce(ctx context.Context, s *registrationStep, id uuid.UUID, now time.Time) (*signup.Answer, error) {
	row, err := c.core.Q.ReadForStep(ctx, s.call.Scope.String(), s.callHash, c.duplicateSubject(s.sections, s.meta), id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.RegistrationNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("read registration: %w", err)
	}
	s.read = stepRead{
		now: now, catalogVersion: row.CatalogVersion,
		kept:       core.KeptCall{RequestHash: row.RequestHash, Outcome: row.Outcome, Answer: row.Answer, LeaseUntil: row.LeaseUntil, ExpiresAt: row.KeptUntil},
		duplicates: core.EventWindow{Count: row.Duplicates, EndsAt: row.DuplicatesUntil},
	}
	if answer, done, err := core.Recall[signup.Answer](c.core, s.call, s.callHash, s.requestHashes, s.read.kept, now); done {
		return answer, err
	}
	link, err := c.authorizeRegistration(ctx, c.core.Q, row.Registration, s.key)
	if err != nil {
		return nil, err
	}
	if err := OpenFault(row.Registration); err != nil {
		return nil, err
	}
	decision, err := c.stepContext(ctx, s)
	if err != nil {
		return nil, err
	}
	d, err := c.Open(ctx, c.core.Q, row.Registration)
	if err != nil {
		return nil, err
	}
	before := *d
	d.continueBy(link)
	if err := c.decideStep(ctx, s, d, decision, now); err != nil {
		return nil, c.refuseStep(ctx, s, err)
	}
	// Links mailed to another address may have reached a stranger.
	if before.EmailKey() != d.EmailKey() {
		if err := c.core.EndSignupTokens(ctx, c.core.Q, id, s.key); err != nil {
			return nil, err
		}
	}
	answer := &signup.Answer{
		SignupID: id.String(), ValidationErrors: fault.Violations{}, Registration: d.wire(d.StepState(decision, false)),
	}
	return answer, c.writeStep(ctx, s, d, EventKind(&before, d), answer)
}

// createOnce makes one attempt to create a registration.
func (c *Engine) createOnce(ctx context.Context, s *registrationStep, now time.Time) (*signup.Answer, error) {
	row, err := c.core.Q.ReadForCreation(ctx, s.call.Scope.String(), s.callHash, c.duplicateSubject(s.sections, s.meta))
	if err != nil {
		return nil, fmt.Errorf("read for a new registration: %w", err)
	}
	s.read = stepRead{
		now: now, catalogVersion: row.CatalogVersion,
		kept:       core.KeptCall{RequestHash: row.RequestHash, Outcome: row.Outcome, Answer: row.Answer, LeaseUntil: row.LeaseUntil, ExpiresAt: row.KeptUntil},
		duplicates: core.EventWindow{Count: row.Duplicates, EndsAt: row.DuplicatesUntil},
	}
	if answer, done, err := core.Recall[signup.Answer](c.core, s.call, s.callHash, s.requestHashes, s.read.kept, now); done {
		return answer, err
	}
	decision, err := c.stepContext(ctx, s)
	if err != nil {
		return nil, err
	}
	key, keyHash := secret.NewSecretToken()
	d := c.NewDraft(now)
	d.Row.KeyHash, d.Arms = keyHash, c.ArmsOf(ctx, s.meta)
	if err := c.decideStep(ctx, s, d, decision, now); err != nil {
		return nil, c.refuseStep(ctx, s, err)
	}
	answer := d.created(key, decision)
	return answer, c.writeStep(ctx, s, d, "created", answer)
}

// SecurityHashes are the hashes of a security answer and code. A hash is empty if its section isn't changed.
type SecurityHashes struct{ answer, code string }

// Into sets the hashes of changed sections.
func (h SecurityHashes) Into(d *Draft) {
	if h.answer != "" {
		d.SecurityAnswerHash = h.answer
	}
	if h.code != "" {
		d.SecurityCodeHash = h.code
	}
}

// HashSecurity hashes the security answer and code of the input. Validate the input first: hashing costs 19 MiB and tens of milliseconds.
func (c *Engine) HashSecurity(ctx context.Context, sections []signup.Section, in signup.Input) (h SecurityHashes, err error) {
	if slices.Contains(sections, signup.SectionSecurityQuestion) {
		hash, err := c.core.Hasher.Hash(ctx, []byte(form.FoldSecurityAnswer(in.SecurityAnswer).Reveal()))
		if err != nil {
			return h, err
		}
		h.answer = hash
	}
	if slices.Contains(sections, signup.SectionSecurityCode) {
		hash, err := c.core.HashSecurityCode(ctx, in.SecurityCode)
		if err != nil {
			return h, err
		}
		h.code = hash
	}
	return h, nil
}
