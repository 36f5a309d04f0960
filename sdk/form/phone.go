package form

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// DefaultPhoneCountryCode is the country code of a phone number without one.
const DefaultPhoneCountryCode = "1"

// Errors of ParsePhone.
var (
	ErrPhoneLength      = errors.New("phone: not 8 to 15 digits")
	ErrPhoneCountryCode = errors.New("phone: unknown country code")
)

// Phone is a telephone number as it is stored. E164 is empty if libphonenumber can't make a possible number of the country code and
// digits. Then only these two are known.
type Phone struct {
	CountryCode string // digits, without +
	Digits      string // as typed, reduced to ASCII digits
	E164        string // "+14155550132", or empty
	Region      string // ISO 3166-1 alpha-2 of the number's country, or empty
}

// ParsePhone reduces a number to its digits and finds its E.164 form and region. The country code may have a +. An empty one means
// [DefaultPhoneCountryCode]. Errors: ErrPhoneCountryCode, ErrPhoneLength. A number that libphonenumber rejects isn't an error.
func ParsePhone(countryCode, number string) (Phone, error) {
	p, parsed, err := parsePhone(countryCode, number)
	if err != nil {
		return Phone{}, err
	}
	p.Region = p.region(parsed)
	return p, nil
}

// parsePhone is ParsePhone without the region, which takes longer than everything else.
func parsePhone(countryCode, number string) (Phone, *phonenumbers.PhoneNumber, error) {
	p := Phone{CountryCode: NormalCountryCode(countryCode), Digits: Digits(number)}
	if !knownCountryCode(p.CountryCode) {
		return Phone{}, nil, ErrPhoneCountryCode
	}
	if len(p.Digits) < PhoneBounds.Min || len(p.Digits) > PhoneBounds.Max {
		return Phone{}, nil, ErrPhoneLength
	}
	parsed := p.parse()
	if parsed != nil && phonenumbers.IsPossibleNumber(parsed) {
		p.E164 = phonenumbers.Format(parsed, phonenumbers.E164)
	}
	return p, parsed, nil
}

// parse returns libphonenumber's result, or nil if it can't parse the number.
func (p Phone) parse() *phonenumbers.PhoneNumber {
	parsed, err := phonenumbers.Parse("+"+p.CountryCode+p.Digits, phonenumbers.UNKNOWN_REGION)
	if err != nil || strconv.Itoa(int(parsed.GetCountryCode())) != p.CountryCode {
		return nil // no result, or the digits became part of another country code
	}
	return parsed
}

// nonGeographic is libphonenumber's region for service numbers without a country.
const nonGeographic = "001"

// region returns the number's country. A number outside every numbering plan (one reserved for fiction, for example) gets the country of
// its area code in North America, and elsewhere the main country of its country code. parsed may be nil.
func (p Phone) region(parsed *phonenumbers.PhoneNumber) string {
	region := ""
	if parsed != nil {
		region = phonenumbers.GetRegionCodeForNumber(parsed)
		if national := phonenumbers.GetNationalSignificantNumber(parsed); region == "" && p.CountryCode == "1" && len(national) == 10 {
			const subscriber = "2345678" // valid in every area
			region = Phone{CountryCode: "1", Digits: national[:3] + subscriber}.plannedRegion()
		}
	}
	if code, err := strconv.Atoi(p.CountryCode); region == "" && err == nil {
		region = phonenumbers.GetRegionCodeForCountryCode(code)
	}
	if region == nonGeographic || region == phonenumbers.UNKNOWN_REGION {
		return ""
	}
	return region
}

// plannedRegion returns the country with the number in its numbering plan, or empty.
func (p Phone) plannedRegion() string {
	if parsed := p.parse(); parsed != nil {
		return phonenumbers.GetRegionCodeForNumber(parsed)
	}
	return ""
}

// samePhone reports whether two phones are the same, with or without the trunk prefix. A phone without digits equals none. It only calls
// libphonenumber if the numbers have the same last digits: otherwise they can't be the same number.
func samePhone(a, b Phone) bool {
	if a.Digits == "" || b.Digits == "" {
		return false
	}
	if a.CountryCode == b.CountryCode && a.withoutTrunk() == b.withoutTrunk() {
		return true
	}
	n := min(len(a.Digits), len(b.Digits), comparedDigits)
	if a.Digits[len(a.Digits)-n:] != b.Digits[len(b.Digits)-n:] {
		return false
	}
	pa, pb := a.parse(), b.parse()
	return pa != nil && pb != nil &&
		phonenumbers.Format(pa, phonenumbers.E164) == phonenumbers.Format(pb, phonenumbers.E164)
}

// withoutTrunk returns the digits without the trunk prefix for domestic calls.
func (p Phone) withoutTrunk() string {
	trunk := trunkPrefix(p.CountryCode)
	if digits, ok := strings.CutPrefix(p.Digits, trunk); ok && len(digits) > comparedDigits {
		return digits
	}
	return p.Digits
}

// comparedDigits is the number of last digits that all forms of a number share.
const comparedDigits = 6

// NormalCountryCode removes the + and all other characters that aren't digits. An empty code is the default. A text without digits, such
// as a country's name, gives the empty string, which isn't a country code. It must not become the default.
func NormalCountryCode(code string) string {
	if code == "" {
		return DefaultPhoneCountryCode
	}
	return Digits(code)
}

// knownCountryCode reports whether a country or service has this country code (digits, without +).
func knownCountryCode(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && strconv.Itoa(n) == code && phonenumbers.GetSupportedCallingCodes()[n]
}

// PhoneCountryCodeDigits lists every existing country code without +, including those of services.
func PhoneCountryCodeDigits() []string {
	known := phonenumbers.GetSupportedCallingCodes()
	codes := make([]string, 0, len(known))
	for code := range known {
		codes = append(codes, strconv.Itoa(code))
	}
	slices.Sort(codes)
	return codes
}
