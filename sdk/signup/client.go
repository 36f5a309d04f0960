package signup

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Create starts a sign-up with section PARENT and any other sections of the input. The answer holds the registration
	// key, which no other call returns. With an idempotency key a second call with the same content returns the same
	// answer, key included.
	//
	// Errors: [fault.ValidationError] (every broken rule; field duplicate or duplicateWarning where the
	// person seems to have an account). Faults: [fault.SectionMissing], [fault.SectionUnknown], [fault.StepOutOfOrder],
	// [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress], [fault.Saturated].
	Create(ctx context.Context, in Input, meta caller.Meta) (*Answer, error)

	// MailLink mails the parent a link with which they go on with an unpaid sign-up on another device. It works as long as the sign-up lives, also
	// when it was paid meanwhile, and on any number of devices. The first change or payment made with it ends the key of who began the sign-up, and a
	// change of the e-mail address ends the link.
	//
	// Faults: those of [Client.Read], [fault.RegistrationIsPaid], [fault.RegistrationBusy] while a payment is being confirmed;
	// [fault.TooManyTries] after three in an hour for one sign-up, or one address.
	MailLink(ctx context.Context, signupID string, key secret.Secret, _ caller.Meta) error

	// List lists sign-ups, the newest first, and records the access in the audit trail. Faults: [fault.OperatorUnnamed];
	// [fault.RegistrationNotFound] for a Before that isn't an id.
	List(ctx context.Context, filter Filter) ([]Info, error)

	// Inspect returns one sign-up with its events, and records the access in the audit trail. Faults:
	// [fault.OperatorUnnamed], [fault.RegistrationNotFound].
	Inspect(ctx context.Context, signupID string) (*Report, error)

	// Packages lists what a pricing group has on sale, in the order of the cards, with texts and amounts for
	// the caller's locale and the best offer that the caller has now without typing anything: by which their order is priced, too. With ids it lists only these; without a group it
	// is the group of the first of them, without both the base group. A group whose currency no merchant
	// account takes has nothing on sale, unless no merchant accounts are configured at all.
	//
	// Faults: [price.PricingGroupUnknown]; [price.PackageUnknown] for an id that isn't on sale in the group.
	Packages(ctx context.Context, group string, ids []int, meta caller.Meta) (*price.PackageList, error)

	// Coupons returns the coupons that a registration has without typing any (the referrer's and the automatic
	// ones), with what each takes off the order chosen so far; before a package is chosen, those that apply to
	// any of the group's packages, without an amount. The best one comes first.
	//
	// Faults: those of [Client.Read].
	Coupons(ctx context.Context, signupID string, key secret.Secret, locale string) ([]price.CustomersCoupon, error)

	// PricingGroup returns the pricing group of a customer and the packages on sale in it. An unknown country or a
	// phone that can't be parsed is ignored.
	PricingGroup(ctx context.Context, country, countryCode, phone string) (price.PricingGroupAnswer, error)

	// ValidatePackage checks that a package is sold to a customer: it must be in the group of the billing
	// country and, if a phone is given, in that of the phone's country. Leave the phone out once the
	// customer has confirmed the country: from then on it is only evidence. A package of another group is a
	// *[fault.ValidationError] with code order_package_mismatch, one that isn't on sale order_package_unknown (field
	// order.packageId both).
	ValidatePackage(ctx context.Context, packageID int, where CountryCriteria, meta caller.Meta) error

	// Price prices the order of a registration and stores the quote, which is valid for 30 minutes. The registration
	// supplies what the input omits (order, address, phone).
	//
	// Subscription codes and promo codes that don't apply are no error: the quote is priced without them and lists
	// them in validationErrors, in the language of the call. A package that the catalogue doesn't have, or that
	// isn't sold at the address, is a *[fault.ValidationError] (fields order.…).
	//
	// Faults: those of [Client.Read], [fault.RegistrationIsPaid], [fault.TooManyTries] for codes.
	Price(ctx context.Context, signupID string, key secret.Secret, in price.QuoteInput, meta caller.Meta) (*price.Quote, error)

	// Read returns what the owner has entered so far, without secrets, and the sign-up's state. A paid
	// one can still be read; its personal data is removed a day after the payment. Of the call's circumstances only
	// the forced arms count: who the visitor is, the registration knows.
	//
	// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone].
	Read(ctx context.Context, signupID string, key secret.Secret, meta caller.Meta) (*Registration, error)

	// Update changes the sections named in the input and no others. It extends the
	// session to 24 hours from now. Nothing is changed if any rule is broken.
	//
	// Errors: [fault.ValidationError] (every broken rule; fields duplicate and duplicateWarning as for
	// [Client.Create]). Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong],
	// [fault.RegistrationGone], [fault.RegistrationIsPaid], [fault.RegistrationBusy] while a payment is being confirmed,
	// [fault.StepOutOfOrder] for a section whose step isn't reached yet, [fault.SectionMissing], [fault.SectionUnknown],
	// [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress], [fault.Saturated].
	Update(ctx context.Context, signupID string, key secret.Secret, in Input, meta caller.Meta) (*Answer, error)
}
