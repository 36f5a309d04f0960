package checkouts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// purchaseCases is the number of drawn purchases. Each is compared at some fifteen places.
const purchaseCases = 40

// buyerPlace is a parent's place of residence, by phone and billing address.
type buyerPlace struct {
	group, phoneCode, phone, zone string
	address                       form.Address
}

var buyerPlaces = []buyerPlace{
	{"P0", "1", "21555%05d", "America/New_York", form.Address{Line1: "1 Market Street", City: "Philadelphia", Region: "PA", PostalCode: "19103", Country: "US"}},
	{"P0", "1", "50355%05d", "America/Los_Angeles", form.Address{Line1: "1 Pine Street", City: "Portland", Region: "OR", PostalCode: "97205", Country: "US"}},
	{"P2", "1", "41655%05d", "America/Toronto", form.Address{Line1: "1 King Street", City: "Toronto", Region: "ON", PostalCode: "M5H 1A1", Country: "CA"}},
	{"P2", "1", "51455%05d", "America/Toronto", form.Address{Line1: "1 Rue Peel", City: "Montréal", Region: "QC", PostalCode: "H2X 1Y4", Country: "CA"}},
	{"P3", "61", "2551%05d", "Australia/Sydney", form.Address{Line1: "1 George Street", City: "Sydney", Region: "NSW", PostalCode: "2000", Country: "AU"}},
	{"UK", "44", "20794%05d", "Europe/London", form.Address{Line1: "10 High Street", City: "London", Region: "ENG", PostalCode: "SW1A 1AA", Country: "GB"}},
}

// purchase holds the factors that may change a price.
type purchase struct {
	place    int
	custom   []string // options of a custom package; nil for a fixed one
	premium  bool
	years    int
	both     bool   // also pays for the co-parent
	referrer string // of the link to the sign-up
	coupon   string // typed
	codeOf   int    // package of a code, relative to the one bought: 0 none, 1 the same, 2 the other one
	locale   string
	winter   bool // the automatic coupon is in force
}

var purchases = rapid.Custom(func(t *rapid.T) purchase {
	p := purchase{
		place: rapid.IntRange(0, len(buyerPlaces)-1).Draw(t, "place"), premium: rapid.Bool().Draw(t, "premium"), years: rapid.IntRange(1, 2).Draw(t, "years"),
		both: rapid.Bool().Draw(t, "both"), referrer: rapid.SampledFrom([]string{"", "familylaw", "familylaw", "nobody"}).Draw(t, "referrer"),
		coupon: rapid.SampledFrom([]string{"", "", "FLAT15", "NOPE"}).Draw(t, "coupon"), codeOf: rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "code"),
		locale: rapid.SampledFrom([]string{"en-US", "en-GB", "es", "es-MX", "es-419"}).Draw(t, "locale"), winter: rapid.Bool().Draw(t, "winter"),
	}
	if rapid.IntRange(0, 3).Draw(t, "custom") == 0 {
		p.custom = rapid.SampledFrom([][]string{{}, {"MYFILES5GB"}, {"MYFILES20GB", "TONEMETER", "CALLSPREMIUM"}}).Draw(t, "options")
	}
	return p
})

func (p purchase) order() form.OrderChoice {
	base := map[string]int{"P0": 2000, "P2": 2020, "P3": 2040, "UK": 2060}[buyerPlaces[p.place].group]
	if p.custom != nil {
		return form.OrderChoice{PackageID: base + 9, ProductID: fmt.Sprintf("SUB%dYEAR", p.years), Services: p.custom}
	}
	id := base + p.years
	if p.premium {
		id += 2
	}
	return form.OrderChoice{PackageID: id}
}

// compared counts the comparisons with the paid quote by place.
type compared map[string]int

// same fails the test if a place shows another price.
func (c compared) same(t *testing.T, place, got, want string) {
	t.Helper()
	c[place]++
	if got != want {
		t.Errorf("%s shows %s, want %s", place, got, want)
	}
}

