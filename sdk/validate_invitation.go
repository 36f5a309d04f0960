package sdk

import (
	"strings"

	"github.com/cojoin/cojoin/sdk/text"
)

const (
	codeInvitationUnreachable text.Code = "invitation_unreachable"
	codeInvitationLocale      text.Code = "invitation_locale_unknown"
)

// validate gives the people to invite, the parent first, and the children.
func (in InvitationInput) validate(lang string) ([]InvitedPerson, []Child, error) {
	v := violator{lang: lang}
	guests := []InvitedPerson{v.guest("parent.", in.Parent)}
	var coParent CoParent
	if in.CoParent != nil {
		other := v.guest("coParent.", *in.CoParent)
		if other.Email != "" && EqualEmails(other.Email, guests[0].Email) && !v.has("coParent.email") {
			v.add("coParent.email", CodeCoParentEmailSame, nil)
		}
		guests, coParent.Email = append(guests, other), other.Email
	}
	children := v.children(Parent{Email: guests[0].Email}, coParent, in.Children)
	v.locale(in.Locale)
	if len(v.found) > 0 {
		return nil, nil, &ValidationError{Violations: v.found}
	}
	return guests, children, nil
}

// guest checks somebody to invite. prefix names the fields.
func (v *violator) guest(prefix string, p InvitedPerson) InvitedPerson {
	p.FirstName = v.check(prefix+"firstName", RuleName, p.FirstName)
	p.LastName = v.check(prefix+"lastName", RuleName, p.LastName)
	p.Email = v.check(prefix+"email", RuleEmailOptional, p.Email)
	if Digits(p.PhoneNumber) == "" {
		p.PhoneCountryCode = ""
	} else {
		p.PhoneCountryCode = v.phoneCountryCode(prefix+"phoneCountryCode", p.PhoneCountryCode)
	}
	p.PhoneNumber = v.check(prefix+"phoneNumber", RulePhoneOptional, p.PhoneNumber)
	if p.Email == "" && p.PhoneNumber == "" {
		v.add(prefix+"email", codeInvitationUnreachable, nil)
	}
	return p
}

func (p InvitedPerson) countryCode() *string {
	if p.PhoneNumber == "" {
		return nil
	}
	return &p.PhoneCountryCode
}

// locale checks the language of an invitation; empty is the caller's.
func (v *violator) locale(locale string) {
	switch strings.ReplaceAll(locale, "_", "-") {
	case "", "en", "es", "es-MX":
	default:
		v.add("locale", codeInvitationLocale, nil)
	}
}

func (in InvitationInput) locale(lang string) string { return orDefaultLocale(in.Locale, lang) }

// orDefaultLocale gives a language as it is kept: en, es or es-MX.
func orDefaultLocale(locale, otherwise string) string {
	if locale == "" {
		locale = otherwise
	}
	if w := wordingOf(locale); w.mexican {
		return "es-MX"
	}
	return text.Language(locale)
}
