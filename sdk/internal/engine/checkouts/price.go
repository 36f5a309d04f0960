package checkouts

import (
	"context"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/engine/signups"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// priceForPayment prices the order of a payment call and checks the call against it. The caller must commit even with a refusal, which may have
// stored a new quote.
func (c *Engine) priceForPayment(ctx context.Context, q *db.Queries, d *signups.Draft, facts paymentFacts, in submit) (r *price.Repriced, refusal, err error) {
	locale := in.Payment.PricingLocale
	if locale == "" || text.Language(locale) != text.Language(in.meta.Lang) {
		locale = price.LocaleOf(in.meta.Locale, in.meta.Lang)
	}
	if in.PayForCoparent && (d.CoParent == nil || d.CoParent.Email == "" && d.CoParent.PhoneNumber == "") {
		return nil, nil, fault.StepOutOfOrder // no co-parent to pay for
	}
	p, refusal, err := c.signup.Reprice(ctx, q, signups.RepriceInput{
		Registration: d, Seen: facts.quote, Catalog: facts.decision.Catalog, Order: in.Order, PayForCoparent: in.PayForCoparent,
		Coupons: in.PromoCodes, Codes: in.PaymentCodes,
		AmountDisplayed: in.Payment.AmountDisplayed, TaxAmountDisplayed: in.Payment.TaxAmountDisplayed, Locale: locale, ClientAddr: in.meta.ClientAddr,
		StorePaymentOnFile: in.Payment.StorePaymentOnFile,
	})
	if err != nil || refusal != nil {
		return nil, refusal, err
	}
	broken := payments.CheckPayment(in.Input, payments.Facts{
		Country: d.Address.Country, Total: p.Priced.Total, Hidden: facts.decision.Catalog.Package(p.Priced.PackageID).Hides, Nonce: in.nonce,
	}, in.meta.Lang)
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}, nil
	}
	return p, nil, nil
}

// openOrder stores this try's order: the registration's pending order with the new price, or its first.
func (c *Engine) openOrder(ctx context.Context, q *db.Queries, pending *db.Order, priced orders.Priced, acceptsTerms bool) (orders.Priced, error) {
	now := c.core.Now()
	if pending != nil {
		priced.ID, priced.Attempts = pending.ID, pending.Attempts
	}
	if !orders.Total(priced.Order).IsZero() {
		priced.Attempts++
	}
	if acceptsTerms {
		priced.TermsAcceptedAt = &now
	}
	return orders.Save(ctx, q, priced, now)
}

// zoneOf returns the time zone that a parent gave with the address.
func zoneOf(d *signups.Draft) string {
	if d.Parent == nil {
		return ""
	}
	return d.Parent.TimeZone
}

// pricedOrder returns the order for a price, with the data to calculate the price again and to show it as the customer saw it.
func pricedOrder(d *signups.Draft, r *price.Repriced, pkg *price.CatalogPackage, in payment.Input) (orders.Priced, error) {
	order, err := orders.OfPrice(r, pkg, d.Locale)
	if err != nil {
		return order, err
	}
	order.Purpose, order.RegistrationID, order.Price.QuoteID = purposeOf(d.Row), &d.Row.ID, &r.QuoteID
	order.ProductID, order.Services = pg.Optional(r.Input.Order.ProductID), r.Input.Order.Services // the registration's if the payment has none
	if order.Services == nil {
		order.Services = []string{}
	}
	order.Country, order.Region, order.Zone = &d.Address.Country, pg.Optional(d.Address.Region), zoneOf(d)
	order.MarketingOptIn, order.AnonymousID = in.MarketingOptIn, pg.Optional(in.SegmentAnonymousID)
	if !r.Priced.Total.IsZero() {
		order.PaymentType = pg.Ptr(string(in.Payment.PaymentType))
	}
	order.StorePayment = r.Priced.Renews(price.StoresPayment(in.Payment.StorePaymentOnFile))
	return order, nil
}
