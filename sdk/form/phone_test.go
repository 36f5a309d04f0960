package form_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
)

func TestParsePhone(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name, code, number string
		want               form.Phone
		err                error
	}{
		{"United States", "+1", "(415) 555-2671", form.Phone{CountryCode: "1", Digits: "4155552671", E164: "+14155552671", Region: "US"}, nil},
		{"no country code is +1", "", "4155552671", form.Phone{CountryCode: "1", Digits: "4155552671", E164: "+14155552671", Region: "US"}, nil},
		{"country code typed twice", "1", "14155552671", form.Phone{CountryCode: "1", Digits: "14155552671", E164: "+14155552671", Region: "US"}, nil},
		{"Canada by its area code", "+1", "4169671111", form.Phone{CountryCode: "1", Digits: "4169671111", E164: "+14169671111", Region: "CA"}, nil},
		{"number for fiction in Toronto", "+1", "4165550132", form.Phone{CountryCode: "1", Digits: "4165550132", E164: "+14165550132", Region: "CA"}, nil},
		{"number for fiction in San Francisco", "+1", "4155550132", form.Phone{CountryCode: "1", Digits: "4155550132", E164: "+14155550132", Region: "US"}, nil},
		{"Bahamas", "+1", "2423594567", form.Phone{CountryCode: "1", Digits: "2423594567", E164: "+12423594567", Region: "BS"}, nil},
		{"United Kingdom with trunk zero", "+44", "020 7946 0123", form.Phone{CountryCode: "44", Digits: "02079460123", E164: "+442079460123", Region: "GB"}, nil},
		{"Jersey", "44", "01534 456789", form.Phone{CountryCode: "44", Digits: "01534456789", E164: "+441534456789", Region: "JE"}, nil},
		{"Mexico", "+52", "55 5123 4567", form.Phone{CountryCode: "52", Digits: "5551234567", E164: "+525551234567", Region: "MX"}, nil},
		{"Australia", "61", "0412 345 678", form.Phone{CountryCode: "61", Digits: "0412345678", E164: "+61412345678", Region: "AU"}, nil},
		{"New Zealand", "64", "021 123 4567", form.Phone{CountryCode: "64", Digits: "0211234567", E164: "+64211234567", Region: "NZ"}, nil},
		{"satellite service has no country", "+870", "773111632", form.Phone{CountryCode: "870", Digits: "773111632", E164: "+870773111632"}, nil},
		{"too long for any plan", "+44", "123456789012345", form.Phone{CountryCode: "44", Digits: "123456789012345", Region: "GB"}, nil},
		{"too short for its plan", "+1", "41555526", form.Phone{CountryCode: "1", Digits: "41555526", Region: "US"}, nil},
		{"seven digits", "+1", "5552671", form.Phone{}, form.ErrPhoneLength},
		{"sixteen digits", "+1", "1234567890123456", form.Phone{}, form.ErrPhoneLength},
		{"unknown country code", "+999", "4155552671", form.Phone{}, form.ErrPhoneCountryCode},
		{"leading zero", "01", "4155552671", form.Phone{}, form.ErrPhoneCountryCode},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := form.ParsePhone(c.code, c.number)
			if !errors.Is(err, c.err) {
				t.Fatalf("error %v, want %v", err, c.err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPhoneKey(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		a, b [2]string // country code and number
		want bool
	}{
		{"same digits", [2]string{"1", "4155552671"}, [2]string{"+1", "415-555-2671"}, true},
		{"with and without the country code", [2]string{"1", "4155552671"}, [2]string{"1", "1 415 555 2671"}, true},
		{"with and without the trunk zero", [2]string{"44", "07911123456"}, [2]string{"44", "7911123456"}, true},
		{"another country", [2]string{"1", "4155552671"}, [2]string{"52", "4155552671"}, false},
		{"one digit off", [2]string{"1", "4155552671"}, [2]string{"1", "4155552672"}, false},
	}
	for _, c := range cases {
		if a, b := form.PhoneKey(c.a[0], c.a[1]), form.PhoneKey(c.b[0], c.b[1]); (a == b) != c.want {
			t.Errorf("%s: %q and %q", c.name, a, b)
		}
	}
	if key := form.PhoneKey("+1", ""); key != "" {
		t.Errorf("no number has the key %q", key)
	}
}

// FuzzPhone looks for numbers that break the parser, or that don't equal themselves after storage.
func FuzzPhone(f *testing.F) {
	for _, seed := range [][2]string{{"+1", "(415) 555-0132"}, {"44", "07700 900123"}, {"", "٤١٥٥٥٥٠١٣٢"}, {"999", "12345678"}, {"52", "15551234567890"}, {"\xff", "+;ext=1"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, code, number string) {
		p, err := form.ParsePhone(code, number)
		if err != nil {
			return
		}
		if len(p.Digits) < form.PhoneBounds.Min || len(p.Digits) > form.PhoneBounds.Max || form.Digits(p.Digits) != p.Digits {
			t.Fatalf("%q %q is taken as %+v", code, number, p)
		}
		again, err := form.ParsePhone(p.CountryCode, p.Digits)
		if err != nil || again != p {
			t.Errorf("%+v parsed again is %+v, %v", p, again, err)
		}
	})
}