// TestOnePrice: every place shows the same price, for any link, coupon, code, term, seats, address and language. The places are the banner, the card,
// the coupons, the summary before and after the address, review, answer, receipt, mail, account page and the provider's ledger.
func TestOnePrice(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	drawn := make([]purchase, purchaseCases)
	for i := range drawn {
		drawn[i] = purchases.Example(i)
	}
	slices.SortStableFunc(drawn, func(a, b purchase) int { // the clock only advances
		return strings.Compare(fmt.Sprint(a.winter), fmt.Sprint(b.winter))
	})
	places := compared{}
	for i, p := range drawn {
		if p.winter {
			w.Clock.Set(time.Date(2026, 12, 1, 12, i, 0, 0, time.UTC))
		}
		places.purchase(t, w, i, p)
		if t.Failed() {
			t.Fatalf("purchase %d: %+v", i, p)
		}
	}
	total := 0
	for _, n := range places {
		total += n
	}
	t.Logf("%d purchases drawn, %d prices compared at %d places: %v", purchaseCases, total, len(places), places)
	for _, place := range []string{"banner", "card", "coupons", "summary before the address", "receipt", "mail", "account page", "renewal", "provider"} {
		if places[place] == 0 {
			t.Errorf("nothing was compared with the %s", place)
		}
	}
}

func (c compared) purchase(t *testing.T, w *fixture.Till, i int, p purchase) {
	t.Helper()
	at, order := buyerPlaces[p.place], p.order()
	meta := caller.Meta{Lang: text.Language(p.locale), Locale: p.locale, ReferrerKey: p.referrer}
	in := sdktest.ReadyToPay(5000 + i)
	in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily, signup.SectionOrder}
	in.Parent.PhoneCountryCode, in.Parent.PhoneNumber = at.phoneCode, fmt.Sprintf(at.phone, 100+i)
	in.Order = &signup.Order{OrderChoice: order, PayForCoparent: p.both}
	begun, err := w.Client.Signup.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatalf("%+v: %v", p, err)
	}
	s := sdktest.Session{SignupID: begun.SignupID, Key: secret.Secret(begun.RegistrationKey)}
	input := price.QuoteInput{OrderDetail: order, PayForCoparent: p.both}
	quoted := func() *price.Quote {
		q, err := w.Client.Signup.Price(t.Context(), s.SignupID, s.Key, input, meta)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}

	before := quoted()
	c.shelf(t, w, s, at.group, order, p, before, meta)
	if p.coupon != "" {
		input.PromoCodes = []string{p.coupon}
	}
	if p.codeOf != 0 {
		of := order.PackageID
		if p.codeOf == 2 || p.custom != nil {
			of = order.PackageID/10*10 + 1
		}
		input.PaymentCodes = w.Codes(t, of, 1)
	}
	before = quoted()
	address := signup.Input{
		Sections: []signup.Section{signup.SectionParent, signup.SectionAddress, signup.SectionReferral},
		Parent:   in.Parent, Address: &at.address, Referral: in.Referral,
	}
	address.Parent.TimeZone = at.zone
	if _, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, address, meta); err != nil {
		t.Fatal(err)
	}
	seen := quoted()
	c.same(t, "summary before the address", before.Totals.SubTotalAfterDiscountFormatted, seen.Totals.SubTotalAfterDiscountFormatted)
	c.same(t, "codes before the address", before.Totals.PaymentCodeTotalFormatted, seen.Totals.PaymentCodeTotalFormatted)

	pay := payment.Input{Order: order, PayForCoparent: p.both, TermsAndConditions: true, PromoCodes: input.PromoCodes, PaymentCodes: input.PaymentCodes, Payment: payment.Details{
		TaxID: seen.TaxID, AmountDisplayed: seen.Totals.Total, TaxAmountDisplayed: seen.Totals.TaxAmount,
	}}
	isFree := seen.Totals.Total == "0.00"
	if !isFree {
		pay.Payment.Nonce = fixture.GoodNonce
	}
	pay.PromoCodes = slices.DeleteFunc(slices.Clone(pay.PromoCodes), func(code string) bool { return code == "NOPE" })
	meta.IdempotencyKey = w.NewKey()
	paid, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, pay, meta)
	if err != nil {
		t.Fatal(err)
	}
	c.same(t, "answer", paid.PricingInfo.Totals.TotalFormatted, seen.Totals.TotalFormatted)
	c.receipt(t, "receipt", paid.Receipt.Totals, seen.Totals)
	if !isFree {
		ledger := w.Provider.Ledger().Transactions
		c.same(t, "provider", ledger[len(ledger)-1].Amount, seen.Totals.Total)
	}
	w.Work(t)
	c.afterwards(t, w, in.Parent.Email, paid, seen, meta)
}

