package record

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/cojoin/cojoin/cli/scenario"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// heldQuote is the latest price. Of a page's many prices only the last one before a payment becomes a step.
type heldQuote struct {
	order         form.OrderChoice
	both          bool
	value, expect obj
}

// sentPayment is a payment without an outcome so far.
type sentPayment struct {
	step *step
	in   paymentInput
}

// paymentInput is the body of both payment calls.
type paymentInput struct {
	Order                    *form.OrderChoice `json:"order"`
	Payment                  payment.Details   `json:"payment"`
	PayForCoparent           bool              `json:"payForCoparent"`
	PromoCodes               []string          `json:"promoCodes"`
	PaymentCodes             []string          `json:"paymentCodes"`
	SubscriptionCodes        []string          `json:"subscriptionCodes"`
	TermsAndConditions       bool              `json:"termsAndConditions"`
	MarketingOptIn           bool              `json:"marketingOptIn"`
	ParentDuplicateConfirmed bool              `json:"parentDuplicateConfirmed"`
}

// quoteInput is the body of both pricing calls.
type quoteInput struct {
	LimboID           string              `json:"limboId"`
	OrderDetail       form.OrderChoice    `json:"orderDetail"`
	PayForCoparent    bool                `json:"payForCoparent"`
	PromoCodes        []string            `json:"promoCodes"`
	PaymentCodes      []string            `json:"paymentCodes"`
	SubscriptionCodes []string            `json:"subscriptionCodes"`
	Address           *price.QuoteAddress `json:"address"`
}

// quoted keeps a price if the runner's request would be the same.
func (r *recorder) quoted(c Call, _ []string) error {
	var in quoteInput
	if !decode(c.Body, &in) {
		return errBody
	}
	if r.userID == "" && in.LimboID != r.signupID || r.userID != "" && c.Query.Get("userId") != r.userID {
		return errOther
	}
	if a := in.Address; a != nil && (r.address == nil || a.Country != r.address.Country || a.Region != r.address.Region || a.PostalCode != r.address.PostalCode) {
		return nil // of an address that isn't saved yet
	}
	if r.address != nil && in.Address == nil && r.userID == "" {
		return nil // without taxes, before the address counts
	}
	var quote price.Quote
	var expect obj
	if c.ok() {
		if !decode(c.Answer, &quote) {
			return errBody
		}
		expect = expectQuote(quote)
	} else {
		expect = c.failure().expect(c.Status)
	}
	value, err := r.codes(in.OrderDetail, in.PromoCodes, slices.Concat(in.PaymentCodes, in.SubscriptionCodes), quote)
	if err != nil {
		return err
	}
	if r.quote != nil && flow(r.quote.value) != flow(value) {
		r.writeQuote()
	}
	r.quote = &heldQuote{in.OrderDetail, in.PayForCoparent, value, expect}
	return nil
}

// writeQuote adds the step of the latest price.
func (r *recorder) writeQuote() {
	q := r.quote
	if q == nil {
		return
	}
	r.quote = nil
	r.choose(q.order, q.both)
	r.add("quote", q.value, q.expect)
}

// choose adds a package step for a choice that was made on the payment page, which a run has to save.
func (r *recorder) choose(order form.OrderChoice, both bool) {
	if order.PackageID == 0 || sameOrder(order, r.order) && both == r.both {
		return
	}
	r.order, r.both = order, both
	r.add("package", r.chosen(signup.Order{OrderChoice: order, PayForCoparent: both}), nil)
}

func sameOrder(a, b form.OrderChoice) bool {
	return a.PackageID == b.PackageID && a.ProductID == b.ProductID && slices.Equal(a.Services, b.Services)
}

func expectQuote(q price.Quote) obj {
	expect := obj{}
	if q.CouponDetail != nil {
		expect = expect.with("discount", matching(amount, q.CouponDetail.Discount))
	}
	t := q.Totals
	totals := obj{}.with("currencyCode", matching(currency, t.CurrencyCode)).with("subTotal", matching(amount, t.SubTotal))
	if t.SubTotalAfterDiscount != t.SubTotal {
		totals = totals.with("subTotalAfterDiscount", matching(amount, t.SubTotalAfterDiscount))
	}
	if len(q.PaymentCodeDetails) > 0 {
		totals = totals.with("paymentCodeTotal", matching(amount, t.PaymentCodeTotal))
	}
	return expect.with("totals", totals.with("taxAmount", matching(amount, t.TaxAmount)).with("total", matching(amount, t.Total)))
}

