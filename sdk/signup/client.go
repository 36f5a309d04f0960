package signup

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// Create starts a sign-up with section PARENT and any other sections of the input. The answer contains the registration key; no other call returns
	// it. With an idempotency key, a second call with the same content returns the same answer, including the key.
	//
	// Errors: [fault.ValidationError] (every broken rule; field duplicate or duplicateWarning if the person seems to have an
	// account). Faults: [fault.SectionMissing], [fault.SectionUnknown], [fault.StepOutOfOrder],
	// [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress], [fault.Saturated].
	Create(ctx context.Context, in Input, meta caller.Meta) (*Answer, error)

	// MailLink mails the parent a link to continue an unpaid sign-up on another device. The link works for the life of the sign-up, even after a
	// payment, and on any number of devices. Its first change or payment ends the key from [Client.Create]. A change of the email address ends the
	// link.
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

	// Packages lists a pricing group's packages on sale, in the order of the cards, with texts and amounts for the caller's locale. Each has the best
	// offer that applies now without a code; orders are priced with the same offer. With ids it lists only these packages. An empty group means the
	// group of the first id, or without ids the base group. If merchant accounts are configured, a group without one for its currency has no packages.
	//
	// Faults: [price.PricingGroupUnknown]; [price.PackageUnknown] for an id that isn't on sale in the group.
	Packages(ctx context.Context, group string, ids []int, meta caller.Meta) (*price.PackageList, error)

	// Coupons returns the coupons that apply to a registration without a code: the referrer's and the automatic ones. Each has its discount on the
	// current order. Before a package is chosen it returns the coupons of any of the group's packages, without amounts. The best one comes first.
	//
	// Faults: those of [Client.Read].
	Coupons(ctx context.Context, signupID string, key secret.Secret, locale string) ([]price.CustomersCoupon, error)

	// PricingGroup returns the pricing group of a customer and its packages on sale. It ignores an unknown country and an invalid phone.
	PricingGroup(ctx context.Context, country, countryCode, phone string) (price.PricingGroupAnswer, error)

	// ValidatePackage checks that a package is sold to a customer: it must be in the group of the billing country and, if a phone is given, in that of
	// the phone's country. Omit the phone after the customer has confirmed the country: from then on it is only evidence. A package of another group
	// gives a *[fault.ValidationError] with code order_package_mismatch, one that isn't on sale order_package_unknown (field order.packageId both).
	ValidatePackage(ctx context.Context, packageID int, where CountryCriteria, meta caller.Meta) error

	// Price prices the order of a registration and stores the quote, which is valid for 30 minutes. Data missing in the input (order, address, phone)
	// comes from the registration.
	//
	// Subscription codes and promo codes that don't apply aren't an error: the quote is priced without them and lists them in validationErrors, in the
	// call's language. A package that the catalog doesn't have, or that isn't sold at the address, gives a *[fault.ValidationError] (fields order.…).
	//
	// Faults: those of [Client.Read], [fault.RegistrationIsPaid], [fault.TooManyTries] for codes.
	Price(ctx context.Context, signupID string, key secret.Secret, in price.QuoteInput, meta caller.Meta) (*price.Quote, error)

	// Read returns the owner's entered data, without secrets, and the sign-up's state. A paid sign-up can still be read; its personal data is removed a
	// day after the payment. Only the forced variants of meta are used: the visitor is stored with the registration.
	//
	// Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong], [fault.RegistrationGone].
	Read(ctx context.Context, signupID string, key secret.Secret, meta caller.Meta) (*Registration, error)

	// Update changes the sections named in the input and no others. It extends the session to 24 hours from now. A broken rule prevents all changes.
	//
	// Errors: [fault.ValidationError] (every broken rule; fields duplicate and duplicateWarning as for
	// [Client.Create]). Faults: [fault.RegistrationNotFound], [fault.RegistrationKeyWrong],
	// [fault.RegistrationGone], [fault.RegistrationIsPaid], [fault.RegistrationBusy] while a payment is being confirmed,
	// [fault.StepOutOfOrder] for a section of a later step, [fault.SectionMissing], [fault.SectionUnknown],
	// [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress], [fault.Saturated].
	Update(ctx context.Context, signupID string, key secret.Secret, in Input, meta caller.Meta) (*Answer, error)
}
