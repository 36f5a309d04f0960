package subscriptions_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/internal/race"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/signup"
)

// cohort is a group of families with the same purchase, spread over the days of a year.
type cohort struct {
	name      string
	families  int
	country   string
	region    string
	packageID int
	both      bool   // seats
	unkept    bool   // the payment method
	oneDay    bool   // all bought on the same day
	decline   int    // number of renewals that the bank declines; -1 is all
	status    string // of its renewals in the provider's ledger; empty for none
	total     string // of each
}

// cohorts are 1,000 families with subscriptions that renew within the year, and 60 without.
var cohorts = []cohort{
	{name: "PA", families: 250, country: "US", region: "PA", packageID: 2001, status: "submitted_for_settlement", total: "158.99 USD"},
	{name: "TX", families: 150, country: "US", region: "TX", packageID: 2001, status: "submitted_for_settlement", total: "157.49 USD"},
	{name: "NY, both", families: 150, country: "US", region: "NY", packageID: 2003, both: true, status: "submitted_for_settlement", total: "457.58 USD"},
	{name: "QC", families: 150, country: "CA", region: "QC", packageID: 2021, status: "submitted_for_settlement", total: "218.44 CAD"},
	{name: "GB, both", families: 150, country: "GB", packageID: 2061, both: true, status: "submitted_for_settlement", total: "239.98 GBP"},
	{name: "AU", families: 100, country: "AU", packageID: 2041, status: "submitted_for_settlement", total: "199.99 AUD"},
	{name: "refused once", families: 30, country: "US", region: "WA", packageID: 2001, oneDay: true, decline: 30, status: "submitted_for_settlement", total: "159.74 USD"},
	{name: "refused always", families: 20, country: "US", region: "WA", packageID: 2003, decline: -1, total: "234.29 USD"},
	{name: "two years", families: 30, country: "US", region: "PA", packageID: 2002},
	{name: "not kept", families: 30, country: "US", region: "PA", packageID: 2001, unkept: true},
}

// found creates the cohort: one family signs up and pays, and the others are copies in the database.
func (k cohort) found(t *testing.T, w *fixture.Till) {
	t.Helper()
	s := w.SignUp(t, func(in *signup.Input) {
		in.Order.PackageID, in.Order.PayForCoparent = k.packageID, k.both
		in.Address.Country, in.Address.Region = k.country, k.region
		switch k.country {
		case "CA":
			in.Address.PostalCode, in.Parent.TimeZone = "H2X 1Y4", "America/Toronto"
			in.Parent.PhoneNumber = "5145550123"
		case "GB":
			in.Address.Region, in.Address.PostalCode, in.Parent.TimeZone = "ENG", "SW1A 1AA", "Europe/London"
			in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = "+44", "2079460123"
		case "AU":
			in.Address.Region, in.Address.PostalCode, in.Parent.TimeZone = "NSW", "2000", "Australia/Sydney"
			in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = "+61", "255501234"
		case "US":
			in.Address.PostalCode = map[string]string{"PA": "19103", "TX": "78701", "NY": "10001", "WA": "98101"}[k.region]
			in.Parent.TimeZone = map[string]string{"PA": "America/New_York", "TX": "America/Chicago", "NY": "America/New_York", "WA": "America/Los_Angeles"}[k.region]
		}
	})
	in := w.Input(t, s, fixture.GoodNonce, func(in *payment.Input) {
		in.Order.PackageID, in.PayForCoparent = k.packageID, k.both
		in.Payment.StorePaymentOnFile, in.TermsAndConditions = new(!k.unkept), true
	})
	answer, err := w.Pay(t, s, in)
	if err != nil {
		t.Fatalf("%s: %v", k.name, err)
	}
	spread := 350
	if k.oneDay {
		spread = 0
	}
	var columns string // without generated ones
	err = w.Pool.QueryRow(t.Context(), `SELECT string_agg(column_name, ', ') FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name = 'orders' AND is_generated = 'NEVER'`).Scan(&columns)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Pool.Exec(t.Context(), fmt.Sprintf(copyFamily, columns), answer.Receipt.OrderID, k.families-1, spread); err != nil {
		t.Fatalf("%s: %v", k.name, err)
	}
	fixture.DescribeCopies(t, w.Env)
	if k.decline != 0 {
		sales := w.Provider.Ledger().Transactions
		token := sales[len(sales)-1].Token
		if err := w.Provider.AddFault(sandbox.Fault{Kind: sandbox.FaultDecline, Token: token, Count: k.decline}); err != nil {
			t.Fatal(err)
		}
	}
}

