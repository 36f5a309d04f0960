package invite

import (
	"time"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Context is an invited parent's view of the invitation, and their progress. Of the other parent it holds only the name: no price, no address, no
// payment.
type Context struct {
	UserID                 string                  `json:"userId"`
	IsSubscriptionCurrent  bool                    `json:"isSubscriptionCurrent" doc:"The invitee's seat is paid: there is nothing to choose or pay"`
	SubscriptionStatus     string                  `json:"subscriptionStatus" enum:"none,current,suspended,ended"`
	BillingAddressComplete bool                    `json:"billingAddressComplete"`
	RequireCredentials     bool                    `json:"requireCredentials" doc:"No username and password are set yet"`
	AgreedToTerms          bool                    `json:"agreedToTerms"`
	CoparentPackageID      int                     `json:"coparentPackageId,omitempty" doc:"Package that the invitation came with"`
	LanguageLocale         string                  `json:"languageLocale" enum:"en,es,es_MX" doc:"Locale of the invitation; only in es_MX does the welcome page have a FAQ"`
	FamilyMembers          []account.FamilyMember  `json:"familyMembers" doc:"Parents first, then children; the invited parent among them"`
	UserCreatedByPro       *ProfessionalName       `json:"userCreatedByPro,omitempty" doc:"The professional who invited the family"`
	AvailableCoupons       []price.CustomersCoupon `json:"availableCoupons"`
	PricingGroup           string                  `json:"pricingGroup" doc:"P0, P2, P3 or UK"`
	PackageIDs             []int                   `json:"packageIds" doc:"On sale to this parent: no pricing-group look-up is needed"`
	Next                   string                  `json:"next" doc:"Route that Get Started leads to, e.g. /invite/step1"`
	Routes                 []string                `json:"routes" doc:"Routes that may be seen now"`
	Registration           *signup.Registration    `json:"registration" doc:"The entered data, without secrets; filled from the invitation before the first change"`
	ClickToJoinToken       secret.Shown            `json:"clickToJoinToken,omitempty" doc:"Credentials token once nothing but username and password is missing; each one ends the one before"`
	ExpiresAt              time.Time               `json:"expiresAt" doc:"When the link ends"`
}

// ProfessionalName is the name of a professional that parents see.
type ProfessionalName struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
}

// Answer is the answer to a change of an invited parent's registration.
type Answer struct {
	ValidationErrors fault.Violations `json:"validationErrors" doc:"Always empty here; failures answer 409 with the same member"`
	Invitation       *Context         `json:"invitation"`
}

// QuoteInput is the body of the invited parent's pricing call. A custom package needs productId
// and services.
type QuoteInput struct {
	OrderDetail       form.OrderChoice    `json:"orderDetail"`
	SubscriptionCodes []string            `json:"subscriptionCodes,omitempty" doc:"In the order entered"`
	PromoCodes        []string            `json:"promoCodes,omitempty" doc:"Typed coupons; the best one counts"`
	Address           *price.QuoteAddress `json:"address,omitempty" doc:"Default: the registration's"`
	// StorePaymentOnFile adds a renewal to the quote's terms, see [price.StoresPayment]. The payment must have the same value.
	StorePaymentOnFile *bool `json:"storePaymentOnFile,omitempty" doc:"Whether the payment method is stored, so that the subscription renews; the terms follow. Default true"`
}

// PaymentInput is the body of the invited parent's payment call. It can't pay for another seat.
type PaymentInput struct {
	Order              form.OrderChoice `json:"order"`
	Payment            payment.Details  `json:"payment"`
	DeviceData         secret.Secret    `json:"deviceData,omitempty" doc:"May be in payment instead"`
	PromoCodes         []string         `json:"promoCodes,omitempty" doc:"Typed coupons"`
	SubscriptionCodes  []string         `json:"subscriptionCodes,omitempty" doc:"In the order entered"`
	TermsAndConditions bool             `json:"termsAndConditions,omitempty" doc:"Must be true if the billing country isn't US"`
	MarketingOptIn     bool             `json:"marketingOptIn,omitempty" doc:"The customer agrees to marketing mails. Default false"`
	SegmentAnonymousID string           `json:"segmentAnonymousId,omitempty"`
}
