package price

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
)

// Runs 1,000 cases by default; the command line (-rapid.checks=100000) overrides it.
func init() {
	if err := flag.Set("rapid.checks", "1000"); err != nil {
		panic(err)
	}
}

// drawCatalog returns the shipped catalog, or one with other prices, factors, coupons and tax rates, so that no property depends on the shipped ones.
func drawCatalog(t *rapid.T) *Catalog {
	if rapid.Bool().Draw(t, "shipped") {
		return DefaultCatalog()
	}
	cat := copyOfCatalog(DefaultCatalog())
	decimal := func(label string, least, most int64) string {
		return money.New(rapid.Int64Range(least, most).Draw(t, label), "USD").Decimal()
	}
	for i := range cat.Packages {
		if !cat.Packages[i].BuildYourOwn {
			cat.Packages[i].PriceText = decimal("price", 1, 99_999_99)
		}
	}
	for i := range cat.Options {
		if !cat.Options[i].Default {
			cat.Options[i].PriceText = decimal("option", 0, 9_999_99)
		}
	}
	for i := range cat.Groups {
		if !cat.Groups[i].Base {
			cat.Groups[i].OptionFactor = money.Ratio(rapid.Int64Range(1, 3_000_000).Draw(t, "factor"))
		}
	}
	cat.CustomTwoYearFactor = money.Ratio(rapid.Int64Range(1, 1_200_000).Draw(t, "two years"))
	for i := range cat.Coupons {
		k := &cat.Coupons[i]
		if k.PercentText != "" {
			k.PercentText = money.Ratio(rapid.Int64Range(1, 1_000_000).Draw(t, "percent")).Percent()
		} else {
			k.AmountText = decimal("amount", 1, 9_999_99)
		}
	}
	for i := range cat.Tax.Countries {
		c := &cat.Tax.Countries[i]
		drawRates(t, c.Components)
		for j := range c.Regions {
			drawRates(t, c.Regions[j].Components)
		}
	}
	if problems := cat.complete(); len(problems) > 0 {
		t.Fatal(problems)
	}
	return cat
}

func drawRates(t *rapid.T, components []TaxComponent) {
	for i := range components {
		components[i].Rate = money.Ratio(rapid.Int64Range(1, 500_000).Draw(t, "rate"))
		components[i].Share = money.Ratio(rapid.Int64Range(1, 1_000_000).Draw(t, "share"))
	}
}

// copyOfCatalog copies the parts that drawCatalog changes and shares the rest. Its computed fields are empty. A copy through JSON would take longer
// than all the checks on it.
func copyOfCatalog(of *Catalog) *Catalog {
	cat := &Catalog{
		Version: of.Version, Format: of.Format, CustomTwoYearFactor: of.CustomTwoYearFactor,
		Groups: slices.Clone(of.Groups), Packages: slices.Clone(of.Packages), Options: slices.Clone(of.Options), Coupons: slices.Clone(of.Coupons),
		Tax: TaxTable{Version: of.Tax.Version, Source: of.Tax.Source, Date: of.Tax.Date, Countries: slices.Clone(of.Tax.Countries)},
	}
	for i := range cat.Packages {
		cat.Packages[i].Price, cat.Packages[i].group = money.Amount{}, nil
	}
	for i := range cat.Options {
		cat.Options[i].prices = nil
	}
	for i := range cat.Coupons {
		cat.Coupons[i].percent, cat.Coupons[i].amount = 0, money.Amount{}
	}
	for i := range cat.Tax.Countries {
		c := &cat.Tax.Countries[i]
		c.Components, c.Regions = slices.Clone(c.Components), slices.Clone(c.Regions)
		for j := range c.Regions {
			c.Regions[j].Components = slices.Clone(c.Regions[j].Components)
		}
	}
	return cat
}

