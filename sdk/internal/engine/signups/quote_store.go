package signups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// quoteLife is the validity of a quote.
const quoteLife = 30 * time.Minute

// quoteEvidence is a quote's evidence of the place of supply. The billing country decides. The phone's region is only evidence.
type quoteEvidence struct {
	BillingCountry    string `json:"billingCountry,omitempty"`
	ConfirmedCountry  string `json:"confirmedCountry,omitempty"`
	PhoneCountryCode  string `json:"phoneCountryCode,omitempty"`
	PhoneRegion       string `json:"phoneRegion,omitempty"`
	PricingGroupShown string `json:"pricingGroupShown,omitempty"`
	// Unkept: the customer declined to store the payment method, so the terms had no renewal. False, also for quotes of earlier releases: the terms had
	// a renewal.
	Unkept bool `json:"unkept,omitempty"`
}

// RepriceInput holds the data of a payment call: the displayed quote, its amounts, and the order. The rest comes from the registration.
type RepriceInput struct {
	Registration       *Draft         // locked by the caller
	Seen               *db.Quote      // nil if the registration has no quote with the call's id
	Catalog            *price.Catalog // in force
	Order              form.OrderChoice
	PayForCoparent     bool
	Coupons            []string // promoCodes, as typed
	Codes              []string // paymentCodes, as typed
	AmountDisplayed    string   // decimal, "158.99"
	TaxAmountDisplayed string
	Locale             string // of the formatted amounts and texts
	ClientAddr         string // for the limit on codes; may be empty
	StorePaymentOnFile *bool  // see [price.StoresPayment]
}

// Reprice prices an order again inside the paying transaction, with the catalog in force and the currently valid coupons and codes. It compares the
// result with the displayed quote, step by step.
//
// It uses only the database: for a tax service it takes the rates stored with the quote.
func (c *Engine) Reprice(ctx context.Context, q *db.Queries, in RepriceInput) (r *price.Repriced, refusal, err error) {
	lang := text.Language(in.Locale)
	tries := orders.CodeTries{Session: in.Registration.Row.ID.String(), Address: in.ClientAddr}
	codes, broken, err := c.order.TryCodes(ctx, q, in.Codes, tries, lang)
	if errors.Is(err, fault.TooManyTries) {
		return nil, err, nil // a refusal, so that the transaction commits and the attempts stay counted
	}
	if err != nil {
		return nil, nil, err
	}
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}, nil
	}
	stored, err := storedQuoteOf(in.Seen)
	if err != nil {
		return nil, nil, err
	}
	placed, err := c.quotedOrder(ctx, q, in.Catalog, in.Registration, price.QuoteInput{
		OrderDetail: in.Order, PayForCoparent: in.PayForCoparent, PromoCodes: in.Coupons, StorePaymentOnFile: in.StorePaymentOnFile,
	})
	if err != nil {
		return nil, nil, err
	}
	if c.core.Tax != nil {
		placed.price.Rates = stored.input.Rates // nil if the quote is unknown; then the price differs anyway
	}
	placed.codes, placed.locale = codes, in.Locale
	priced, err := placed.run()
	var unsold *price.OrderError
	if errors.As(err, &unsold) {
		return nil, &fault.ValidationError{Violations: unsold.Violations(lang)}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if len(priced.RefusedCodes) > 0 { // in another currency
		return nil, &fault.ValidationError{Violations: orders.RefuseCode(nil, form.CodeSubscriptionCodeInvalid, lang)}, nil
	}
	same := in.Seen != nil && c.core.Now().Before(stored.row.ExpiresAt) && samePrice(stored.steps, priced) &&
		displayed(in.AmountDisplayed, priced.Total) && displayed(in.TaxAmountDisplayed, priced.TaxAmount) &&
		stored.steps.Renews(!stored.evidence.Unkept) == priced.Renews(!placed.evidence.Unkept) // same renewal as in the terms
	if !same {
		quote, err := c.storeQuote(ctx, q, placed, priced)
		if err != nil {
			return nil, nil, err
		}
		changed := &fault.ValidationError{Violations: fault.Violations{form.Violation("pricing", price.CodePricingChanged, lang, nil)}}
		return nil, &price.ChangedError{ValidationError: changed, Quote: quote}, nil
	}
	r = &price.Repriced{Priced: priced, Input: placed.price, QuoteID: stored.row.TaxID}
	r.Quote = placed.view(priced, stored.row.TaxID, stored.row.ExpiresAt)
	for _, code := range codes {
		r.CodeIDs = append(r.CodeIDs, code.ID)
		r.Codes = append(r.Codes, form.MaskSubscriptionCode(code.Code.Reveal()))
	}
	if k := placed.catalog.Coupon(priced.CouponCode); k != nil {
		r.CouponMaxUses = k.MaxUses
	}
	return r, nil, nil
}

