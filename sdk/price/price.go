package price

import (
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
)

// Input holds everything that determines a price besides the catalog and the tax table. The same input, catalog and tax version always give the same
// [Priced].
type Input struct {
	Order       form.OrderChoice `json:"order"`
	Seats       int              `json:"seats"`                 // 1, or 2 when paying for the co-parent
	Coupons     []string         `json:"coupons,omitempty"`     // typed, normalized by [NormalizeCoupon]
	Exhausted   []string         `json:"exhausted,omitempty"`   // coupons whose maxUses is reached
	ReferrerKey string           `json:"referrerKey,omitempty"` // of the session's active discount
	Codes       []Code           `json:"codes,omitempty"`       // valid subscription codes, in the order entered
	Address     TaxAddress       `json:"address"`
	At          time.Time        `json:"at"`                // for the windows of coupons
	Renewal     bool             `json:"renewal,omitempty"` // the next term, without coupons
	Rates       *TaxRates        `json:"rates,omitempty"`   // from a tax service; nil: the tax table's
}

// Code is a valid subscription code: the package that it was bought for and its price then.
type Code struct {
	PackageID int          `json:"packageId"`
	Face      money.Amount `json:"face"`
}

// Priced is a price with all steps of its computation, in minor units. Quotes and orders store it.
type Priced struct {
	CatalogVersion        int            `json:"catalogVersion"`
	TaxVersion            string         `json:"taxVersion"`
	PackageID             int            `json:"packageId"`
	PackageName           string         `json:"packageName"`
	Group                 string         `json:"group"`
	Currency              money.Currency `json:"currency"`
	Years                 int            `json:"years"`
	Options               []PricedOption `json:"options,omitempty"` // of a custom package
	Seats                 int            `json:"seats"`
	UnitPrice             money.Amount   `json:"unitPrice"`
	SubTotal              money.Amount   `json:"subTotal"`
	CouponCode            string         `json:"couponCode,omitempty"`
	CouponPercent         string         `json:"couponPercent,omitempty"` // empty for a fixed amount
	Discount              money.Amount   `json:"discount"`
	SubTotalAfterDiscount money.Amount   `json:"subTotalAfterDiscount"`
	SeatShares            []money.Amount `json:"seatShares"` // of subTotalAfterDiscount; they add up to it
	Codes                 []PricedCode   `json:"codes,omitempty"`
	PaymentCodeTotal      money.Amount   `json:"paymentCodeTotal"`
	Taxable               money.Amount   `json:"taxable"`
	TaxesCalculated       bool           `json:"taxesCalculated"`
	TaxIncluded           bool           `json:"taxIncluded"`
	Taxes                 []PricedTax    `json:"taxes,omitempty"`
	TaxAmount             money.Amount   `json:"taxAmount"`
	Net                   money.Amount   `json:"net"` // total − tax
	Total                 money.Amount   `json:"total"`
	Renewal               money.Amount   `json:"renewal"` // list price × seats, without coupon; before added tax

	RefusedCoupons []RefusedCoupon `json:"-"` // typed codes that don't count
	RefusedCodes   []int           `json:"-"` // indices of codes in another currency
}

// PricedOption is one option of a custom package and its price per year.
type PricedOption struct {
	Code  string       `json:"code"`
	Price money.Amount `json:"price"`
}

// PricedCode is one subscription code and the amount that it covers. Index is its position in the input. Seat is the covered seat (from 1) if the
// code is for this package, else 0. A code covers 0 if nothing is left to cover; then it isn't used up.
type PricedCode struct {
	Index     int          `json:"index"`
	PackageID int          `json:"packageId"`
	Seat      int          `json:"seat,omitempty"`
	Face      money.Amount `json:"face"`
	Covered   money.Amount `json:"covered"`
}

// PricedTax is one component of the tax.
type PricedTax struct {
	TaxComponent TaxComponent `json:"component"`
	Amount       money.Amount `json:"amount"`
}