// drawInput returns any order in the catalog, at any place and time, with any coupons and codes.
func drawInput(t *rapid.T, cat *Catalog) Input {
	pkg := &cat.Packages[rapid.IntRange(0, len(cat.Packages)-1).Draw(t, "package")]
	in := Input{
		Order: form.OrderChoice{PackageID: pkg.ID}, Seats: rapid.IntRange(1, 2).Draw(t, "seats"),
		ReferrerKey: rapid.SampledFrom([]string{"", "familylaw", "nobody"}).Draw(t, "referrer"),
		Coupons:     rapid.SliceOfN(rapid.SampledFrom([]string{"WELCOME10", "PARTNER20", "FLAT15", "NOPE"}), 0, 3).Draw(t, "coupons"),
		At:          rapid.SampledFrom([]time.Time{time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}).Draw(t, "at"),
		Address: TaxAddress{
			Country: rapid.SampledFrom([]string{"", "US", "CA", "GB", "GG", "IM", "AU", "NZ", "MX", "FR"}).Draw(t, "country"),
			Region:  rapid.SampledFrom([]string{"", "PA", "TX", "NY", "OR", "QC", "ON", "BC"}).Draw(t, "region"),
		},
	}
	if pkg.BuildYourOwn {
		in.Order.ProductID = rapid.SampledFrom([]string{"SUB1YEAR", "SUB2YEAR"}).Draw(t, "product")
		for _, of := range [][]string{{"", "MYFILES1GB", "MYFILES5GB", "MYFILES20GB"}, {"", "CALLSBASIC", "CALLSPREMIUM"}, {"", "TONEMETER"}, {"", "UNLIMITEDPAYMENTS"}} {
			if code := rapid.SampledFrom(of).Draw(t, "option"); code != "" {
				in.Order.Services = append(in.Order.Services, code)
			}
		}
	}
	for range rapid.IntRange(0, 4).Draw(t, "codes") {
		of := &cat.Packages[rapid.IntRange(0, len(cat.Packages)-1).Draw(t, "code")]
		if rapid.Bool().Draw(t, "own code") {
			of = pkg
		}
		if !of.BuildYourOwn {
			in.Codes = append(in.Codes, Code{of.ID, of.Price})
		}
	}
	return in
}

func priceOf(t *rapid.T, cat *Catalog, in Input) Priced {
	p, err := Price(cat, &cat.Tax, in)
	if err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	return p
}

func sum(t *rapid.T, c money.Currency, amounts ...money.Amount) money.Amount {
	total := money.Zero(c)
	for _, a := range amounts {
		var err error
		if total, err = total.Add(a); err != nil {
			t.Fatal(err)
		}
	}
	return total
}

// TestPropertyCardShowsThePriceOfTheOrder: for the same customer, the card's price is the order's, before tax and typed codes.
func TestPropertyCardShowsThePriceOfTheOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		in.Seats, in.Coupons, in.Codes = 1, nil, nil
		if rapid.Bool().Draw(t, "exhausted") {
			in.Exhausted = []string{"PARTNER20"}
		}
		pkg := cat.Package(in.Order.PackageID)
		if pkg.BuildYourOwn { // its card shows the lowest price
			in.Order = form.OrderChoice{PackageID: pkg.ID, ProductID: "SUB1YEAR"}
		}
		requested := rapid.SampledFrom([]string{"en-US", "es-MX", "en-GB", "es"}).Draw(t, "locale")
		locale := cat.LocaleIn(pkg.Group, requested)
		list, err := cat.ListPackages(Shelf{Group: pkg.Group, IDs: []int{pkg.ID}, ReferrerKey: in.ReferrerKey, Exhausted: in.Exhausted, Locale: requested, At: in.At})
		if err != nil {
			t.Fatal(err)
		}
		coupons, err := cat.CouponsFor(Shelf{Group: pkg.Group, ReferrerKey: in.ReferrerKey, Exhausted: in.Exhausted, Locale: requested, At: in.At}, 0, money.Amount{})
		if err != nil {
			t.Fatal(err)
		}
		card, order := list.Packages[0], priceOf(t, cat, in)
		if card.TotalPriceFormatted != order.SubTotal.Format(locale) {
			t.Fatalf("the card shows %s, the order costs %s", card.TotalPriceFormatted, order.SubTotal.Format(locale))
		}
		if card.Offer == nil {
			if !order.Discount.IsZero() {
				t.Fatalf("the card has no offer, the order has %s off by %s", order.Discount.Format(locale), order.CouponCode)
			}
			return
		}
		if card.Offer.CouponCode != order.CouponCode || card.Offer.DiscountedFormatted != order.SubTotalAfterDiscount.Format(locale) {
			t.Fatalf("the card shows %s with %s, the order %s with %s", card.Offer.DiscountedFormatted, card.Offer.CouponCode, order.SubTotalAfterDiscount.Format(locale), order.CouponCode)
		}
		if !slices.ContainsFunc(coupons, func(k CustomersCoupon) bool { return k.CouponCode == card.Offer.CouponCode }) {
			t.Fatalf("%s is on the card and not among %v", card.Offer.CouponCode, coupons)
		}
	})
}