// shelf compares the offers before any input.
func (c compared) shelf(t *testing.T, w *fixture.Till, s sdktest.Session, group string, order form.OrderChoice, p purchase, quote *price.Quote, meta caller.Meta) {
	t.Helper()
	list, err := w.Client.Signup.Packages(t.Context(), group, nil, meta)
	if err != nil {
		t.Fatal(err)
	}
	var banner int
	for _, card := range list.Packages {
		if card.Offer != nil && card.Offer.Referral && (banner == 0 || card.Offer.PercentOff < banner) {
			banner = card.Offer.PercentOff
		}
		if card.ID != order.PackageID || card.BuildYourOwn && (len(p.custom) > 0 || p.years != 1) {
			continue
		}
		shown := card.TotalPriceFormatted
		if card.Offer != nil {
			shown = card.Offer.DiscountedFormatted
		}
		if !p.both {
			c.same(t, "card", shown, quote.Totals.SubTotalAfterDiscountFormatted)
		}
		c.same(t, "card before the discount", card.TotalPriceFormatted, quote.Lines[0].AmountFormatted)
	}
	off := ""
	if quote.CouponDetail != nil {
		off = quote.CouponDetail.DiscountFormatted
	}
	if banner != 0 {
		steps, err := price.Price(price.DefaultCatalog(), &price.DefaultCatalog().Tax, price.Input{
			Order: order, Seats: 1, ReferrerKey: p.referrer, At: w.Clock.Now(),
		})
		if err != nil {
			t.Fatal(err)
		}
		c.same(t, "banner", fmt.Sprint(banner), steps.CouponPercent)
	}
	coupons, err := w.Client.Signup.Coupons(t.Context(), s.SignupID, s.Key, p.locale)
	if err != nil {
		t.Fatal(err)
	}
	best := ""
	if len(coupons) > 0 {
		best = coupons[0].DiscountFormatted
	}
	c.same(t, "coupons", best, off)
}

func (c compared) receipt(t *testing.T, place string, got, want price.Totals) {
	t.Helper()
	c[place]++
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", place, diff)
	}
}

// afterwards compares the mails and the account page.
func (c compared) afterwards(t *testing.T, w *fixture.Till, addr string, paid *payment.Answer, seen *price.Quote, meta caller.Meta) {
	t.Helper()
	mails := w.Mailbox.Mails()
	at := slices.IndexFunc(mails, func(m email.Message) bool { return m.Kind == email.Receipt && m.To == addr })
	if at < 0 {
		t.Fatal("no receipt was mailed")
	}
	words := text.WordingOf(meta.Lang)
	for code, amount := range map[text.Code]string{"mail_receipt_subtotal": seen.Totals.SubTotalFormatted, "mail_receipt_total": seen.Totals.TotalFormatted} {
		line := words.In(code, nil) + ": " + amount
		c["mail"]++
		if !strings.Contains(mails[at].Text, line+"\n") {
			t.Errorf("the mail lacks %q", line)
		}
	}
	name := fmt.Sprintf("one.price.%d", len(mails))
	in := account.CredentialsInput{Username: name, Password: fixture.GoodPassword, TermsAndConditions: true}
	if _, err := w.Client.Account.SetCredentials(t.Context(), secret.Secret(paid.ClickToJoinToken), in, meta); err != nil {
		t.Fatal(err)
	}
	login, err := w.Client.Account.Login(t.Context(), name, fixture.GoodPassword, meta)
	if err != nil {
		t.Fatal(err)
	}
	token := secret.Secret(login.Auth)
	page, err := w.Client.Home.Read(t.Context(), token, meta)
	if err != nil {
		t.Fatal(err)
	}
	c.same(t, "account page", page.Receipts[0].TotalFormatted, seen.Totals.TotalFormatted)
	own, err := w.Client.Home.Receipt(t.Context(), token, page.Receipts[0].ReceiptID, meta)
	if err != nil {
		t.Fatal(err)
	}
	c.receipt(t, "receipt of the account page", own.Totals, seen.Totals)
	if held := page.Subscriptions[0]; held.Renewal != nil && !seen.PayForCoParent {
		c.same(t, "renewal", held.Renewal.PriceFormatted, seen.RenewalFormatted)
	}
}
