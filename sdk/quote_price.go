package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// maxTypedCoupons bounds how many promo codes one call may hold, and maxTypedLength how long each is.
const (
	maxTypedCoupons = 10
	maxTypedLength  = 100
)

// PriceRegistration prices what a registration is about to buy and stores the quote, which holds for 30
// minutes. What the input leaves out (order, address, phone) is the registration's own.
//
// Subscription codes and promo codes that don't count break nothing: the quote is without them and names
// them in validationErrors, in the language of the call. A package that the catalogue doesn't have, or that
// isn't sold at the address, is a *[ValidationError] (fields order.…).
//
// Faults: those of [Client.ReadRegistration], [RegistrationIsPaid], [TooManyTries] for codes.
func (c *Client) PriceRegistration(ctx context.Context, signupID string, key Secret, in QuoteInput, meta CallMeta) (*Quote, error) {
	id, err := registrationID(signupID)
	if err != nil {
		return nil, err
	}
	var row *registrationRow
	var version int32
	reads := &db.Batch{}
	reads.GetRegistration(&row, id)
	reads.LatestCatalogVersion(&version)
	if err := sendBatch(ctx, c.cfg.Pool, reads); err != nil {
		return nil, fmt.Errorf("price registration: %w", err)
	}
	if row == nil {
		return nil, RegistrationNotFound
	}
	if err := c.authorizeRegistration(*row, key); err != nil {
		return nil, err
	}
	cat, err := c.catalogOf(ctx, c.q, version)
	if err != nil {
		return nil, err
	}
	return c.priceRegistrationRow(ctx, *row, cat, in, meta)
}

// priceRegistrationRow is PriceRegistration for a registration that the caller was let at (by its key, or
// by an invitation).
func (c *Client) priceRegistrationRow(ctx context.Context, row registrationRow, cat *Catalog, in QuoteInput, meta CallMeta) (*Quote, error) {
	if row.State == string(RegistrationPaid) {
		return nil, RegistrationIsPaid
	}
	lang := text.Language(meta.Lang)
	d, err := draftOf(row)
	if err != nil {
		return nil, err
	}
	order, err := c.quotedOrder(ctx, c.q, cat, d, in)
	if err != nil {
		return nil, err
	}
	order.locale = localeOf(meta.Locale, meta.Lang)
	tries := codeTries{session: row.ID.String(), address: meta.ClientAddr}
	if order.codes, order.broken, err = c.tryCodes(ctx, c.q, in.PaymentCodes, tries, lang); err != nil {
		return nil, err
	}
	if len(order.broken) > 0 {
		c.watchCodeMisses(ctx)
	}
	if c.cfg.Tax != nil {
		rates, err := c.cfg.Tax.TaxRates(ctx, order.price.Address)
		if err != nil {
			return nil, fmt.Errorf("tax rates: %w", err)
		}
		order.price.Rates = &rates
	}
	priced, err := order.run()
	var unsold *OrderError
	if errors.As(err, &unsold) {
		return nil, &ValidationError{Violations: unsold.Violations(lang)}
	}
	if err != nil {
		return nil, err
	}
	if len(priced.RefusedCodes) > 0 {
		order.broken = refuseCode(order.broken, CodeSubscriptionCodeInvalid, lang)
	}
	order.broken = append(order.broken, couponViolations(priced.RefusedCoupons, lang)...)
	return c.storeQuote(ctx, c.q, order, priced)
}

// couponViolations says of typed coupons that they aren't good here, and that a better discount counts in
// their place; each once.
func couponViolations(refused []RefusedCoupon, lang string) Violations {
	var out Violations
	isOutdone := func(r RefusedCoupon) bool { return r.Reason == CouponOutdone }
	if slices.ContainsFunc(refused, func(r RefusedCoupon) bool { return !isOutdone(r) }) {
		out = append(out, violation("promoCodes", CodeCouponInvalid, lang, nil))
	}
	if slices.ContainsFunc(refused, isOutdone) {
		out = append(out, violation("promoCodes", CodeCouponOutdone, lang, nil))
	}
	return out
}

// quotedOrder is an order on its way to a price.
type quotedOrder struct {
	registration uuid.UUID
	catalog      *Catalog
	price        PriceInput
	evidence     quoteEvidence // less the phone's part
	phoneCode    string
	phone        string
	codes        []heldCode
	broken       Violations // codes and coupons that don't count
	locale       string
}