// TestPropertyCardsShowTheCouponsPercentage: every card of every group shows a percentage coupon's own percentage, rounded down, at any price and in
// currencies with and without decimals. For a fixed amount it shows the share of the price, rounded down. An order of two seats has the same coupon.
func TestPropertyCardsShowTheCouponsPercentage(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := copyOfCatalog(DefaultCatalog())
		coupon := Coupon{Code: "PARTNER", Referrer: "familylaw", Description: cat.Coupons[0].Description}
		var share money.Ratio
		switch rapid.SampledFrom([]string{"whole percent", "percent", "amount"}).Draw(t, "kind") {
		case "whole percent":
			share = money.Ratio(rapid.Int64Range(1, 100).Draw(t, "percent") * 10_000)
		case "percent":
			share = money.Ratio(rapid.Int64Range(1, 1_000_000).Draw(t, "percent"))
		}
		if coupon.PercentText = share.Percent(); share == 0 {
			coupon.PercentText, coupon.Currency = "", "USD"
			coupon.AmountText = money.New(rapid.Int64Range(1, 999_99).Draw(t, "amount"), "USD").Decimal()
		}
		cat.Coupons = []Coupon{coupon}
		for i := range cat.Groups {
			if g := &cat.Groups[i]; !g.Base {
				g.Currency = rapid.SampledFrom([]money.Currency{g.Currency, "USD", "JPY"}).Draw(t, "currency")
			}
		}
		for i := range cat.Packages {
			if p := &cat.Packages[i]; !p.BuildYourOwn {
				p.PriceText = money.New(rapid.Int64Range(1, 999_99).Draw(t, "price"), cat.Group(p.Group).Currency).Decimal()
			}
		}
		if problems := cat.complete(); len(problems) > 0 {
			t.Fatal(problems)
		}
		for i := range cat.Groups {
			list, err := cat.ListPackages(Shelf{Group: cat.Groups[i].Name, ReferrerKey: "familylaw", Locale: "en-US"})
			if err != nil {
				t.Fatal(err)
			}
			for _, card := range list.Packages {
				order := form.OrderChoice{PackageID: card.ID}
				if card.BuildYourOwn {
					order.ProductID = "SUB1YEAR"
				}
				one := priceOf(t, cat, Input{Order: order, Seats: 1, ReferrerKey: "familylaw"})
				two := priceOf(t, cat, Input{Order: order, Seats: 2, ReferrerKey: "familylaw"})
				if card.Offer == nil {
					if !one.Discount.IsZero() {
						t.Fatalf("%s has no offer, the order %v off", card.PackageName, one.Discount)
					}
					continue
				}
				shown := int64(card.Offer.PercentOff)
				if whole, _, _ := strings.Cut(coupon.PercentText, "."); coupon.PercentText != "" && fmt.Sprint(shown) != whole {
					t.Fatalf("%s at %s shows %d %% of a coupon of %s %%", card.PackageName, card.TotalPrice, shown, coupon.PercentText)
				}
				if off, of := 100*one.Discount.Minor, one.SubTotal.Minor; coupon.AmountText != "" && (shown*of > off || (shown+1)*of <= off) {
					t.Fatalf("%s at %s shows %d %% of a coupon of %s", card.PackageName, card.TotalPrice, shown, coupon.AmountText)
				}
				if one.CouponPercent != coupon.PercentText || two.CouponPercent != coupon.PercentText {
					t.Fatalf("%s: %q of one seat, %q of two, by a coupon of %q", card.PackageName, one.CouponPercent, two.CouponPercent, coupon.PercentText)
				}
			}
		}
	})
}

