package signups

import (
	"context"
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/signup"
)

// duplicateFound lists the signs of an existing account.
type duplicateFound struct {
	certain bool
	known   bool // a co-parent's email has an account or an open invitation
	alike   bool // name and phone match an account
}

// judge returns the field that reports the duplicate, if any, and the state of its confirmation. A match by name and phone stays unreported and
// unconfirmed until the mailbox of the sign-up has answered, because an ex-partner knows both and can use their own address.
func (f duplicateFound) judge(answered, confirmed bool) (field string, keep bool) {
	likely := f.known || f.alike && answered
	switch {
	case f.certain:
		return core.FieldDuplicate, false
	case likely && !confirmed:
		return core.FieldDuplicateWarning, false
	}
	return "", likely
}

// checkDuplicates checks the parent and the co-parent of a call for accounts, and stores the confirmed duplicates on the draft. Each check is a single
// statement that reads everything, so that its duration reveals no more than its answer.
func (c *Engine) checkDuplicates(ctx context.Context, s *registrationStep, before, d *Draft) error {
	lang := s.meta.Lang
	parentToo := slices.Contains(s.sections, signup.SectionParent) || slices.Contains(s.sections, signup.SectionName)
	familyToo := slices.Contains(s.sections, signup.SectionFamily)
	var violations fault.Violations
	if parentToo {
		found, err := c.parentDuplicate(ctx, d)
		if err != nil {
			return err
		}
		confirmed := s.in.ParentDuplicateConfirmed || before.ParentDuplicateConfirmed && sameParent(before, d)
		field, keep := found.judge(d.Answered(), confirmed)
		d.ParentDuplicateConfirmed = keep
		switch field {
		case core.FieldDuplicate:
			violations = append(violations, form.Violation(field, form.CodeParentDuplicate, lang, c.SupportArgs(d)))
		case core.FieldDuplicateWarning:
			violations = append(violations, form.Violation(field, form.CodeParentDuplicateLikely, lang, c.SupportArgs(d)))
		}
	}
	if familyToo {
		found, err := c.coParentDuplicate(ctx, d)
		if err != nil {
			return err
		}
		confirmed := s.in.CoParentDuplicateConfirmed || before.CoParentDuplicateConfirmed && sameCoParent(before, d)
		field, keep := found.judge(d.Answered(), confirmed)
		d.CoParentDuplicateConfirmed = keep
		switch field {
		case core.FieldDuplicate:
			violations = append(violations, form.Violation(field, form.CodeCoParentDuplicate, lang, c.SupportArgs(d)))
		case core.FieldDuplicateWarning:
			violations = append(violations, form.Violation(field, form.CodeCoParentDuplicateLikely, lang, c.SupportArgs(d)))
		}
	}
	if len(violations) > 0 {
		return &fault.ValidationError{Violations: violations}
	}
	return nil
}

func (c *Engine) parentDuplicate(ctx context.Context, d *Draft) (duplicateFound, error) {
	p := d.Parent
	row, err := c.core.Q.CheckParentDuplicate(ctx, c.core.People.EmailHashes(form.NormalizeEmail(p.Email)), c.core.Now(),
		c.core.People.PhoneHashes(form.PhoneKey(p.PhoneCountryCode, p.PhoneNumber), form.NameKey(p.FirstName, p.LastName)))
	if err != nil {
		return duplicateFound{}, fmt.Errorf("check parent duplicate: %w", err)
	}
	return duplicateFound{certain: row.Certain, alike: row.Alike}, nil
}

// coParentDuplicate is certain only if the co-parent has already invited this parent. Any other account, in any family, leads to the same warning,
// which doesn't reveal another family.
func (c *Engine) coParentDuplicate(ctx context.Context, d *Draft) (duplicateFound, error) {
	co := d.CoParent
	row, err := c.core.Q.CheckCoParentDuplicate(ctx, c.core.People.EmailHashes(d.EmailKey()), c.core.Now(),
		c.core.People.EmailHashes(form.NormalizeEmail(co.Email)),
		c.core.People.PhoneHashes(form.PhoneKey(co.PhoneCountryCode, co.PhoneNumber), form.NameKey(co.FirstName, co.LastName)))
	if err != nil {
		return duplicateFound{}, fmt.Errorf("check co-parent duplicate: %w", err)
	}
	return duplicateFound{certain: row.Certain, known: row.Known, alike: row.Alike}, nil
}

func sameParent(a, b *Draft) bool {
	p, q := a.Parent, b.Parent
	return p != nil && q != nil && form.EqualEmails(p.Email, q.Email) &&
		form.NameKey(p.FirstName, p.LastName) == form.NameKey(q.FirstName, q.LastName) &&
		form.PhoneKey(p.PhoneCountryCode, p.PhoneNumber) == form.PhoneKey(q.PhoneCountryCode, q.PhoneNumber)
}

func sameCoParent(a, b *Draft) bool {
	p, q := a.CoParent, b.CoParent
	return p != nil && q != nil && form.NormalizeEmail(p.Email) == form.NormalizeEmail(q.Email) &&
		form.NameKey(p.FirstName, p.LastName) == form.NameKey(q.FirstName, q.LastName) &&
		form.PhoneKey(p.PhoneCountryCode, p.PhoneNumber) == form.PhoneKey(q.PhoneCountryCode, q.PhoneNumber)
}

// SupportArgs returns the placeholders of the duplicate texts.
func (c *Engine) SupportArgs(d *Draft) map[string]any {
	country := ""
	if p := d.Parent; p != nil {
		if phone, err := form.ParsePhone(p.PhoneCountryCode, p.PhoneNumber); err == nil {
			country = phone.Region
		}
	}
	if d.Address != nil {
		country = d.Address.Country
	}
	return map[string]any{"phone": c.core.Site.SupportPhone(country)}
}

// PeekDuplicateLimit rejects calls from an address that has found too many accounts.
func (c *Engine) PeekDuplicateLimit(ctx context.Context, sections []signup.Section, meta caller.Meta) error {
	if !hasPerson(sections) {
		return nil
	}
	return c.core.PeekEvents(ctx, c.core.Q, core.LimitDuplicates, c.core.Limits.Duplicates, meta.ClientAddr)
}

// hasPerson reports whether a call's sections contain a person, whose data is checked for accounts.
func hasPerson(sections []signup.Section) bool {
	return slices.ContainsFunc([]signup.Section{signup.SectionParent, signup.SectionName, signup.SectionFamily}, func(s signup.Section) bool { return slices.Contains(sections, s) })
}

// duplicateSubject returns the subject that [Engine.PeekDuplicateLimit] limits, or nil if there is none.
func (c *Engine) duplicateSubject(sections []signup.Section, meta caller.Meta) []byte {
	if meta.ClientAddr == "" || !hasPerson(sections) {
		return nil
	}
	return c.core.LimitSubject(core.LimitDuplicates, []string{meta.ClientAddr})
}
