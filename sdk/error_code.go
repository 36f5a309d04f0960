package sdk

import (
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/checkout"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/internal/engine/batches"
	"github.com/cojoin/cojoin/sdk/internal/engine/hosting"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// Faults is every fault that an operation answers, for references. A test holds it complete.
var Faults = []*fault.Fault{
	fault.RegistrationNotFound, fault.RegistrationKeyWrong, fault.RegistrationGone, fault.RegistrationIsPaid, fault.RegistrationBusy, fault.StepOutOfOrder,
	fault.SectionMissing, fault.SectionUnknown, fault.AccountExists, fault.AccountForbidden, fault.LoginRefused, fault.OperatorUnnamed, operate.ReadingNotFound, fault.TokenInvalid,
	fault.IdempotencyKeyInvalid, fault.IdempotencyMismatch, fault.InProgress, fault.TooManyTries, fault.Saturated,
	payment.Invalid, payment.Closed, payment.ProveMailbox, payment.SwitchInvalid, payment.Unavailable, checkout.PaymentMissing, price.PricingGroupUnknown, price.PackageUnknown,
	invite.NotFound, invite.Closed, invite.NotRenewed, invite.InviterNotFound, account.SeatTaken, account.SessionNotFound,
	fault.ProfessionalNotFound, fault.ProfessionalRequired, fault.ProfessionalIsBlocked,
	codes.BatchUnknown, codes.BatchUnpaid, codes.BatchPaying, codes.BatchWasRevoked, codes.BatchEmpty, codes.SubscriptionCodeGone,
	subscription.NotFound, subscription.Invalid, subscription.NotRenewing, subscription.RenewalsEarly, subscription.NothingDue, subscription.DueChanged, payment.AttemptNotFound, payment.AttemptNotRefundable, order.ReceiptNotFound,
	payment.RefundInvalid, payment.RefundTooMuch, payment.RefundUnsettled, payment.RefundUnanswered,
	visitor.AddressSearchOff, visitor.AddressNotFound, visitor.AddressSearchUnavailable, visitor.SupportChatOff, visitor.SupportChatNameless,
	price.CatalogVersionUnknown, price.CatalogBusy, payment.WebhookRefused,
	host.EndpointNotFound, host.EventNotFound, host.AccountNotFound, host.TokenNotFound, host.ScopeMissing, host.CodeInvalid, host.SendingOff,
}

// ViolationCodes is every code that a [fault.Violation] may have: those of the rules, and those that only an
// operation can tell. A test holds it complete.
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
		hosting.CodeURLRefused, hosting.CodeKindUnknown, hosting.CodePeopleUnknown, hosting.CodeScopeUnknown, hosting.CodeTokenUnnamed,
	)
}