// storedQuote is a quote as the database stores it.
type storedQuote struct {
	row      db.Quote
	input    price.Input
	steps    price.Priced
	evidence quoteEvidence
}

// storedQuoteOf decodes a row. For nil it returns a quote that matches no price.
func storedQuoteOf(row *db.Quote) (s storedQuote, err error) {
	if row == nil {
		return s, nil
	}
	s.row = *row
	for _, column := range []struct {
		raw  []byte
		into any
	}{{row.Input, &s.input}, {row.Steps, &s.steps}, {row.Evidence, &s.evidence}} {
		if err := json.Unmarshal(column.raw, column.into); err != nil {
			return s, fmt.Errorf("quote %s: %w", row.TaxID, err)
		}
	}
	return s, nil
}

// storeQuote stores a new quote and returns it in the customer's form.
func (c *Engine) storeQuote(ctx context.Context, q *db.Queries, order *quotedOrder, priced price.Priced) (*price.Quote, error) {
	input, err := json.Marshal(order.price)
	if err != nil {
		return nil, fmt.Errorf("write quote: %w", err)
	}
	steps, err := json.Marshal(priced)
	if err != nil {
		return nil, fmt.Errorf("write quote: %w", err)
	}
	evidence, err := json.Marshal(order.supplied())
	if err != nil {
		return nil, fmt.Errorf("write quote: %w", err)
	}
	row := db.InsertQuoteParams{
		TaxID: pg.NewID(), RegistrationID: order.registration, CatalogVersion: pg.ClampInt32(priced.CatalogVersion), TaxVersion: priced.TaxVersion,
		Input: input, Steps: steps, Evidence: evidence, CodeIds: make([]uuid.UUID, len(order.codes)), Currency: string(priced.Currency),
		TaxMinor: priced.TaxAmount.Minor, TotalMinor: priced.Total.Minor, CreatedAt: order.price.At, ExpiresAt: order.price.At.Add(quoteLife),
	}
	for i, code := range order.codes {
		row.CodeIds[i] = code.ID
	}
	if err := q.InsertQuote(ctx, row); err != nil {
		return nil, fmt.Errorf("write quote: %w", err)
	}
	return order.view(priced, row.TaxID, row.ExpiresAt), nil
}

// samePrice reports whether two prices have the same steps. It ignores the versions: a new catalog with the same price changes nothing for the
// customer.
func samePrice(a, b price.Priced) bool {
	a.CatalogVersion, b.CatalogVersion = 0, 0
	a.TaxVersion, b.TaxVersion = "", ""
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(b)
	return errLeft == nil && errRight == nil && string(left) == string(right)
}

// displayed reports whether the displayed amount equals want.
func displayed(s string, want money.Amount) bool {
	seen, err := money.Parse(s, want.Currency)
	return err == nil && seen == want
}

// view returns a stored quote in the customer's form.
func (o *quotedOrder) view(p price.Priced, id uuid.UUID, expires time.Time) *price.Quote {
	typed := make([]string, len(o.codes))
	for i, code := range o.codes {
		typed[i] = form.FormatSubscriptionCode(code.Code.Reveal())
	}
	q := price.ViewPrice(o.catalog, p, typed, o.locale)
	q.TaxID, q.ExpiresAt = id.String(), expires.UTC().Format(time.RFC3339)
	q.ValidationErrors = append(q.ValidationErrors, o.broken...)
	if o.evidence.Unkept {
		q.Terms = price.TermsText(o.catalog, p, false, o.locale)
	}
	return q
}
