package price

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
)

func itoa(n int) string { return strconv.Itoa(n) }

// quoteVector is one case of testdata/vectors/quote.json.
type quoteVector struct {
	Name string `json:"name"`
	In   struct {
		Package  int       `json:"package"`
		Product  string    `json:"product"`
		Services []string  `json:"services"`
		Seats    int       `json:"seats"`
		Coupons  []string  `json:"coupons"`
		Referrer string    `json:"referrer"`
		Codes    []int     `json:"codes"` // a valid code for each package id
		Country  string    `json:"country"`
		Region   string    `json:"region"`
		At       time.Time `json:"at"`
	} `json:"in"`
	Want quoteVectorWant `json:"want"`
}

type quoteVectorWant struct {
	SubTotal              string   `json:"subTotal,omitempty"`
	Discount              string   `json:"discount,omitempty"`
	SubTotalAfterDiscount string   `json:"subTotalAfterDiscount,omitempty"`
	PaymentCodeTotal      string   `json:"paymentCodeTotal,omitempty"`
	Taxes                 []string `json:"taxes,omitempty"` // "GST 5 17.10"
	TaxAmount             string   `json:"taxAmount,omitempty"`
	Total                 string   `json:"total,omitempty"`
	Currency              string   `json:"currency,omitempty"`
	Coupon                string   `json:"coupon,omitempty"`
	Included              bool     `json:"included,omitempty"`
	Unknown               bool     `json:"taxUnknown,omitempty"`
	Refused               []string `json:"refusedCoupons,omitempty"`
	Problems              []string `json:"problems,omitempty"` // "order.services=order_service_twice"
}

func (v quoteVector) input() Input {
	cat := DefaultCatalog()
	in := Input{
		Order: form.OrderChoice{PackageID: v.In.Package, ProductID: v.In.Product, Services: v.In.Services},
		Seats: max(v.In.Seats, 1), Coupons: v.In.Coupons, ReferrerKey: v.In.Referrer,
		Address: TaxAddress{Country: v.In.Country, Region: v.In.Region}, At: v.In.At,
	}
	for _, id := range v.In.Codes {
		in.Codes = append(in.Codes, Code{id, cat.Package(id).Price})
	}
	return in
}

func vectorWant(p Priced, err error) quoteVectorWant {
	var bad *OrderError
	if errors.As(err, &bad) {
		w := quoteVectorWant{}
		for _, problem := range bad.Problems {
			w.Problems = append(w.Problems, problem.Field+"="+string(problem.Code))
		}
		return w
	}
	w := quoteVectorWant{
		SubTotal: p.SubTotal.Decimal(), Discount: p.Discount.Decimal(), SubTotalAfterDiscount: p.SubTotalAfterDiscount.Decimal(),
		PaymentCodeTotal: p.PaymentCodeTotal.Decimal(), TaxAmount: p.TaxAmount.Decimal(), Total: p.Total.Decimal(),
		Currency: string(p.Currency), Coupon: p.CouponCode, Included: p.TaxIncluded, Unknown: !p.TaxesCalculated,
	}
	for _, r := range p.RefusedCoupons {
		w.Refused = append(w.Refused, r.Code+"="+string(r.Reason))
	}
	for _, t := range p.Taxes {
		w.Taxes = append(w.Taxes, t.TaxComponent.Name+" "+t.TaxComponent.Rate.Percent()+" "+t.Amount.Decimal())
	}
	return w
}

