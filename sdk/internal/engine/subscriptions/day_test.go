package subscriptions_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/signup"
)

// readDays are the days of one purchase, each as its reader sees it.
type readDays struct {
	Answer, Page     [3]string // paid, ends, renews; the page shows no day of renewal apart from the end
	Receipt, Renewal string    // the lines of the mails with a day
	Notices          []string
}

// All documents name the same days, those of the buyer's time zone. A renewal is charged once the named day has begun there.
func TestOneDayForAll(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		paid                            string // instant
		country, region, postal, zone   string
		phoneCode, phone                string
		packageID                       int
		paidOn, paidText, ends, endText string
		charged, again                  string // instant and day of the renewal
	}{
		"an evening in California": {
			"2027-01-15T03:30:00Z", "US", "CA", "94103", "America/Los_Angeles", "+1", "4155550123", 2001,
			"2027-01-14", "January 14, 2027", "2028-01-14", "January 14, 2028", "2028-01-14T08:00:00Z", "January 14, 2028",
		},
		"New Year’s morning in Sydney": {
			"2026-12-31T21:00:00Z", "AU", "NSW", "2000", "Australia/Sydney", "+61", "255501234", 2041,
			"2027-01-01", "1 January 2027", "2028-01-01", "1 January 2028", "2027-12-31T13:00:00Z", "1 January 2028",
		},
		"the last half hour of the year in New York": {
			"2027-01-01T04:30:00Z", "US", "NY", "10001", "America/New_York", "+1", "2125550123", 2001,
			"2026-12-31", "December 31, 2026", "2027-12-31", "December 31, 2027", "2027-12-31T05:00:00Z", "December 31, 2027",
		},
		"29 February in London": {
			"2028-02-29T12:00:00Z", "GB", "ENG", "SW1A 1AA", "Europe/London", "+44", "2079460123", 2061,
			"2028-02-29", "29 February 2028", "2029-02-28", "28 February 2029", "2029-02-28T00:00:00Z", "28 February 2029",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			w.Clock.Set(instant(t, c.paid))
			s := w.SignUp(t, func(in *signup.Input) {
				in.Address.Country, in.Address.Region, in.Address.PostalCode, in.Parent.TimeZone = c.country, c.region, c.postal, c.zone
				in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Order.PackageID = c.phoneCode, c.phone, c.packageID
			})
			answer, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, fixture.Kept, func(in *payment.Input) {
				in.Order.PackageID, in.TermsAndConditions = c.packageID, true
			}))
			if err != nil {
				t.Fatal(err)
			}
			token := w.AccountToken(t, answer)
			w.Work(t)
			page, err := w.Client.Home.Read(t.Context(), token, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			r := answer.Receipt
			got := readDays{
				Answer:  [3]string{string(r.PaidOn), string(r.EndsOn), string(r.RenewsOn)},
				Page:    [3]string{string(page.Receipts[0].PaidOn), string(page.Subscriptions[0].EndsOn)},
				Receipt: daysIn(w, email.Receipt)[0],
			}
			charge := instant(t, c.charged)
			for _, before := range []time.Duration{30 * fixture.Day, 7 * fixture.Day} {
				w.RunOn(t, charge.Add(-before))
			}
			got.Notices = daysIn(w, email.RenewalNotice)
			w.RunOn(t, charge.Add(-time.Second))
			if n := len(w.Provider.Ledger().Transactions); n != 1 {
				t.Errorf("%d payments a second before the day begins", n)
			}
			w.RunOn(t, charge)
			got.Renewal = daysIn(w, email.Receipt)[1]
			want := readDays{
				Answer: [3]string{c.paidOn, c.ends, c.ends}, Page: [3]string{c.paidOn, c.ends},
				Receipt: c.paidText + " " + c.endText, Renewal: c.again + " " + nextYear(c.endText), Notices: []string{c.endText, c.endText},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("days (-want +got):\n%s", diff)
			}
		})
	}
}

func instant(t *testing.T, rfc3339 string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, rfc3339)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// nextYear returns a day's text with the next year.
func nextYear(day string) string {
	for _, years := range [][2]string{{"2029", "2030"}, {"2028", "2029"}, {"2027", "2028"}} {
		if strings.Contains(day, years[0]) {
			return strings.Replace(day, years[0], years[1], 1)
		}
	}
	return day
}

var (
	paidOn = regexp.MustCompile(`Paid on: (.*)`)
	renews = regexp.MustCompile(`renews on ((?:\w+ \d+, |\d+ \w+ )\d{4})`)
)

// daysIn returns the days of each mail of a kind: that of the payment, if it names one, and that of the renewal.
func daysIn(w *fixture.Till, kind email.Kind) (out []string) {
	for _, m := range w.Mailbox.Mails() {
		if m.Kind != kind {
			continue
		}
		var days []string
		for _, named := range []*regexp.Regexp{paidOn, renews} {
			if found := named.FindStringSubmatch(m.Text); found != nil {
				days = append(days, found[1])
			}
		}
		out = append(out, strings.Join(days, " "))
	}
	return out
}
