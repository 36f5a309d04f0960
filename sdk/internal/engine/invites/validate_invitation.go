package invites

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/text"
)

// validateInput returns the people to invite, the parent first, and the children.
func validateInput(in invite.Input, lang string) ([]form.InvitedPerson, []form.Child, error) {
	v := form.Violator{Lang: lang}
	guests := []form.InvitedPerson{v.Guest("parent.", in.Parent)}
	var coParent form.CoParent
	if in.CoParent != nil {
		other := v.Guest("coParent.", *in.CoParent)
		if other.Email != "" && form.EqualEmails(other.Email, guests[0].Email) && !v.Has("coParent.email") {
			v.Add("coParent.email", form.CodeCoParentEmailSame, nil)
		}
		guests, coParent.Email = append(guests, other), other.Email
	}
	children := v.Children(form.Parent{Email: guests[0].Email}, coParent, in.Children)
	v.Locale(in.Locale)
	if len(v.Found) > 0 {
		return nil, nil, &fault.ValidationError{Violations: v.Found}
	}
	return guests, children, nil
}

func localeOf(in invite.Input, lang string) string { return orDefaultLocale(in.Locale, lang) }

// orDefaultLocale returns a locale in its stored form: en, es or es-MX.
func orDefaultLocale(locale, otherwise string) string {
	if locale == "" {
		locale = otherwise
	}
	if w := text.WordingOf(locale); w.Mexican {
		return "es-MX"
	}
	return text.Language(locale)
}
