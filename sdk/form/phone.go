package form

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// DefaultPhoneCountryCode is the country code of a phone that comes without one.
const DefaultPhoneCountryCode = "1"

// Errors of ParsePhone.
var (
	ErrPhoneLength      = errors.New("phone: not 8 to 15 digits")
	ErrPhoneCountryCode = errors.New("phone: unknown country code")
)

// Phone is a telephone number, as kept. E164 is empty where libphonenumber can't make a possible number of
// the digits with that country code; then country code and digits are all there is.
type Phone struct {
	CountryCode string // digits, without +
	Digits      string // as typed, reduced to digits
	E164        string // "+14155550132", or empty
	Region      string // ISO 3166-1 alpha-2 of the country that the number belongs to, or empty
}

// ParsePhone reduces a number to its digits and finds its E.164 form and region. The country code may
// come with or without +; empty means [DefaultPhoneCountryCode]. It fails with ErrPhoneCountryCode or
// ErrPhoneLength; a number that libphonenumber refuses is no error.
func ParsePhone(countryCode, number string) (Phone, error) {
	p, parsed, err := parsePhone(countryCode, number)
	if err != nil {
		return Phone{}, err
	}
	p.Region = p.region(parsed)
	return p, nil
}

// parsePhone is ParsePhone without the region, which takes longer to find than all the rest.
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

// parse returns libphonenumber's reading of the number, nil when it has none.
func (p Phone) parse() *phonenumbers.PhoneNumber {
	parsed, err := phonenumbers.Parse("+"+p.CountryCode+p.Digits, phonenumbers.UNKNOWN_REGION)
	if err != nil || strconv.Itoa(int(parsed.GetCountryCode())) != p.CountryCode {
		return nil // nothing, or the digits ran into another country's code
	}
	return parsed
}

// nonGeographic is what libphonenumber answers for numbers of services that belong to no country.
const nonGeographic = "001"

// region is the country that the number belongs to. A number that no plan knows (one reserved for
// fiction, say) is placed by its area code in North America, and elsewhere by its country code's main
// country. parsed may be nil.
func (p Phone) region(parsed *phonenumbers.PhoneNumber) string {
	region := ""
	if parsed != nil {
		region = phonenumbers.GetRegionCodeForNumber(parsed)
		if national := phonenumbers.GetNationalSignificantNumber(parsed); region == "" && p.CountryCode == "1" && len(national) == 10 {
			const subscriber = "2345678" // any that every area has
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

// plannedRegion is the country whose plan knows the number, or empty.
func (p Phone) plannedRegion() string {
	if parsed := p.parse(); parsed != nil {
		return phonenumbers.GetRegionCodeForNumber(parsed)
	}
	return ""
}

// samePhone reports whether two phones are the same, with or without the trunk prefix; a phone without digits is never the same. It asks
// libphonenumber only where the two could still be one number written in two ways, because one ends like
// the other.
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

// withoutTrunk is the digits less what people dial before them within the country.
func (p Phone) withoutTrunk() string {
	trunk := trunkPrefix(p.CountryCode)
	if digits, ok := strings.CutPrefix(p.Digits, trunk); ok && len(digits) > comparedDigits {
		return digits
	}
	return p.Digits
}

// comparedDigits is how many last digits two writings of one number surely share.
const comparedDigits = 6

// NormalCountryCode takes the + and everything else that isn't a digit away; an empty code is the default. What has no
// digit in it, a country's name say, leaves nothing, which is no country code: it must not become the default's.
func NormalCountryCode(code string) string {
	if code == "" {
		return DefaultPhoneCountryCode
	}
	return Digits(code)
}

// knownCountryCode reports whether any country or service has this country code (digits, without +).
func knownCountryCode(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && strconv.Itoa(n) == code && phonenumbers.GetSupportedCallingCodes()[n]
}

// PhoneCountryCodeDigits lists every country code there is, those of services included, without +.
func PhoneCountryCodeDigits() []string {
	known := phonenumbers.GetSupportedCallingCodes()
	codes := make([]string, 0, len(known))
	for code := range known {
		codes = append(codes, strconv.Itoa(code))
	}
	slices.Sort(codes)
	return codes
}