// Price prices an order step by step, as receipts show it. It is pure: it reads no clock, file or database. An order that isn't in the catalog is an
// *[OrderError]. Coupons and codes that don't count are reported in the result and otherwise ignored.
func Price(cat *Catalog, tax *TaxTable, in Input) (Priced, error) {
	pick, err := cat.Pick(in.Order)
	if err != nil {
		return Priced{}, err
	}
	if in.Seats != 1 && in.Seats != 2 {
		return Priced{}, fmt.Errorf("price: an order has 1 or 2 seats, not %d", in.Seats)
	}
	group := pick.pkg.group
	p := Priced{
		CatalogVersion: cat.Version, PackageID: pick.pkg.ID, PackageName: pick.pkg.Name, Group: group.Name,
		Currency: group.Currency, Years: pick.Years, Options: pick.options, Seats: in.Seats, UnitPrice: pick.Unit,
		TaxIncluded: group.Tax == TaxIncluded,
	}
	if p.SubTotal, err = p.UnitPrice.Mul(int64(in.Seats)); err != nil {
		return Priced{}, err
	}
	p.Renewal = p.SubTotal
	p.Discount, p.SubTotalAfterDiscount = money.Zero(p.Currency), p.SubTotal
	if !in.Renewal {
		if err := p.takeCoupon(cat, group, &in); err != nil {
			return Priced{}, err
		}
	}
	if err := p.takeCodes(in.Codes); err != nil {
		return Priced{}, err
	}
	rates := in.Rates
	if rates == nil {
		r := tax.Rates(in.Address)
		rates = &r
	}
	if err := p.addTax(rates); err != nil {
		return Priced{}, err
	}
	return p, nil
}

// Taxed prices a family's order with the catalog's tax.
func Taxed(cat *Catalog, in Input) (Priced, error) { return Price(cat, &cat.Tax, in) }

// takeCoupon applies the coupon with the largest discount.
func (p *Priced) takeCoupon(cat *Catalog, group *CatalogGroup, in *Input) error {
	coupon, off, err := cat.bestCoupon(group, p.Years, p.SubTotal, in)
	if err != nil {
		return err
	}
	p.Discount = off
	if coupon != nil {
		p.CouponCode, p.CouponPercent = coupon.Code, coupon.PercentText
	}
	p.RefusedCoupons = cat.refusedCoupons(group, p.Years, in, p.CouponCode)
	p.SubTotalAfterDiscount, err = p.SubTotal.Sub(off)
	return err
}

// takeCodes applies the subscription codes. The k-th code for this package covers the k-th seat's share; a code for another package covers its face
// amount. None covers more than the amount still due.
func (p *Priced) takeCodes(codes []Code) (err error) {
	if p.SeatShares, err = p.SubTotalAfterDiscount.Split(p.Seats); err != nil {
		return err
	}
	due, seat := p.SubTotalAfterDiscount, 0
	if len(codes) > 0 {
		p.Codes = make([]PricedCode, 0, len(codes))
	}
	for i, code := range codes {
		if code.Face.Currency != p.Currency || code.Face.Minor < 0 {
			p.RefusedCodes = append(p.RefusedCodes, i)
			continue
		}
		taken := PricedCode{Index: i, PackageID: code.PackageID, Face: code.Face, Covered: money.Min(code.Face, due)}
		if code.PackageID == p.PackageID {
			taken.Covered = money.Zero(p.Currency)
			if seat < p.Seats {
				taken.Covered = money.Min(p.SeatShares[seat], due)
				taken.Seat = seat + 1
			}
			seat++
		}
		if due, err = due.Sub(taken.Covered); err != nil {
			return err
		}
		p.Codes = append(p.Codes, taken)
	}
	p.Taxable = due
	p.PaymentCodeTotal, err = p.SubTotalAfterDiscount.Sub(due)
	return err
}

// addTax adds the tax on the amount left to pay, on top of it or within it.
func (p *Priced) addTax(rates *TaxRates) error {
	p.TaxVersion, p.TaxesCalculated = rates.Version, rates.Known
	p.TaxAmount, p.Total, p.Net = money.Zero(p.Currency), p.Taxable, p.Taxable
	if !rates.Known || len(rates.Components) == 0 {
		return nil
	}
	take := addedTax
	if p.TaxIncluded {
		take = includedTax
	}
	parts, err := take(p.Taxable, rates.Components)
	if err != nil {
		return err
	}
	p.Taxes = make([]PricedTax, len(parts))
	for i, part := range parts {
		p.Taxes[i] = PricedTax{rates.Components[i], part}
		if p.TaxAmount, err = p.TaxAmount.Add(part); err != nil {
			return err
		}
	}
	if p.TaxIncluded {
		p.Net, err = p.Total.Sub(p.TaxAmount)
		return err
	}
	p.Total, err = p.Taxable.Add(p.TaxAmount)
	return err
}
