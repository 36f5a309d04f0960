package price

import (
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
)

// QuoteInput is the body of the pricing call. The registration (limboId) supplies missing members.
type QuoteInput struct {
	LimboID          string           `json:"limboId" doc:"Sign-up id"`
	OrderDetail      form.OrderChoice `json:"orderDetail"`
	PayForCoparent   bool             `json:"payForCoparent,omitempty" doc:"Two seats. Default: the registration's value if orderDetail is missing, otherwise false"`
	Address          *QuoteAddress    `json:"address,omitempty"`
	PaymentCodes     []string         `json:"paymentCodes,omitempty" doc:"Subscription codes, in the order entered"`
	PromoCodes       []string         `json:"promoCodes,omitempty" doc:"Typed coupons; the best one counts"`
	PhoneCountryCode string           `json:"phoneCountryCode,omitempty"`
	PhoneNumber      string           `json:"phoneNumber,omitempty"`
	// StorePaymentOnFile decides whether the terms of the quote renew the subscription, see [StoresPayment]. The payment must have the same value.
	StorePaymentOnFile *bool `json:"storePaymentOnFile,omitempty" doc:"Whether the payment method is stored, so that the subscription renews; the terms follow. Default true"`
}

// QuoteAddress is the address for a quote's tax. Its type is PRIMARY.
type QuoteAddress struct {
	Type       string  `json:"type,omitempty"`
	Line1      string  `json:"line1,omitempty"`
	Line2      *string `json:"line2,omitempty" nullable:"true"`
	City       string  `json:"city,omitempty"`
	Region     string  `json:"region,omitempty"`
	PostalCode string  `json:"postalCode,omitempty"`
	Country    string  `json:"country,omitempty"`
}

// Quote is an immutable price, stored under TaxID and valid for 30 minutes. Every amount is a decimal string of the currency ("149.99"), with its
// formatted text beside it.
type Quote struct {
	TaxID              string              `json:"taxId" doc:"Id of the stored quote; the payment call names it"`
	ExpiresAt          string              `json:"expiresAt" doc:"RFC 3339"`
	CouponDetail       *CouponDetail       `json:"couponDetail,omitempty"`
	PayForCoParent     bool                `json:"payForCoParent"`
	PaymentCodeDetails []PaymentCodeDetail `json:"paymentCodeDetails" doc:"The codes that pay; one that was entered and isn't here is invalid"`
	Lines              []QuoteLine         `json:"lines" doc:"The rows of the order summary: seats, coupon, codes, taxes"`
	Taxes              []TaxLine           `json:"taxes"`
	TaxesCalculated    bool                `json:"taxesCalculated" doc:"False until the address is complete enough for tax; until then tax is 0.00"`
	TaxIncluded        bool                `json:"taxIncluded"`
	FinalPrice         string              `json:"finalPrice"`
	Totals             Totals              `json:"totals"`
	RenewalPrice       string              `json:"renewalPrice" doc:"Pre-tax amount at which the subscription renews"`
	RenewalFormatted   string              `json:"renewalPriceFormatted"`
	Years              int                 `json:"years" doc:"Term bought, 1 or 2"`
	Locale             string              `json:"locale,omitempty" doc:"BCP 47 tag by which the amounts are written: of the caller's language, and of the pricing group's country where the caller's region isn't of that group"`
	Terms              string              `json:"terms" doc:"The billing terms, localised, by period"`
	CatalogVersion     int                 `json:"catalogVersion"`
	TaxVersion         string              `json:"taxVersion"`
	ValidationErrors   fault.Violations    `json:"validationErrors" doc:"Typed codes and coupons that don't count; the price is without them"`
}

// QuoteLine is one row of the order summary. A paid co-parent and each prepaid code have their own row. Reductions are negative. Included tax has a
// row but is part of the rows above.
type QuoteLine struct {
	Kind            string `json:"kind" enum:"package,coParent,coupon,code,tax"`
	Description     string `json:"description"`
	Amount          string `json:"amount"`
	AmountFormatted string `json:"amountFormatted"`
	Included        bool   `json:"included,omitempty"`
}

// CouponDetail is the coupon of a quote.
type CouponDetail struct {
	CouponCode        string `json:"couponCode"`
	Description       string `json:"description"`
	Discount          string `json:"discount"`
	DiscountFormatted string `json:"discountFormatted"`
}

// CustomersCoupon is a coupon that a customer has without typing it. It has no amount until a package is chosen.
type CustomersCoupon struct {
	CouponCode        string `json:"couponCode"`
	Description       string `json:"description"`
	Discount          string `json:"discount,omitempty" doc:"Missing until a package is chosen"`
	DiscountFormatted string `json:"discountFormatted,omitempty"`
}

// PaymentCodeDetail is one accepted subscription code. On a quote it has groups of four, as entered; on a receipt only its last group is readable.
type PaymentCodeDetail struct {
	Code            string `json:"code"`
	Amount          string `json:"amount" doc:"The amount that the code covers; 0 if nothing is left to cover, and then the code isn't used up"`
	AmountFormatted string `json:"amountFormatted"`
	Worth           string `json:"worth,omitempty" doc:"Purchase price of the code"`
	WorthFormatted  string `json:"worthFormatted,omitempty"`
	Lost            string `json:"lost,omitempty" doc:"The part of the purchase price that is lost, because a code pays once; missing if nothing is lost"`
	LostFormatted   string `json:"lostFormatted,omitempty"`
}

// TaxLine is one component of the tax (GST and QST are two).
type TaxLine struct {
	Code            string `json:"code" enum:"SALES_TAX,GST,HST,PST,QST,RST,VAT"`
	Name            string `json:"name" doc:"In the language of the call"`
	Rate            string `json:"rate" doc:"Percent, exact, e.g. 9.975"`
	Amount          string `json:"amount"`
	AmountFormatted string `json:"amountFormatted"`
	Included        bool   `json:"included"`
}

// Totals holds the amounts of a quote or a receipt, under the specification's names.
type Totals struct {
	CurrencyCode                   string `json:"currencyCode"`
	SelectedPackageTotal           string `json:"selectedPackageTotal"`
	SelectedPackageTotalFormatted  string `json:"selectedPackageTotalFormatted"`
	SubTotal                       string `json:"subTotal"`
	SubTotalFormatted              string `json:"subTotalFormatted"`
	SubTotalAfterDiscount          string `json:"subTotalAfterDiscount"`
	SubTotalAfterDiscountFormatted string `json:"subTotalAfterDiscountFormatted"`
	PaymentCodeTotal               string `json:"paymentCodeTotal"`
	PaymentCodeTotalFormatted      string `json:"paymentCodeTotalFormatted"`
	TaxAmount                      string `json:"taxAmount"`
	TaxAmountFormatted             string `json:"taxAmountFormatted"`
	Total                          string `json:"total"`
	TotalFormatted                 string `json:"totalFormatted"`
}