// copyFamily copies the family, order and subscriptions of an order $2 times, spread over $3 days. The copies share the payment method.
const copyFamily = `
WITH c AS MATERIALIZED (
	SELECT gen_random_uuid() AS family, gen_random_uuid() AS a, gen_random_uuid() AS b, gen_random_uuid() AS reg, gen_random_uuid() AS ord, gen_random_uuid() AS con,
		make_interval(days => i * $3::int / greatest($2::int, 1)) AS later FROM generate_series(1, $2::int) i),
f AS (INSERT INTO families SELECT family, now() FROM c),
l AS (INSERT INTO seats SELECT family, unnest(ARRAY['parent_a', 'parent_b']), unnest(ARRAY[a, NULL]) FROM c),
w AS (INSERT INTO persons (id, sealed, hash_key, created_at) SELECT unnest(ARRAY[a, b]), '', 1, now() FROM c),
p AS (INSERT INTO accounts SELECT (jsonb_populate_record(x, jsonb_build_object('id', c.a, 'person_id', c.a, 'login_email_hash', sha256(c.a::text::bytea)))).*
	FROM c, accounts x WHERE x.id = (SELECT account_id FROM orders WHERE id = $1)),
i AS (INSERT INTO invitations SELECT (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'user_id', c.b, 'person_id', c.b,
		'family_id', c.family, 'inviter_account_id', c.a))).*
	FROM c, invitations x WHERE x.family_id = (SELECT family_id FROM orders WHERE id = $1)),
r AS (INSERT INTO registrations SELECT (jsonb_populate_record(x, jsonb_build_object('id', c.reg, 'account_id', c.a))).*
	FROM c, registrations x WHERE x.id = (SELECT registration_id FROM orders WHERE id = $1)),
o AS (INSERT INTO orders (%[1]s) SELECT %[1]s
	FROM (SELECT (jsonb_populate_record(x, jsonb_build_object('id', c.ord, 'registration_id', c.reg, 'account_id', c.a, 'family_id', c.family))).* FROM c, orders x WHERE x.id = $1) copy),
op AS (INSERT INTO order_prices SELECT (jsonb_populate_record(x, jsonb_build_object('order_id', c.ord))).* FROM c, order_prices x WHERE x.order_id = $1),
s AS (INSERT INTO subscriptions (id, family_id, payer_account_id, state, payment_method_id, currency, term_starts_at, ends_at, created_at, updated_at)
	SELECT c.con, c.family, c.a, x.state, x.payment_method_id, x.currency, x.term_starts_at + c.later, x.ends_at + c.later, x.created_at, x.updated_at
	FROM c, subscriptions x WHERE x.id = (SELECT subscription_id FROM subscription_terms WHERE order_id = $1)),
t AS (INSERT INTO subscription_terms SELECT (jsonb_populate_record(x, jsonb_build_object('subscription_id', c.con, 'order_id', c.ord,
		'starts_at', x.starts_at + c.later, 'ends_at', x.ends_at + c.later))).*
	FROM c, subscription_terms x WHERE x.order_id = $1)
INSERT INTO subscription_seats (id, subscription_id, number, family_id, family_role, renewal_minor, term_starts_at, created_at, updated_at)
	SELECT gen_random_uuid(), c.con, x.number, c.family, x.family_role, x.renewal_minor, x.term_starts_at + c.later, x.created_at, x.updated_at
	FROM c, subscription_seats x WHERE x.subscription_id = (SELECT subscription_id FROM subscription_terms WHERE order_id = $1)`

const seatsWithTerms = `subscription_seats x JOIN subscriptions s ON s.id = x.subscription_id
	JOIN subscription_terms t ON t.subscription_id = x.subscription_id AND t.starts_at = x.term_starts_at`

