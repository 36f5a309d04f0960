package sdk

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/integrations"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/support"
	"github.com/cojoin/cojoin/sdk/text"
)

// Faults lists every fault that operations return, for references. A test checks that it is complete.
var Faults = []*fault.Fault{
	fault.RegistrationNotFound, fault.RegistrationKeyWrong, fault.RegistrationGone, fault.RegistrationIsPaid, fault.RegistrationBusy, fault.StepOutOfOrder,
	fault.SectionMissing, fault.SectionUnknown, fault.AccountExists, fault.AccountForbidden, fault.LoginRefused, fault.OperatorUnnamed, privacy.ReadingNotFound, fault.TokenInvalid,
	fault.IdempotencyKeyInvalid, fault.IdempotencyMismatch, fault.InProgress, fault.TooManyTries, fault.Saturated,
	payment.Invalid, payment.Closed, payment.ProveMailbox, payment.SwitchInvalid, payment.Unavailable, checkout.PaymentMissing, price.PricingGroupUnknown, price.PackageUnknown,
	invite.NotFound, invite.Closed, invite.NotRenewed, invite.InviterNotFound, account.SeatTaken, account.SessionNotFound,
	fault.ProfessionalNotFound, fault.ProfessionalRequired, fault.ProfessionalIsBlocked,
	codes.BatchUnknown, codes.BatchUnpaid, codes.BatchPaying, codes.BatchWasRevoked, codes.BatchEmpty, codes.SubscriptionCodeGone,
	subscription.NotFound, subscription.Invalid, subscription.NotRenewing, subscription.RenewalsEarly, subscription.NothingDue, subscription.DueChanged, payment.AttemptNotFound, payment.AttemptNotRefundable, order.ReceiptNotFound,
	payment.RefundInvalid, payment.RefundTooMuch, payment.RefundUnsettled, payment.RefundUnanswered,
	places.Off, places.NotFound, places.Unavailable, support.Off, support.Nameless,
	price.CatalogVersionUnknown, price.CatalogBusy, payment.WebhookRefused,
	integration.EndpointNotFound, integration.EventNotFound, integration.AccountNotFound, integration.TokenNotFound, integration.ScopeMissing, integration.CodeInvalid, integration.SendingOff,
}

// ViolationCodes lists every code that a [fault.Violation] may have: those of the rules, and those that only operations return. A test checks that it
// is complete.
func ViolationCodes() []text.Code {
	return append(text.Surface("rule"),
		price.CodeOrderPackageUnknown, price.CodeOrderPackageMismatch, price.CodeOrderProductRequired, price.CodeOrderProductUnknown, price.CodeOrderProductUnexpected,
		price.CodeOrderServiceUnknown, price.CodeOrderServiceTwice, price.CodeOrderServiceUnexpected,
		price.CodeCouponInvalid, price.CodeCouponOutdone, price.CodePricingChanged, price.CodeSubscriptionCodeMistyped, price.CodeSubscriptionCodesTooMany,
		payments.CodePaymentMethodMissing, payments.CodePaymentTypeClosed, payments.CodePaymentBank, payments.CodePaymentHolderLong, payments.CodePaymentSuperseded,
		gateway.CodePaymentDeclined, gateway.CodePaymentCardNumber, gateway.CodePaymentCardExpiration, gateway.CodePaymentCardCVV, gateway.CodePaymentPostalCode,
		gateway.CodePaymentAuthenticate, gateway.CodePaymentUnverified, gateway.CodePaymentAmountUnasked, gateway.CodePaymentNonceUsed, gateway.CodePaymentBrandClosed,
		batches.CodePackageInvalid, batches.CodeSizeInvalid, batches.CodeRecipientLength, codes.CodePriceChanged,
		form.CodeInvitationUnreachable, form.CodeInvitationLocale,
		integrations.CodeURLRefused, integrations.CodeKindUnknown, integrations.CodePeopleUnknown, integrations.CodeScopeUnknown, integrations.CodeTokenUnnamed,
	)
}
