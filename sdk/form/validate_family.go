package form

import (
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/fault"
)

// FamilyInput is the content of section FAMILY.
type FamilyInput struct {
	CoParent           *CoParent
	KnowsCoParentEmail *bool // nil means known
	Children           []Child
}

// ValidateFamily normalizes section FAMILY (co-parent and children) and checks it against the parent of section
// PARENT. It returns the co-parent, the children without the blank ones (see [Child]), and every broken rule,
// in the order of the form.
//
// If the co-parent's email isn't known (KnowsCoParentEmail is false), the email is cleared and a phone is
// required. Otherwise the email is required and the phone is optional.
func ValidateFamily(parent Parent, in FamilyInput, lang string) (CoParent, []Child, fault.Violations) {
	v := Violator{Lang: lang}
	var typed CoParent
	if in.CoParent != nil {
		typed = *in.CoParent
	}
	hasEmail := in.KnowsCoParentEmail == nil || *in.KnowsCoParentEmail
	coParent := v.coParent(parent, typed, hasEmail)
	children := v.Children(parent, coParent, in.Children)
	return coParent, children, v.Found
}

func (v *Violator) coParent(parent Parent, typed CoParent, hasEmail bool) CoParent {
	c := CoParent{
		FirstName: v.Check("coParent.firstName", RuleName, typed.FirstName),
		LastName:  v.Check("coParent.lastName", RuleName, typed.LastName),
	}
	phoneRule := RulePhone
	if hasEmail {
		phoneRule = RulePhoneOptional
		c.Email = v.Check("coParent.email", RuleEmail, typed.Email)
		if EqualEmails(c.Email, parent.Email) {
			v.Add("coParent.email", CodeCoParentEmailSame, nil)
		}
	}
	// A country code alone isn't a phone: the form always presets one.
	if !hasEmail || Digits(typed.PhoneNumber) != "" {
		c.PhoneCountryCode = v.phoneCountryCode("coParent.phoneCountryCode", typed.PhoneCountryCode)
	}
	c.PhoneNumber = v.Check("coParent.phoneNumber", phoneRule, typed.PhoneNumber)
	if !v.Has("coParent.phoneNumber") && !v.Has("coParent.phoneCountryCode") && samePhone(
		Phone{CountryCode: NormalCountryCode(c.PhoneCountryCode), Digits: c.PhoneNumber},
		Phone{CountryCode: NormalCountryCode(parent.PhoneCountryCode), Digits: Digits(parent.PhoneNumber)},
	) {
		v.Add("coParent.phoneNumber", CodeCoParentPhoneSame, nil)
	}
	return c
}

// Children checks every child that isn't blank. Field names contain the child's index in the request.
func (v *Violator) Children(parent Parent, coParent CoParent, sent []Child) []Child {
	if len(sent) > ChildrenBounds.Max {
		v.Add("children", CodeChildrenTooMany, map[string]any{"max": ChildrenBounds.Max})
		return nil
	}
	kept := make([]Child, 0, len(sent))
	parents := [...]string{NormalizeEmail(parent.Email), NormalizeEmail(coParent.Email)}
	taken := make([]string, 0, len(sent))
	for i, child := range sent {
		if child.blank(parent) {
			continue
		}
		field := childFields[i]
		child.FirstName = v.Check(field.firstName, RuleName, child.FirstName)
		child.LastName = v.Check(field.lastName, RuleName, child.LastName)
		child.Email = v.Check(field.email, RuleEmailOptional, child.Email)
		if email := NormalizeEmail(child.Email); email != "" && !v.Has(field.email) {
			switch {
			case slices.Contains(taken, email):
				v.Add(field.email, CodeChildEmailUsed, nil)
			case slices.Contains(parents[:], email):
				v.Add(field.email, CodeChildEmailParent, nil)
			}
			taken = append(taken, email)
		}
		kept = append(kept, child)
	}
	return kept
}

// blank reports whether a child's fields are empty. The parent's last name counts as empty, because the form
// presets it.
func (c Child) blank(parent Parent) bool {
	lastName := NormalizeName(c.LastName)
	return isBlank(collapseSpace(c.FirstName)) && isBlank(collapseSpace(c.Email)) && (isBlank(lastName) || lastName == NormalizeName(parent.LastName))
}

// childFields are the wire names of the fields of every possible child.
var childFields = func() (fields []struct{ firstName, lastName, email string }) {
	for i := range ChildrenBounds.Max {
		prefix := fmt.Sprintf("children[%d].", i)
		fields = append(fields, struct{ firstName, lastName, email string }{
			prefix + "firstName", prefix + "lastName", prefix + "email",
		})
	}
	return fields
}()
