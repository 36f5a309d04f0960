package signups

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// maxTypedCoupons is the maximum number of promo codes in a call, and maxTypedLength the maximum length of each.
const (
	maxTypedCoupons = 10
	maxTypedLength  = 100
)

// Price implements [signup.Client].
func (c *Engine) Price(ctx context.Context, signupID string, key secret.Secret, in price.QuoteInput, meta caller.Meta) (*price.Quote, error) {
	id, err := registrationID(signupID)
	if err != nil {
		return nil, err
	}
	read, err := c.core.Q.ReadForQuote(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.RegistrationNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("price registration: %w", err)
	}
	if _, err := c.authorizeRegistration(ctx, c.core.Q, read.Registration, key); err != nil {
		return nil, err
	}
	cat, err := c.core.CatalogOf(ctx, c.core.Q, read.CatalogVersion)
	if err != nil {
		return nil, err
	}
	d, err := c.Open(ctx, c.core.Q, read.Registration)
	if err != nil {
		return nil, err
	}
	return c.PriceDraft(ctx, d, cat, in, meta)
}

// PriceDraft is [Engine.Price] for a registration that the caller may access (by its key, or by an invitation).
func (c *Engine) PriceDraft(ctx context.Context, d *Draft, cat *price.Catalog, in price.QuoteInput, meta caller.Meta) (*price.Quote, error) {
	if d.Row.State == string(signup.Paid) {
		return nil, fault.RegistrationIsPaid
	}
	lang := text.Language(meta.Lang)
	placed, err := c.quotedOrder(ctx, c.core.Q, cat, d, in)
	if err != nil {
		return nil, err
	}
	placed.locale = price.LocaleOf(meta.Locale, meta.Lang)
	tries := orders.CodeTries{Session: d.Row.ID.String(), Address: meta.ClientAddr}
	if placed.codes, placed.broken, err = c.order.TryCodes(ctx, c.core.Q, in.PaymentCodes, tries, lang); err != nil {
		return nil, err
	}
	if len(placed.broken) > 0 {
		c.order.WatchCodeMisses(ctx)
	}
	if c.core.Tax != nil {
		rates, err := c.core.Tax.TaxRates(ctx, placed.price.Address)
		if err != nil {
			return nil, fmt.Errorf("tax rates: %w", err)
		}
		placed.price.Rates = &rates
	}
	priced, err := placed.run()
	var unsold *price.OrderError
	if errors.As(err, &unsold) {
		return nil, &fault.ValidationError{Violations: unsold.Violations(lang)}
	}
	if err != nil {
		return nil, err
	}
	if len(priced.RefusedCodes) > 0 {
		placed.broken = orders.RefuseCode(placed.broken, form.CodeSubscriptionCodeInvalid, lang)
	}
	placed.broken = append(placed.broken, couponViolations(priced.RefusedCoupons, lang)...)
	return c.storeQuote(ctx, c.core.Q, placed, priced)
}

// couponViolations returns a violation for the typed coupons that aren't valid here, and one for those that a better discount replaces.
func couponViolations(refused []price.RefusedCoupon, lang string) fault.Violations {
	var out fault.Violations
	isOutdone := func(r price.RefusedCoupon) bool { return r.Reason == price.CouponOutdone }
	if slices.ContainsFunc(refused, func(r price.RefusedCoupon) bool { return !isOutdone(r) }) {
		out = append(out, form.Violation("promoCodes", price.CodeCouponInvalid, lang, nil))
	}
	if slices.ContainsFunc(refused, isOutdone) {
		out = append(out, form.Violation("promoCodes", price.CodeCouponOutdone, lang, nil))
	}
	return out
}

// quotedOrder holds the inputs of an order's price.
type quotedOrder struct {
	registration uuid.UUID
	catalog      *price.Catalog
	price        price.Input
	evidence     quoteEvidence // without the phone
	phoneCode    string
	phone        string
	codes        []orders.HeldCode
	broken       fault.Violations // codes and coupons that don't apply
	locale       string
}

