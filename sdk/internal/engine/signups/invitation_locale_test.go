package signups_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
)

// A co-parent's invitation has the inviter's language. Spanish takes its Mexican form if the family's address or the co-parent's phone is in Mexico.
func TestInvitationLocale(t *testing.T) {
	t.Parallel()
	mexico, spain := &form.Address{Country: "MX"}, &form.Address{Country: "ES"}
	mexican := &form.CoParent{PhoneCountryCode: "+52", PhoneNumber: "5512345678"}
	american := &form.CoParent{PhoneCountryCode: "+1", PhoneNumber: "2125550123"}
	for _, tt := range []struct {
		locale   string
		address  *form.Address
		coParent *form.CoParent
		want     string
	}{
		{"en", mexico, mexican, "en"},
		{"es", nil, nil, "es"},
		{"es", mexico, nil, "es-MX"},
		{"es", mexico, american, "es-MX"},
		{"es", spain, mexican, "es-MX"},
		{"es", spain, american, "es"},
		{"es", spain, &form.CoParent{}, "es"},
	} {
		d := signups.Draft{Choice: signups.Choice{Locale: tt.locale}, Entered: signups.Entered{Address: tt.address, CoParent: tt.coParent}}
		if got := d.InvitationLocale(); got != tt.want {
			t.Errorf("%s, %+v, %+v: %s, want %s", tt.locale, tt.address, tt.coParent, got, tt.want)
		}
	}
}
