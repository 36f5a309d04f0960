package operate_test

import (
	"flag"
	"testing"

	"github.com/cojoin/cojoin/internal/condition"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var updateConditions = flag.Bool("update", false, "look for rows that conditions leave alone, and write testdata/condition.txt")

// unproven are conditions that no row misses, and why they stay. An erased row is left as it is; where its id goes into
// one of its columns, no such row can be made here: TestExportAndErase erases twice.
var unproven = map[string]string{
	"erase invitations: (t.email, t.email_key, t.phone_country_code, t.phone_number, t.phone_key, t.stat…": "its id is in an erased row",
	"erase invitations: state = 'open' (2)":                                                          "its id is in an erased row",
	"erase payment_attempts: (t.payer_hash) IS DISTINCT FROM (sha256(convert_to(id::text, 'UTF8')))": "its id is in an erased row",
	"erase payment_methods: (t.token_hash, t.last_four, t.brand, t.removed_at) IS DISTINCT FROM (sha256(convert_to(id::text, 'UTF8')), NULL, NULL, coalesce(removed_at, who.now))": "its id is in an erased row",
	"erase subscription_codes: (t.issued_to, t.issued_email, t.issued_locale) IS DISTINCT FROM (NULL, NULL, NULL)":                                                                 "never true of an erased code, which has no e-mail to be found by: written for every table alike",
}

// Export and erasure reach the rows of one person, and no others: docs/how-to/test.md.
func TestEveryConditionOfPrivacyMatters(t *testing.T) {
	t.Parallel()
	condition.New(t, sdktest.New(t).Pool).Check(t, "testdata/condition.txt", operate.PrivacyStatements(), unproven, *updateConditions)
}