// quotedOrder puts together what a price depends on, from a call and its registration. Codes are looked up
// by the caller.
func (c *Client) quotedOrder(ctx context.Context, q *db.Queries, cat *Catalog, d *draft, in QuoteInput) (*quotedOrder, error) {
	row := d.row
	exhausted, err := c.exhaustedCoupons(ctx, q, cat)
	if err != nil {
		return nil, err
	}
	o := &quotedOrder{registration: row.ID, catalog: cat, locale: row.Locale}
	o.price = PriceInput{
		Order: in.OrderDetail, Seats: 1, Coupons: typedCoupons(in.PromoCodes), Exhausted: exhausted,
		ReferrerKey: orEmpty(row.ReferrerKey), Address: taxAddress(in.Address, d.address), At: c.now(),
	}
	pays := in.PayForCoparent
	if own := d.order(); in.OrderDetail.PackageID == 0 && own != nil {
		o.price.Order, pays = own.OrderChoice, pays || own.PayForCoparent
	}
	if pays && row.InvitationID == nil { // an invited parent pays for nobody else
		o.price.Seats = 2
	}
	o.evidence = quoteEvidence{
		Unkept: in.StorePaymentOnFile != nil && !*in.StorePaymentOnFile, BillingCountry: o.price.Address.Country, ConfirmedCountry: orEmpty(row.ConfirmedCountry), PricingGroupShown: row.PricingGroup,
	}
	o.phoneCode, o.phone = in.PhoneCountryCode, in.PhoneNumber
	if p := d.parent(); o.phone == "" && p != nil {
		o.phoneCode, o.phone = p.PhoneCountryCode, p.PhoneNumber
	}
	return o, nil
}

// supplied is the order's evidence, the phone's region included.
func (o *quotedOrder) supplied() quoteEvidence {
	evidence := o.evidence
	if parsed, err := ParsePhone(o.phoneCode, o.phone); err == nil {
		evidence.PhoneCountryCode, evidence.PhoneRegion = parsed.CountryCode, parsed.Region
	}
	return evidence
}

// run prices the order. A package of another group than the billing country's isn't sold there.
func (o *quotedOrder) run() (Priced, error) {
	o.price.Codes = make([]PriceCode, len(o.codes))
	for i, code := range o.codes {
		o.price.Codes[i] = code.price
	}
	priced, err := Price(o.catalog, &o.catalog.Tax, o.price)
	if err != nil {
		return priced, err
	}
	if country := o.price.Address.Country; country != "" && o.catalog.GroupOf(country).Name != priced.Group {
		return priced, &OrderError{[]OrderProblem{{"order.packageId", CodeOrderPackageMismatch}}}
	}
	return priced, nil
}

// typedCoupons normalises promo codes; empty ones and repeats are left out, and so is what is too much to
// be meant.
func typedCoupons(typed []string) []string {
	var out []string
	for _, t := range typed[:min(len(typed), maxTypedCoupons)] {
		code := NormalizeCoupon(t[:min(len(t), maxTypedLength)])
		if code != "" && !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return out
}

// taxAddress is where an order is taxed: the address of the call, else the registration's. A region that
// the country doesn't have is as good as none yet.
func taxAddress(call *QuoteAddress, own *Address) TaxAddress {
	var a TaxAddress
	switch {
	case call != nil && call.Country != "":
		a = TaxAddress{Country: call.Country, Region: call.Region, PostalCode: call.PostalCode}
	case own != nil:
		a = TaxAddress{Country: own.Country, Region: own.Region, PostalCode: own.PostalCode}
	}
	a.Country = NormalizeCountry(a.Country)
	if !KnownCountry(a.Country) {
		return TaxAddress{}
	}
	if HasRegions(a.Country) {
		found := findRegion(a.Country, a.Region)
		a.Region = ""
		if found != nil {
			a.Region = found.Code
		}
	}
	const longest = 50 // the rules allow 30; a draft's address may not have been checked yet
	a.Region, a.PostalCode = a.Region[:min(len(a.Region), longest)], a.PostalCode[:min(len(a.PostalCode), longest)]
	return a
}