// TestPropertyPriceAddsUp: bounds, parts and signs of any price.
func TestPropertyPriceAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		p := priceOf(t, cat, drawInput(t, cat))
		c := p.Currency
		for name, a := range map[string]money.Amount{
			"unit": p.UnitPrice, "subTotal": p.SubTotal, "discount": p.Discount, "after": p.SubTotalAfterDiscount, "codes": p.PaymentCodeTotal,
			"taxable": p.Taxable, "tax": p.TaxAmount, "net": p.Net, "total": p.Total, "renewal": p.Renewal,
		} {
			if a.Minor < 0 || a.Currency != c {
				t.Fatalf("%s is %v", name, a)
			}
		}
		if p.Total.Cmp(sum(t, c, p.SubTotal, p.TaxAmount)) > 0 {
			t.Fatalf("total %v is above subtotal %v and tax %v", p.Total, p.SubTotal, p.TaxAmount)
		}
		if p.Discount.Cmp(p.SubTotal) > 0 {
			t.Fatalf("discount %v of %v", p.Discount, p.SubTotal)
		}
		if p.PaymentCodeTotal.Cmp(p.SubTotalAfterDiscount) > 0 {
			t.Fatalf("codes cover %v of %v", p.PaymentCodeTotal, p.SubTotalAfterDiscount)
		}
		var codes, taxes []money.Amount
		for _, k := range p.Codes {
			codes = append(codes, k.Covered)
			if k.Covered.Minor < 0 || k.Seat == 0 && k.Covered.Cmp(k.Face) > 0 && k.PackageID != p.PackageID {
				t.Fatalf("code covers %v of its %v", k.Covered, k.Face)
			}
		}
		for _, x := range p.Taxes {
			taxes = append(taxes, x.Amount)
		}
		for name, pair := range map[string][2]money.Amount{
			"subTotal = discount + after":  {p.SubTotal, sum(t, c, p.Discount, p.SubTotalAfterDiscount)},
			"after = codes + taxable":      {p.SubTotalAfterDiscount, sum(t, c, p.PaymentCodeTotal, p.Taxable)},
			"codes = their parts":          {p.PaymentCodeTotal, sum(t, c, codes...)},
			"tax = its components":         {p.TaxAmount, sum(t, c, taxes...)},
			"after = the parents' shares":  {p.SubTotalAfterDiscount, sum(t, c, p.SeatShares...)},
			"total = net + tax":            {p.Total, sum(t, c, p.Net, p.TaxAmount)},
			"renewal = list price × seats": {p.Renewal, p.SubTotal},
		} {
			if pair[0] != pair[1] {
				t.Fatalf("%s: %v, %v", name, pair[0], pair[1])
			}
		}
		if want := p.Taxable; p.TaxIncluded && p.Total != want {
			t.Fatalf("included tax changed the total: %v, want %v", p.Total, want)
		}
		if !p.TaxIncluded && p.Net != p.Taxable {
			t.Fatalf("net %v, want %v", p.Net, p.Taxable)
		}
		if !p.TaxesCalculated && !p.TaxAmount.IsZero() {
			t.Fatalf("tax %v at an unknown address", p.TaxAmount)
		}
		if p.Seats == 2 && p.SeatShares[0].Minor-p.SeatShares[1].Minor > 1 {
			t.Fatalf("shares %v", p.SeatShares)
		}
	})
}

// TestPropertyCouponNeverCostsMore: a total with coupons is at most the total without, and the best coupon counts.
func TestPropertyCouponNeverCostsMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		with := priceOf(t, cat, in)
		bare := *cat
		bare.Coupons = nil
		without := priceOf(t, &bare, in)
		if with.Total.Cmp(without.Total) > 0 {
			t.Fatalf("with %v, without %v", with.Total, without.Total)
		}
		for i := range cat.Coupons {
			one := bare
			one.Coupons = cat.Coupons[i : i+1]
			if alone := priceOf(t, &one, in); alone.Discount.Cmp(with.Discount) > 0 {
				t.Fatalf("%s alone saves %v, the best of all saves %v", cat.Coupons[i].Code, alone.Discount, with.Discount)
			}
		}
	})
}

