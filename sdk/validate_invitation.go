package sdk

import "github.com/cojoin/cojoin/sdk/text"

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