// A year of 1,000 subscriptions (a tenth of them under the race detector). Each renews once, with the right amount, and each declined one ends as it
// should.
func TestRenewalYear(t *testing.T) {
	t.Parallel()
	// Notices have tests of their own.
	w := fixture.NewTill(t, sdktest.WithConnections(8), sdktest.WithConfig(func(c *sdk.Config) { c.Renewal.Notices = []time.Duration{} }))
	want := map[string]int{}
	renewing, part := 0, 1
	if race.Detector {
		part = 10
	}
	of := func(n int) string { return strconv.Itoa(n / part) }
	for _, k := range cohorts {
		k.families /= part
		if k.decline > 0 {
			k.decline /= part
		}
		k.found(t, w)
		if k.status != "" {
			want[k.status+" "+k.total] += k.families
			renewing += k.families
		}
		switch {
		case k.decline < 0: // four tries
			want["processor_declined "+k.total] += 4 * k.families
			renewing += k.families
		case k.decline > 0:
			want["processor_declined "+k.total] += k.decline
		}
	}
	if renewing != 1000/part {
		t.Fatalf("%d subscriptions renew, want %d", renewing, 1000/part)
	}
	w.Work(t)
	before := len(w.Provider.Ledger().Transactions)

	for d := range 365 { // stops before the first is due again
		w.Clock.Set(fixture.FirstEnd.Add(time.Duration(d) * fixture.Day))
		if err := w.Client.Subscription.ScheduleRenewals(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.Drain(t, 3)
	}

	got := map[string]int{}
	for _, e := range w.Provider.Ledger().Transactions[before:] {
		got[e.Status+" "+e.Amount+" "+string(e.Currency)]++
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("provider's ledger (-want +got):\n%s", diff)
	}
	// No subscription has two orders of one term, no order is left over, and each order has one receipt.
	w.WantCounts(t, map[string]string{
		`SELECT count(*) FROM ` + seatsWithTerms + ` WHERE s.state = 'active' AND x.ended_as IS NULL AND s.renewing_since IS NULL AND s.tries = 0 AND s.retry_at IS NULL
			AND t.years = 1 AND t.ends_at > '2028-06-01'`: of(980 + 300), // the co-parents' seats too
		`SELECT count(*) FROM ` + seatsWithTerms + ` WHERE s.state = 'lapsed' AND x.ended_as = 'lapsed' AND s.tries = 4 AND t.ends_at < '2028-06-10'`: of(20),
		`SELECT count(*) FROM ` + seatsWithTerms + ` WHERE s.state = 'ended' AND x.ended_as = 'ended'`:                                                of(30),
		`SELECT count(*) FROM ` + seatsWithTerms + ` WHERE s.state = 'active' AND t.years = 2 AND t.ends_at < '2029-06-10'`:                           of(30),
		`SELECT count(*) FROM subscription_terms`:                                                                             of(1060 + 980), // earlier terms are kept
		`SELECT count(*) FROM orders WHERE purpose = 'renewal' AND state = 'placed'`:                                          of(980),
		`SELECT count(DISTINCT renews_id) FROM orders WHERE purpose = 'renewal' AND state = 'placed'`:                         of(980),
		`SELECT count(*) FROM orders WHERE purpose = 'renewal' AND state = 'cancelled'`:                                       of(20),
		`SELECT count(*) FROM orders WHERE purpose = 'renewal' AND state NOT IN ('placed', 'cancelled')`:                      "0",
		`SELECT count(*) FROM receipts r JOIN orders o ON o.id = r.order_id WHERE o.purpose = 'renewal' AND r.kind = 'payer'`: of(980),
		`SELECT count(*) FROM payment_attempts WHERE state NOT IN ('captured', 'declined')`:                                   "0",
	})
	mails := map[email.Kind]int{}
	for _, m := range w.Mailbox.Mails() {
		mails[m.Kind]++
	}
	delete(mails, email.Invitation)
	wantMails := map[email.Kind]int{
		email.Receipt: len(cohorts) + 980/part, email.RenewalDeclined: (30 + 20) / part, email.RenewalLapsed: 20 / part,
		email.CredentialsReminder: 2 * len(cohorts), // renewals send no username reminder
	}
	if diff := cmp.Diff(wantMails, mails); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
}
