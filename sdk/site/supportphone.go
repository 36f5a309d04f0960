package site

// SupportPhoneDefault is the key of the phone for countries without their own.
const SupportPhoneDefault = "default"

// DefaultSupportPhones returns the shipped phones: numbers without a subscriber. North America, the United
// Kingdom and Australia reserve numbers for fiction. New Zealand reserves none, so its number is in an
// unassigned exchange.
func DefaultSupportPhones() map[string]string {
	const unitedKingdom = "+44 20 7946 0123" // Ofcom: 020 7946 0000 to 0999
	return map[string]string{
		SupportPhoneDefault: "+1 800-555-0199", // NANPA: 555-0100 to 0199
		"GB":                unitedKingdom,
		"IE":                unitedKingdom,
		"AU":                "+61 2 5550 1234", // ACMA: (02) 5550
		"NZ":                "+64 9 000 0123",
	}
}
