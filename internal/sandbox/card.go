package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// cardInput is a card as a browser or a server sends it. It exists only during a request; the ledger stores
// an [instrument].
type cardInput struct {
	number, cvv, holder      string
	expMonth, expYear, expAt string // either month and year, or "MM/YY", "MM/YYYY"
	postalCode, street       string
	isCVVRequired            bool
}

// brand is a card network, recognized by the number.
type brand struct {
	name    string
	form    *regexp.Regexp
	lengths string // " 16 19 "
	cvv     int
}

var brands = []brand{
	{"American Express", regexp.MustCompile(`^3[47]`), " 15 ", 4},
	{"Diners Club", regexp.MustCompile(`^3(0[0-59]|[689])`), " 14 16 19 ", 3},
	{"JCB", regexp.MustCompile(`^(2131|1800|35)`), " 16 17 18 19 ", 3},
	{"Discover", regexp.MustCompile(`^6(011|4[4-9]|5)`), " 16 19 ", 3},
	{"UnionPay", regexp.MustCompile(`^62`), " 14 15 16 17 18 19 ", 3},
	{"Maestro", regexp.MustCompile(`^(5(018|0[23]|[68])|6[37]|60405|6050|6390)`), " 12 13 14 15 16 17 18 19 ", 3},
	{"MasterCard", regexp.MustCompile(`^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)`), " 16 ", 3},
	{"Visa", regexp.MustCompile(`^4`), " 16 18 19 ", 3},
}

// brandOf returns the brand of a card number, or false for an unknown one.
func brandOf(number string) (brand, bool) {
	for _, b := range brands {
		if b.form.MatchString(number) {
			return b, true
		}
	}
	return brand{}, false
}

// luhn reports whether the check digit of a card number is right.
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

var (
	notDigit    = regexp.MustCompile(`[ -]`)
	digitsOnly  = regexp.MustCompile(`^\d+$`)
	expiryForm  = regexp.MustCompile(`^(\d{1,2})\s*/\s*(\d{2}|\d{4})$`)
	cardholders = 175 // longest name, in characters
)

// testCards behave as Braintree documents them. Numbers that fail only a verification there fail a sale
// here too, which lets a person try a decline by hand.
var testCards = map[string]string{
	"4000111111111115": behaveDecline,
	"5105105105105100": behaveDecline,
	"378734493671000":  behaveDecline,
	"6011000990139424": behaveDecline,
	"38520000009814":   behaveDecline,
	"3566002020360505": behaveFail,
	"4000111111111511": behaveFraud,
	"4111130000000003": behaveRisk,
	disputedCard:       behaveDispute,
	"4000000000002099": behaveAuthenticate, // ours: declined without authentication
}

// read validates the card and returns the instrument to store. Each fault is an attribute and a code.
func (in cardInput) read(key []byte) (instrument, []invalid) {
	var faults []invalid
	fault := func(attribute, code string) {
		faults = append(faults, invalid{attribute: attribute, code: code})
	}
	number := notDigit.ReplaceAllString(in.number, "")
	b, known := brandOf(number)
	switch {
	case number == "":
		fault("number", "81714")
	case len(number) < 12 || len(number) > 19:
		fault("number", "81716")
	case !digitsOnly.MatchString(number):
		fault("number", "81715")
	case !known:
		fault("number", "81703")
	case !strings.Contains(b.lengths, fmt.Sprintf(" %d ", len(number))) || !luhn(number):
		fault("number", "81715")
	}
	month, year := in.expiry(fault)
	switch {
	case in.cvv == "" && in.isCVVRequired:
		fault("cvv", "81706")
	case in.cvv != "" && (!digitsOnly.MatchString(in.cvv) || known && len(in.cvv) != b.cvv || len(in.cvv) < 3 || len(in.cvv) > 4):
		fault("cvv", "81707")
	}
	if len([]rune(in.holder)) > cardholders {
		fault("cardholder_name", "81723")
	}
	if len(faults) > 0 {
		return instrument{}, faults
	}
	country := "USA"
	if number == unknownCard {
		country = ""
	}
	return instrument{
		Kind: kindCard, CardType: b.name, LastFour: number[len(number)-4:],
		ExpMonth: month, ExpYear: year, Cardholder: in.holder,
		Unique: numberHash(key, number), Behavior: testCards[number],
		CVV: cvvResponse(in.cvv), PostalCode: postalResponse(in.postalCode), Street: streetResponse(in.street),
		Country: country, Indicators: testProducts[number],
	}, nil
}

// numberHash returns a keyed hash of the number, by which equal cards are recognized.
func numberHash(key []byte, number string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(number))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// expiry parses month and year. It accepts the years 1976 to 2200: an expired card is declined by the bank,
// not by validation.
func (in cardInput) expiry(fault func(attribute, code string)) (month, year string) {
	month, year = in.expMonth, in.expYear
	if in.expAt != "" {
		m := expiryForm.FindStringSubmatch(strings.TrimSpace(in.expAt))
		if m == nil {
			fault("expiration_date", "81710")
			return "", ""
		}
		month, year = m[1], m[2]
	}
	if month == "" || year == "" {
		fault("expiration_date", "81709")
		return "", ""
	}
	m, err := strconv.Atoi(month)
	if err != nil || m < 1 || m > 12 {
		fault("expiration_month", "81712")
		return "", ""
	}
	if len(year) == 2 {
		year = "20" + year
	}
	y, err := strconv.Atoi(year)
	if err != nil || y < 1976 || y > 2200 {
		fault("expiration_year", "81713")
		return "", ""
	}
	return fmt.Sprintf("%02d", m), strconv.Itoa(y)
}

// cvvResponse returns the CVV response code for the documented test values.
func cvvResponse(cvv string) string {
	switch cvv {
	case "":
		return "I"
	case "200", "2000":
		return "N"
	case "201", "2011":
		return "U"
	case "301", "3011":
		return "S"
	default:
		return "M"
	}
}

func postalResponse(code string) string {
	switch code {
	case "":
		return "I"
	case "20000":
		return "N"
	case "20001":
		return "U"
	case "30000": // the check failed
		return "E"
	case "30001": // the bank doesn't check
		return "S"
	default:
		return "M"
	}
}

// addressError returns the letter of an address check that failed as a whole, or "".
func (i instrument) addressError() string {
	if i.PostalCode == "E" || i.PostalCode == "S" {
		return i.PostalCode
	}
	return ""
}

// addressResponse returns the letter of one part of the check. It is A, not applicable, if the whole check failed.
func (i instrument) addressResponse(letter string) string {
	if i.addressError() != "" {
		return "A"
	}
	return letter
}

func streetResponse(street string) string {
	number, _, _ := strings.Cut(street, " ")
	switch number {
	case "":
		return "I"
	case "200":
		return "N"
	case "201":
		return "U"
	default:
		return "M"
	}
}