func TestQuoteVectors(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/vectors/quote.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []quoteVector
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	cat := DefaultCatalog()
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			p, err := Price(cat, &cat.Tax, v.input())
			if diff := cmp.Diff(v.Want, vectorWant(p, err)); diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

func TestPriceRefusesOddSeats(t *testing.T) {
	t.Parallel()
	cat := DefaultCatalog()
	for _, seats := range []int{-1, 0, 3} {
		if _, err := Price(cat, &cat.Tax, Input{Order: form.OrderChoice{PackageID: 2001}, Seats: seats}); err == nil {
			t.Errorf("%d seats were priced", seats)
		}
	}
}

func TestPriceRefusesCodesOfAnotherCurrency(t *testing.T) {
	t.Parallel()
	cat := DefaultCatalog()
	p, err := Price(cat, &cat.Tax, Input{
		Order: form.OrderChoice{PackageID: 2001}, Seats: 1,
		Codes: []Code{{2021, money.New(18999, "CAD")}, {2003, money.New(5000, "USD")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []PricedCode{{Index: 1, PackageID: 2003, Face: money.New(5000, "USD"), Covered: money.New(5000, "USD")}}
	if diff := cmp.Diff(want, p.Codes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0}, p.RefusedCodes); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkPrice(b *testing.B) {
	cat := DefaultCatalog()
	in := Input{
		Order: form.OrderChoice{PackageID: 2029, ProductID: "SUB2YEAR", Services: []string{"MYFILES5GB", "TONEMETER", "CALLSPREMIUM"}},
		Seats: 2, Coupons: []string{"FLAT15"}, ReferrerKey: "familylaw",
		Codes:   []Code{{2021, money.New(18999, "CAD")}},
		Address: TaxAddress{Country: "CA", Region: "QC"}, At: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Price(cat, &cat.Tax, in); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkQuote measures a customer's whole quote: priced, explained line by line, written in their locale.
func BenchmarkQuote(b *testing.B) {
	cat := DefaultCatalog()
	in := Input{
		Order: form.OrderChoice{PackageID: 2003}, Seats: 2, ReferrerKey: "familylaw", Codes: []Code{{2003, money.New(21999, "USD")}},
		Address: TaxAddress{Country: "US", Region: "PA"}, At: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
	codes := []string{"7QXG-K2M0-9WTB-F3ZD"}
	b.ReportAllocs()
	for b.Loop() {
		p, err := Price(cat, &cat.Tax, in)
		if err != nil {
			b.Fatal(err)
		}
		_ = ViewPrice(cat, p, codes, "es-MX")
	}
}

// A quote stays cheap. The test runs alone, because allocations are counted for the whole process.
func TestQuoteAllocatesLittle(t *testing.T) {
	cat := DefaultCatalog()
	in := Input{
		Order: form.OrderChoice{PackageID: 2024}, Seats: 2, Codes: []Code{{2024, money.New(50398, "CAD")}},
		Address: TaxAddress{Country: "CA", Region: "QC"}, At: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
	const most = 100
	if n := testing.AllocsPerRun(100, func() {
		p, err := Price(cat, &cat.Tax, in)
		if err != nil {
			t.Fatal(err)
		}
		_ = ViewPrice(cat, p, nil, "en")
	}); n >= most {
		t.Errorf("%v allocations, want fewer than %d", n, most)
	}
}

// Amounts follow the pricing group's country, unless the reader's region is one of the group's.
func TestLocaleIn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ group, locale, want, amount string }{
		{"P0", "es", "es-US", "$134.99"},
		{"P0", "es-419", "es-US", "$134.99"},
		{"P0", "en-GB", "en-US", "$134.99"},
		{"P0", "en", "en-US", "$134.99"},
		{"P0", "es-MX", "es-MX", "USD\u00a0134.99"}, // "$" means pesos there
		{"P2", "en-US", "en-CA", "$134.99"},
		{"P2", "en-CA", "en-CA", "$134.99"},
		{"P3", "en-NZ", "en-NZ", "A$134.99"},
		{"P3", "en", "en-AU", "$134.99"},
		{"UK", "en_US", "en-GB", "£134.99"},
		{"UK", "en-Latn-GB", "en-Latn-GB", "£134.99"},
		{"no such group", "es", "es", "134,99\u00a0US$"},
	} {
		cat := DefaultCatalog()
		currency := money.Currency("USD")
		if g := cat.Group(tc.group); g != nil {
			currency = g.Currency
		}
		got := cat.LocaleIn(tc.group, tc.locale)
		if amount := money.New(13499, currency).Format(got); got != tc.want || amount != tc.amount {
			t.Errorf("%s in %s: %s, %s; want %s, %s", tc.locale, tc.group, got, amount, tc.want, tc.amount)
		}
	}
}
