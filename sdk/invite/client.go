package invite

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// SendAgain mails a new link to the invited co-parent of a token's account. The previous link ends as soon as the mail is made. The co-parent's
	// own requests count toward the same limit. For an address that has an account there is no mail, with the same answer after the same time.
	//
	// Faults: [fault.TokenInvalid]; [NotFound] for a parent without an invited co-parent, or without an address; [Closed] once the
	// co-parent has joined or the invitation was revoked; [NotRenewed] (statusCode 111) after three in an hour.
	SendAgain(ctx context.Context, token secret.Secret) (*InvitedCoParent, error)

	// Read returns an invitation with the invited parent's progress. token is the link's, or the account's own. userID is the expected owner of the
	// token; an empty one isn't compared.
	//
	// When only username and password are missing, the answer has a new credentials token.
	//
	// Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Read(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (*Context, error)

	// Create creates a family for a professional and invites its parents: each gets a reserved place and a mail with the link. The caller has
	// authenticated the professional. It returns the invitations, the parent's first. An email address with an account is not an error: only a mail
	// informs its owner.
	//
	// Errors: [fault.ValidationError] (parent.…, coParent.…, children[0].…, locale). Faults:
	// [fault.ProfessionalNotFound], also for one that is suspended; [fault.TooManyTries] for more than Limits.Invitations,
	// or Limits.InvitationsPending for an unverified professional;
	// those of idempotency as for [signup.Client.Create].
	Create(ctx context.Context, professionalID string, in Input, meta caller.Meta) ([]Info, error)

	// InviteCoParent lets an operator invite the other parent of an existing family for a joined parent: after an invitation without an address,
	// or a revoked one.
	//
	// Errors: [fault.ValidationError] (firstName, lastName, email, phoneNumber …). Faults: [InviterNotFound],
	// [account.SeatTaken].
	InviteCoParent(ctx context.Context, inviterUserID string, guest form.InvitedPerson, locale string, meta caller.Meta) (*Info, error)

	// List lists invitations, the newest first, and records the operator's access. Faults: [fault.OperatorUnnamed]; [NotFound] for a
	// malformed Before or ProfessionalID.
	List(ctx context.Context, filter Filter) ([]Info, error)

	// Find returns one invitation and records the operator's access. Faults: [fault.OperatorUnnamed], [NotFound].
	Find(ctx context.Context, id string) (*Info, error)

	// Resend mails an open invitation, expired or not, with a new link. The previous link ends as soon as the mail is made.
	// Faults: [NotFound]; [Closed] after it was accepted or revoked.
	Resend(ctx context.Context, id string) (*Info, error)

	// Link makes a new link of an open invitation, for an operator to hand over if there is no email address. The previous link ends.
	// Faults: as for [Client.Resend].
	Link(ctx context.Context, id string) (secret.Secret, error)

	// Revoke ends an open invitation and its link. Its seat may be offered again. A second call changes nothing.
	// Faults: [NotFound]; [Closed] after it was accepted; [fault.RegistrationBusy] during the invited parent's payment.
	Revoke(ctx context.Context, id string) (*Info, error)

	// Coupons lists the coupons that apply to an invited parent without a code, as [signup.Client.Coupons] does.
	// Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Coupons(ctx context.Context, userID string, token secret.Secret, locale string) ([]price.CustomersCoupon, error)

	// Price prices an invited parent's own seat and stores the quote, as [signup.Client.Price]
	// does. A custom package needs productId and services first.
	//
	// Errors: [fault.ValidationError] (fields order.…). Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden];
	// [fault.StepOutOfOrder] before the first change; [fault.RegistrationIsPaid] for a paid seat; [fault.TooManyTries] for codes.
	Price(ctx context.Context, userID string, token secret.Secret, in QuoteInput, meta caller.Meta) (*price.Quote, error)

	// ValidateCountry is [signup.Client.ValidatePackage] for an invited parent. It accepts everything if the seat is paid.
	//
	// Errors: [fault.ValidationError] (field order.packageId). Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	ValidateCountry(ctx context.Context, userID string, token secret.Secret, packageID int, where signup.CountryCriteria, meta caller.Meta) error

	// ClientToken is [checkout.Client.ClientToken] for an invited parent with a chosen package. Faults:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden], [fault.RegistrationIsPaid], [fault.StepOutOfOrder], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (payment.ClientToken, error)

	// Pay pays for an invited parent's own seat, once, as [checkout.Client.Pay] does for a sign-up. Steps, answers and errors are the same, and so is
	// the need for an idempotency key. It creates the parent's account. Faults besides those of Pay:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Pay(ctx context.Context, userID string, token secret.Secret, in PaymentInput, meta caller.Meta) (*payment.Answer, error)

	// Status returns the state of an invited parent's payment, as [checkout.Client.Status] does. Faults: [account.InvitationTokenInvalid],
	// [fault.AccountForbidden], [fault.StepOutOfOrder], [checkout.PaymentMissing], also if another account paid for the seat.
	Status(ctx context.Context, userID string, token secret.Secret) (*payment.Answer, error)

	// Refuse records a refusal by the link in an invitation's mail: its recipient doesn't know the sender. Afterwards the address gets no mail about
	// invitations of that professional or family; with everyone set, of any sender. The sender isn't informed. The invitation's own link stays valid,
	// and a request for a new one withdraws the refusal ([Client.Renew]). A professional with Limits.Refusals refusals is suspended until an operator's
	// review.
	//
	// Fault: [fault.TokenInvalid] for a token of another kind, after the invitation was accepted, and after the invitee's data was erased.
	Refuse(ctx context.Context, token secret.Secret, everyone bool) error

	// Renew mails a new link in exchange for the given token, which may be valid, expired or replaced. The new token ends the old one. If the
	// invited parent has joined without username and password, the mail links to the form that sets them. If they have both, or the address has
	// another account, it links to the form for a new password. An unknown token, or one of a revoked invitation, gets the same answer after the
	// same time. A call withdraws a refusal ([Client.Refuse]).
	//
	// Fault: [NotRenewed] (statusCode 111) after three in an hour, and without a token.
	Renew(ctx context.Context, token secret.Secret, _ caller.Meta) error

	// Remind enqueues a mail with a new link, once, for each invitation that is a week old and not started. It returns their number.
	Remind(ctx context.Context) (int, error)

	// Update changes the sections named in the input (PARENT, REFERRAL, SECURITY_QUESTION, SECURITY_CODE, ADDRESS, ORDER) of an invited parent's
	// registration, and no others. A broken rule prevents all changes. The data is kept as long as the link can be renewed.
	//
	// With a paid seat, the billing address is the last step: the parent joins, and the answer has the credentials token.
	//
	// Errors: [fault.ValidationError] (every broken rule; field duplicate if another account has the
	// email). Faults: [account.InvitationTokenInvalid]; [fault.AccountForbidden] for a valid token and another user's id,
	// in userID or in parent.userId; [fault.RegistrationIsPaid], [fault.RegistrationBusy], [fault.StepOutOfOrder],
	// [fault.SectionMissing], [fault.SectionUnknown], [fault.TooManyTries], [fault.Saturated], and those of idempotency as for
	// [signup.Client.Create].
	Update(ctx context.Context, userID string, token secret.Secret, in signup.Input, meta caller.Meta) (*Answer, error)
}
