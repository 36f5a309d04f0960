package sdk

import "github.com/cojoin/cojoin/sdk/text"

// Faults is every fault that an operation answers, for references. A test holds it complete.
var Faults = []*Fault{
	RegistrationNotFound, RegistrationKeyWrong, RegistrationGone, RegistrationIsPaid, RegistrationBusy, StepOutOfOrder,
	SectionMissing, SectionUnknown, AccountExists, AccountForbidden, LoginRefused, TokenInvalid,
	IdempotencyKeyInvalid, IdempotencyMismatch, InProgress, TooManyTries, Saturated,
	PaymentInvalid, PaymentClosed, PaymentUnavailable, PaymentMissing, PricingGroupUnknown, PackageUnknown,
	InvitationNotFound, InvitationClosed, InvitationNotRenewed, InviterNotFound, SeatTaken,
	ProfessionalNotFound, ProfessionalRequired, ProfessionalIsBlocked,
	CodeBatchUnknown, CodeBatchUnpaid, CodeBatchPaying, CodeBatchWasRevoked, CodeBatchEmpty, SubscriptionCodeGone,
	SubscriptionNotFound, SubscriptionInvalid, SubscriptionNotRenewing, RenewalsEarly, AttemptNotFound, AttemptNotRefundable,
	AddressSearchOff, AddressNotFound, AddressSearchUnavailable, SupportChatOff, SupportChatNameless,
	CatalogVersionUnknown, CatalogBusy, WebhookRefused,
}

// ViolationCodes is every code that a [Violation] may have: those of the rules, and those that only an
// operation can tell. A test holds it complete.
func ViolationCodes() []text.Code {
	return append(text.Surface("rule"),
		CodeOrderPackageUnknown, CodeOrderPackageMismatch, CodeOrderProductRequired, CodeOrderProductUnknown, CodeOrderProductUnexpected,
		CodeOrderServiceUnknown, CodeOrderServiceTwice, CodeOrderServiceUnexpected,
		CodeCouponInvalid, CodeCouponOutdone, CodePricingChanged, CodeSubscriptionCodeMistyped, CodeSubscriptionCodesTooMany,
		codePaymentMethodMissing, codePaymentTypeClosed, codePaymentBank, codePaymentHolderLong, codePaymentSuperseded,
		codePaymentDeclined, codePaymentCardNumber, codePaymentCardExpiration, codePaymentCardCVV, codePaymentPostalCode,
		codePaymentAuthenticate, codePaymentNonceUsed, codePaymentBrandClosed,
		CodeBatchPackageInvalid, CodeBatchSizeInvalid, CodeRecipientLength, CodeBatchPriceChanged,
		codeInvitationUnreachable, codeInvitationLocale,
	)
}
