package site

// SupportPhoneDefault is the key of the support phone for every country that has none of its own.
const SupportPhoneDefault = "default"

// DefaultSupportPhones are the phones shipped: numbers that can't ring at anybody's. North America, the
// United Kingdom and Australia keep numbers free for fiction; New Zealand, which keeps none, gets one in
// an exchange that isn't assigned.
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