// TestPropertyTwoSeatsAreTwiceOne: the subtotal of two seats is twice one seat's.
func TestPropertyTwoSeatsAreTwiceOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		in.Seats = 1
		one := priceOf(t, cat, in)
		in.Seats = 2
		two := priceOf(t, cat, in)
		if two.SubTotal.Minor != 2*one.SubTotal.Minor {
			t.Fatalf("two seats %v, one %v", two.SubTotal, one.SubTotal)
		}
	})
}

// TestPropertyOrderOfOwnCodesChangesNothing: codes that are all for this package give the same total in any order.
func TestPropertyOrderOfOwnCodesChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		pkg := cat.Package(in.Order.PackageID)
		in.Codes = nil
		for range rapid.IntRange(1, 4).Draw(t, "own codes") { // bought on different days, at different prices
			face := money.New(rapid.Int64Range(1, 99_999_99).Draw(t, "face"), pkg.Currency())
			in.Codes = append(in.Codes, Code{pkg.ID, face})
		}
		total := priceOf(t, cat, in).Total
		in.Codes = rapid.Permutation(in.Codes).Draw(t, "order")
		if again := priceOf(t, cat, in).Total; again != total {
			t.Fatalf("%v, in another order %v", total, again)
		}
	})
}

// TestPropertyMoreCodesNeverCostMore: adding a code never raises the total.
func TestPropertyMoreCodesNeverCostMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		in.Codes = slices.Clip(in.Codes)
		for n := range in.Codes {
			fewer, more := in, in
			fewer.Codes, more.Codes = in.Codes[:n], in.Codes[:n+1]
			if a, b := priceOf(t, cat, fewer), priceOf(t, cat, more); b.Total.Cmp(a.Total) > 0 {
				t.Fatalf("%v with %d codes, %v with one more", a.Total, n, b.Total)
			}
		}
	})
}

// TestPropertySamePriceSameBytes: the same input, catalog and tax version give the same bytes, without any float.
func TestPropertySamePriceSameBytes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cat := drawCatalog(t)
		in := drawInput(t, cat)
		first, err := json.Marshal(priceOf(t, cat, in))
		if err != nil {
			t.Fatal(err)
		}
		second, err := json.Marshal(priceOf(t, cat, in))
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%v\n%s\n%s", err, first, second)
		}
		dec := json.NewDecoder(bytes.NewReader(first))
		dec.UseNumber()
		for {
			token, err := dec.Token()
			if err != nil {
				break
			}
			if n, ok := token.(json.Number); ok {
				if _, err := n.Int64(); err != nil {
					t.Fatalf("%s is no integer in %s", n, first)
				}
			}
		}
	})
}

// TestPropertyNothingUnknownIsPriced: any input has a sound price or is rejected. It never panics.
func TestPropertyNothingUnknownIsPriced(t *testing.T) {
	t.Parallel()
	cat := DefaultCatalog()
	rapid.Check(t, func(t *rapid.T) {
		in := Input{
			Order: form.OrderChoice{
				PackageID: rapid.IntRange(1990, 2080).Draw(t, "package"), ProductID: rapid.SampledFrom([]string{"", "SUB1YEAR", "GOLD", "TONEMETER"}).Draw(t, "product"),
				Services: rapid.SliceOfN(rapid.SampledFrom([]string{"", "MYFILES5GB", "MYFILES1GB", "CALLSPREMIUM", "SUB1YEAR", "gold"}), 0, 4).Draw(t, "services"),
			},
			Seats: rapid.IntRange(-1, 4).Draw(t, "seats"), Coupons: rapid.SliceOf(rapid.String()).Draw(t, "coupons"),
			Address: TaxAddress{Country: rapid.StringN(0, 3, 6).Draw(t, "country"), Region: rapid.StringN(0, 3, 6).Draw(t, "region")},
			Codes: []Code{{
				PackageID: rapid.Int().Draw(t, "code"),
				Face:      money.New(rapid.Int64().Draw(t, "face"), rapid.SampledFrom([]money.Currency{"USD", "GBP", ""}).Draw(t, "currency")),
			}},
		}
		p, err := Price(cat, &cat.Tax, in)
		if err == nil && (p.Total.Minor < 0 || p.UnitPrice.Minor <= 0 || cat.Package(in.Order.PackageID) == nil) {
			t.Fatalf("%+v was priced as %+v", in, p)
		}
	})
}
