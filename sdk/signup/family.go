package signup

import "github.com/cojoin/cojoin/sdk/form"

// InvitationLocale is the language in which the co-parent is invited: the inviter's, in the words of Mexico
// where either of them lives there.
func (d *Draft) InvitationLocale() string {
	if d.Row.Locale != "es" {
		return d.Row.Locale
	}
	mexican := d.Address != nil && d.Address.Country == "MX"
	if co := d.CoParent; co != nil {
		phone, err := form.ParsePhone(co.PhoneCountryCode, co.PhoneNumber)
		mexican = mexican || err == nil && phone.Region == "MX"
	}
	if mexican {
		return "es-MX"
	}
	return d.Row.Locale
}