// quotedOrder collects the inputs of a price from a call and its registration. The caller looks up the codes.
func (c *Engine) quotedOrder(ctx context.Context, q *db.Queries, cat *price.Catalog, d *Draft, in price.QuoteInput) (*quotedOrder, error) {
	exhausted, err := c.order.ExhaustedCoupons(ctx, q, cat)
	if err != nil {
		return nil, err
	}
	o := &quotedOrder{registration: d.Row.ID, catalog: cat}
	o.price = price.Input{
		Order: in.OrderDetail, Seats: 1, Coupons: typedCoupons(in.PromoCodes), Exhausted: exhausted,
		ReferrerKey: d.ReferrerKey, Address: taxAddress(in.Address, d.Address), At: c.core.Now(),
	}
	pays := in.PayForCoparent
	if own := d.Order; in.OrderDetail.PackageID == 0 && own != nil {
		o.price.Order, pays = own.OrderChoice, pays || own.PayForCoparent
	}
	if pays && d.Row.InvitationID == nil { // an invited parent pays for one seat only
		o.price.Seats = 2
	}
	o.evidence = quoteEvidence{
		Unkept: !price.StoresPayment(in.StorePaymentOnFile), BillingCountry: o.price.Address.Country, ConfirmedCountry: d.ConfirmedCountry, PricingGroupShown: d.PricingGroup,
	}
	o.phoneCode, o.phone = in.PhoneCountryCode, in.PhoneNumber
	if p := d.Parent; o.phone == "" && p != nil {
		o.phoneCode, o.phone = p.PhoneCountryCode, p.PhoneNumber
	}
	return o, nil
}

// supplied returns the evidence for the place of supply, including the phone's region.
func (o *quotedOrder) supplied() quoteEvidence {
	evidence := o.evidence
	if parsed, err := form.ParsePhone(o.phoneCode, o.phone); err == nil {
		evidence.PhoneCountryCode, evidence.PhoneRegion = parsed.CountryCode, parsed.Region
	}
	return evidence
}

// run prices the order. A package must belong to the billing country's group.
func (o *quotedOrder) run() (price.Priced, error) {
	o.price.Codes = make([]price.Code, len(o.codes))
	for i, code := range o.codes {
		o.price.Codes[i] = code.Price
	}
	priced, err := price.Price(o.catalog, &o.catalog.Tax, o.price)
	if err != nil {
		return priced, err
	}
	if country := o.price.Address.Country; country != "" && o.catalog.GroupOf(country).Name != priced.Group {
		return priced, &price.OrderError{Problems: []price.OrderProblem{{Field: "order.packageId", Code: price.CodeOrderPackageMismatch}}}
	}
	return priced, nil
}

// typedCoupons normalizes promo codes. It drops empty ones, repeats, and codes beyond the maximum number, and cuts codes that are too long.
func typedCoupons(typed []string) []string {
	var out []string
	for _, t := range typed[:min(len(typed), maxTypedCoupons)] {
		code := price.NormalizeCoupon(t[:min(len(t), maxTypedLength)])
		if code != "" && !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return out
}

// taxAddress returns the address for the tax: the call's, else the registration's. It drops a region that the country doesn't have.
func taxAddress(call *price.QuoteAddress, own *form.Address) price.TaxAddress {
	var a price.TaxAddress
	switch {
	case call != nil && call.Country != "":
		a = price.TaxAddress{Country: call.Country, Region: call.Region, PostalCode: call.PostalCode}
	case own != nil:
		a = price.TaxAddress{Country: own.Country, Region: own.Region, PostalCode: own.PostalCode}
	}
	a.Country = form.NormalizeCountry(a.Country)
	if !form.KnownCountry(a.Country) {
		return price.TaxAddress{}
	}
	if form.HasRegions(a.Country) {
		found := form.FindRegion(a.Country, a.Region)
		a.Region = ""
		if found != nil {
			a.Region = found.Code
		}
	}
	const longest = 50 // the rules allow 30, but a draft's address may be unchecked
	a.Region, a.PostalCode = a.Region[:min(len(a.Region), longest)], a.PostalCode[:min(len(a.PostalCode), longest)]
	return a
}