// The codes that no server accepts.
const (
	wrongCoupon = "NOT-A-COUPON"
	wrongCode   = "0000-0000-0000-0001"
)

// codes returns the typed codes: coupons as they are if they count, and a prepaid code as one that the run mints.
func (r *recorder) codes(order form.OrderChoice, coupons, prepaid []string, quote price.Quote) (obj, error) {
	isWrong := func(field string) bool {
		return slices.ContainsFunc(quote.ValidationErrors, func(v fault.Violation) bool { return len(v.Field) >= len(field) && v.Field[:len(field)] == field })
	}
	typed := make([]string, len(coupons))
	for i, code := range coupons {
		typed[i] = matching(coupon, code)
		if applies := quote.CouponDetail != nil && quote.CouponDetail.CouponCode == code; typed[i] == "" || isWrong("promoCodes") && !applies {
			typed[i] = wrongCoupon
		}
	}
	var minted []string
	for _, code := range prepaid {
		isValid := slices.ContainsFunc(quote.PaymentCodeDetails, func(d price.PaymentCodeDetail) bool { return sameCode(d.Code, code) })
		switch {
		case r.code != "" && sameCode(r.code, code):
			minted = append(minted, "{{code}}")
		case !isValid:
			minted = append(minted, wrongCode)
		case r.code != "":
			return nil, errors.New("a scenario has one prepaid code")
		default:
			r.code = code
			r.add("mintCode", obj{{"packageId", order.PackageID}}, nil)
			minted = append(minted, "{{code}}")
		}
	}
	return obj{}.with("promoCodes", typed).with("paymentCodes", minted), nil
}

// sameCode compares prepaid codes as people type them.
func sameCode(a, b string) bool {
	x, errX := form.ParseSubscriptionCode(a)
	y, errY := form.ParseSubscriptionCode(b)
	return errX == nil && errY == nil && x == y
}

// pay turns a payment into a step; its outcome may be in a later answer.
func (r *recorder) pay(c Call, params []string) error {
	if len(params) > 0 && params[0] != r.signupID || len(params) == 0 && c.Query.Get("userId") != r.userID {
		return errOther
	}
	var in paymentInput
	if !decode(c.Body, &in) {
		return errBody
	}
	if r.paying != nil && r.payKey == c.key && c.key != "" {
		return r.decide(c) // the same payment, sent again
	}
	r.dropUndecided()
	if in.Order != nil {
		if r.quote != nil && (!sameOrder(r.quote.order, *in.Order) || r.quote.both != in.PayForCoparent) {
			r.quote = nil
		}
		r.choose(*in.Order, in.PayForCoparent)
	}
	r.writeQuote()
	r.payKey = c.key
	r.paying = &sentPayment{r.add("pay", nil, nil), in}
	return r.decide(c)
}

// resume reads the outcome of a payment without one.
func (r *recorder) resume(c Call, params []string) error {
	if r.paying == nil || len(params) > 0 && params[0] != r.signupID || len(params) == 0 && c.Query.Get("userId") != r.userID {
		return nil // the page looks for a payment by itself
	}
	return r.decide(c)
}

// decide completes the step of a payment with an outcome.
func (r *recorder) decide(c Call) error {
	if c.busy() || c.Status == http.StatusAccepted {
		return nil
	}
	p := r.paying
	var answer payment.Answer
	f := c.failure()
	if c.ok() {
		if !decode(c.Answer, &answer) {
			return errBody
		}
		f.ValidationErrors = answer.ValidationErrors
	}
	if c.Method == http.MethodGet && !c.ok() && len(f.ValidationErrors) == 0 {
		return nil // the server hasn't got the payment; the page sends it again
	}
	value, err := r.paymentValue(p.in, answer, f)
	if err != nil {
		r.removePayment()
		return err
	}
	r.paying, p.step.value = nil, value
	if answer.Status != payment.Accepted {
		p.step.expect = f.expect(c.Status)
		if f.has("nonce") {
			r.outcome = scenario.OutcomeDeclined
		}
		if f.isDuplicate() {
			r.outcome = scenario.OutcomeDuplicate
		}
		return nil
	}
	r.keepToken(answer.ClickToJoinToken)
	r.paidStep, r.receipt, r.outcome = p.step, answer.Receipt, scenario.OutcomeReceipt
	if r.coParent != "" {
		r.invited[r.coParent] = true
	}
	if answer.Receipt != nil {
		r.total = matching(amount, answer.Receipt.Totals.Total)
	}
	r.paidWith = paidWith[p.in.Payment.PaymentType]
	if p.in.Payment.Nonce == "" {
		r.paidWith = "nothing"
	}
	return nil
}

