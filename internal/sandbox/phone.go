package sandbox

import "regexp"

// internationalPhone is a member of customers and addresses: a telephone number in two parts, country code and number.
const internationalPhone = "international-phone"

var phoneNames = []string{"country-code", "national-number"}

var (
	phoneForm    = regexp.MustCompile(`^[\d ().+x-]{0,25}$`)
	callingForm  = regexp.MustCompile(`^[1-9]\d{0,2}$`)
	nationalForm = regexp.MustCompile(`^\d{4,14}$`)
	americanForm = regexp.MustCompile(`^[2-9]\d{9}$`)
)

// checkPhone returns the validation errors of a customer's telephone number, reported at the path. The customer may be nil.
func checkPhone(customer *element, at ...string) []invalid {
	phone := customer.at(internationalPhone)
	if phone == nil {
		return nil
	}
	var faults []invalid
	code, number := phone.text("country-code"), phone.text("national-number")
	if !callingForm.MatchString(code) {
		faults = append(faults, invalid{at, "international_phone_country_code", "91625"})
	}
	if !nationalForm.MatchString(number) || len(code)+len(number) > 15 || code == "1" && !americanForm.MatchString(number) {
		faults = append(faults, invalid{at, "international_phone_national_number", "91626"})
	}
	return faults
}