// paidWith are the words for the payment types in a scenario's name.
var paidWith = map[gateway.PaymentType]string{
	"": "by card", gateway.PaymentCreditCard: "by card", gateway.PaymentPayPal: "with PayPal", gateway.PaymentVenmo: "with Venmo", gateway.PaymentApplePay: "with Apple Pay",
}

// dropUndecided removes the step of a payment without a recorded outcome.
func (r *recorder) dropUndecided() {
	if r.paying != nil {
		r.removePayment()
		r.leftOut.add("a payment whose outcome isn't in the recording")
	}
}

func (r *recorder) removePayment() {
	undecided := r.paying.step
	r.steps = slices.DeleteFunc(r.steps, func(s *step) bool { return s == undecided })
	r.paying = nil
}

func (r *recorder) paymentValue(in paymentInput, answer payment.Answer, f failure) (obj, error) {
	means, err := r.means(in, answer, f)
	if err != nil {
		return nil, err
	}
	quote := price.Quote{}
	if answer.PricingInfo != nil {
		quote = *answer.PricingInfo
	}
	codes, err := r.codes(r.order, in.PromoCodes, slices.Concat(in.PaymentCodes, in.SubscriptionCodes), quote)
	if err != nil {
		return nil, err
	}
	value := slices.Concat(means, codes)
	if f.has("pricing") {
		value = value.with("amountDisplayed", matching(amount, in.Payment.AmountDisplayed))
	}
	if !in.TermsAndConditions {
		value = append(value, field{"termsAndConditions", false})
	}
	value = value.with("marketingOptIn", in.MarketingOptIn)
	if stored := in.Payment.StorePaymentOnFile; stored != nil {
		value = append(value, field{"storePaymentOnFile", *stored})
	}
	return value.with("duplicateConfirmed", in.ParentDuplicateConfirmed), nil
}

// The test cards of the sandbox that a step uses for a card without a number of its own.
const (
	goodCard     = "4111111111111111"
	declinedCard = "4000111111111115"
	verifiedCard = "4000000000001091" // with 3-D Secure
)

// testCards are published test numbers, by their last digits. No other number is ever written.
var testCards = map[string]obj{
	"1111": {{"number", goodCard}},
	"4444": {{"number", "5555555555554444"}},
	"0005": {{"number", "378282246310005"}, {"cvv", "1234"}},
	"1117": {{"number", "6011111111111117"}},
}

// means returns the payment method: a test card or a test nonce that has the same outcome.
func (r *recorder) means(in paymentInput, answer payment.Answer, f failure) (obj, error) {
	if in.Payment.Nonce == "" {
		return nil, nil
	}
	kind := in.Payment.PaymentType
	if nonce := matching(fakeNonce, in.Payment.Nonce.Reveal()); nonce != "" {
		value := obj{{"nonce", nonce}}
		if kind != gateway.PaymentCreditCard {
			value = value.with("paymentType", matching(choice, string(kind)))
		}
		return value, nil
	}
	isVerified := r.address != nil && slices.Contains(r.verifiedCountries(), r.address.Country)
	code := ""
	for _, v := range f.ValidationErrors {
		if v.Field == "nonce" {
			code = string(v.Code)
		}
	}
	for _, m := range gateway.PaymentMethods {
		if m.Wallet && m.Type == kind {
			if code != "" {
				return nil, errors.New("no test account that is declined")
			}
			return obj{{"nonce", m.TestNonce}, {"paymentType", string(kind)}}, nil
		}
	}
	card := obj{{"number", goodCard}}
	switch code {
	case "":
		if answer.Receipt != nil && testCards[answer.Receipt.CardLastFour] != nil {
			card = slices.Clone(testCards[answer.Receipt.CardLastFour])
		}
		if isVerified {
			card = obj{{"number", verifiedCard}, {"verifiedFor", "total"}}
		}
	case string(gateway.CodePaymentDeclined):
		card = obj{{"number", declinedCard}}
		if isVerified {
			card = append(card, field{"verifiedFor", "total"})
		}
	case string(gateway.CodePaymentUnverified):
	default:
		return nil, fmt.Errorf("no test card for %s", matching(faultCode, code))
	}
	return obj{{"card", card}}, nil
}

// verifiedCountries returns the billing countries with verified cards. Without a bootstrap, they are the shipped configuration's.
func (r *recorder) verifiedCountries() []string {
	if r.verified == nil {
		return []string{"GB"}
	}
	return r.verified
}
