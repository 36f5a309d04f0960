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
	// SendAgain mails a new link to the invited co-parent of an account token's holder; the one before ends as soon
	// as the mail is made. It is counted together with the links that the co-parent asks for. An address that belongs to
	// an account already is written nothing, and the answer and its time are the same.
	//
	// Faults: [fault.TokenInvalid]; [NotFound] for a parent without an invited co-parent, or without an address; [Closed] once the
	// co-parent has joined or the invitation was revoked; [NotRenewed] (statusCode 111) after three in an hour.
	SendAgain(ctx context.Context, token secret.Secret) (*InvitedCoParent, error)

	// Read returns an invitation as its invited parent may see it, with their progress. token is the
	// link's, or the account's own. userID is the expected owner of the token; empty is not compared.
	//
	// Once nothing but username and password is missing, the answer carries a new credentials token.
	//
	// Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Read(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (*Context, error)

	// Create lets a professional create a family and invite its parents: each gets a place in it that
	// waits for them, and a mail with the link. The caller has authenticated the
	// professional. It returns the invitations, the parent's first. An e-mail address with an account already is no
	// error: a mail informs its owner alone.
	//
	// Errors: [fault.ValidationError] (parent.…, coParent.…, children[0].…, locale). Faults:
	// [fault.ProfessionalNotFound], also for one that is suspended; [fault.TooManyTries] for more than Limits.Invitations,
	// or Limits.InvitationsPending for an unverified professional;
	// those of idempotency as for [signup.Client.Create].
	Create(ctx context.Context, professionalID string, in Input, meta caller.Meta) ([]Info, error)

	// InviteCoParent is the operator's way to invite the other parent of a family that is there, on behalf of
	// a parent who has joined: after an invitation without an address, or a revoked one.
	//
	// Errors: [fault.ValidationError] (firstName, lastName, email, phoneNumber …). Faults: [InviterNotFound],
	// [account.SeatTaken].
	InviteCoParent(ctx context.Context, inviterUserID string, guest form.InvitedPerson, locale string, meta caller.Meta) (*Info, error)

	// List lists invitations, the newest first, and notes that an operator looked. Faults: [fault.OperatorUnnamed]; [NotFound] for a
	// Before or ProfessionalID that is no id.
	List(ctx context.Context, filter Filter) ([]Info, error)

	// Find returns one invitation, and notes that an operator looked. Faults: [fault.OperatorUnnamed], [NotFound].
	Find(ctx context.Context, id string) (*Info, error)

	// Resend mails an open invitation, expired or not, with a new link; the one before ends as soon
	// as the mail is made. Faults: [NotFound]; [Closed] once it was accepted or revoked.
	Resend(ctx context.Context, id string) (*Info, error)

	// Link makes a new link of an open invitation for an operator to hand over, where there is no
	// e-mail to send it to; the one before ends. Faults: as for [Client.Resend].
	Link(ctx context.Context, id string) (secret.Secret, error)

	// Revoke ends an open invitation and its link; its seat may be offered again. Revoking twice
	// changes nothing. Faults: [NotFound]; [Closed] once it was accepted;
	// [fault.RegistrationBusy] while the invited parent's payment is being confirmed.
	Revoke(ctx context.Context, id string) (*Info, error)

	// Coupons lists the coupons that an invited parent has without typing, as [signup.Client.Coupons] does.
	// Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Coupons(ctx context.Context, userID string, token secret.Secret, locale string) ([]price.CustomersCoupon, error)

	// Price prices an invited parent's own seat and stores the quote, as [signup.Client.Price]
	// does. A custom package needs productId and services first.
	//
	// Errors: [fault.ValidationError] (fields order.…). Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden];
	// [fault.StepOutOfOrder] before anything was entered; [fault.RegistrationIsPaid] where the seat is paid;
	// [fault.TooManyTries] for codes.
	Price(ctx context.Context, userID string, token secret.Secret, in QuoteInput, meta caller.Meta) (*price.Quote, error)

	// ValidateCountry is [signup.Client.ValidatePackage] for an invited parent. Where the seat is paid there
	// is nothing to validate, and everything is fine.
	//
	// Errors: [fault.ValidationError] (field order.packageId). Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	ValidateCountry(ctx context.Context, userID string, token secret.Secret, packageID int, where signup.CountryCriteria, meta caller.Meta) error

	// ClientToken is [checkout.Client.ClientToken] for an invited parent with a package chosen. Faults:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden], [fault.RegistrationIsPaid], [fault.StepOutOfOrder], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (payment.ClientToken, error)

	// Pay pays for an invited parent's own seat, once, as [checkout.Client.Pay] does for a sign-up: the same
	// steps, answers and errors, and the same need of an idempotency key. It creates their account. Faults beside those of Pay:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Pay(ctx context.Context, userID string, token secret.Secret, in PaymentInput, meta caller.Meta) (*payment.Answer, error)

	// Status returns the state of an invited parent's payment, as [checkout.Client.Status] does. Faults:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden], [fault.StepOutOfOrder], [checkout.PaymentMissing], also where another
	// account paid the seat.
	Status(ctx context.Context, userID string, token secret.Secret) (*payment.Answer, error)

	// Refuse records a refusal by the link in an invitation's mail: its recipient doesn't know the sender. From then on no mail about an invitation
	// of that professional or family is sent to the address; with everyone set, of no sender. The sender isn't informed. The invitation's own link
	// stays valid, and a request for a new one withdraws the refusal ([Client.Renew]). Limits.Refusals refusals suspend a professional until an
	// operator has reviewed them.
	//
	// Fault: [fault.TokenInvalid] for a token of another kind, after the invitation was accepted, and after the invited person's data was erased.
	Refuse(ctx context.Context, token secret.Secret, everyone bool) error

	// Renew mails a new link in place of the one whose token is given, be that good, expired or
	// replaced; the new token ends the old one. Where the invited parent has joined and only username and
	// password are missing, the mail is the one that sets those; where they have them, or the address has another account, it is the
	// one that sets a new password. An unknown token, or one of a revoked invitation, gets the same answer after the same time.
	// Asking withdraws a refusal ([Client.Refuse]).
	//
	// Fault: [NotRenewed] (statusCode 111) after three in an hour, and without a token.
	Renew(ctx context.Context, token secret.Secret, _ caller.Meta) error

	// Remind enqueues a mail with a new link for each invitation that is a week old and not begun.
	// Each is sent once. It returns their number.
	Remind(ctx context.Context) (int, error)

	// Update changes the sections named in the input (PARENT, REFERRAL, SECURITY_QUESTION,
	// SECURITY_CODE, ADDRESS, ORDER) of an invited parent's registration, and leaves the others. Nothing is
	// changed when any rule is broken. What was entered lives as long as the link can be renewed.
	//
	// With a paid seat, the billing address is the last that is asked: then they join, and
	// the answer carries the credentials token.
	//
	// Errors: [fault.ValidationError] (every broken rule; field duplicate where the e-mail is another
	// account's). Faults: [account.InvitationTokenInvalid]; [fault.AccountForbidden] for a good token and another user's id,
	// in userID or in parent.userId; [fault.RegistrationIsPaid], [fault.RegistrationBusy], [fault.StepOutOfOrder],
	// [fault.SectionMissing], [fault.SectionUnknown], [fault.TooManyTries], [fault.Saturated], and those of idempotency as for
	// [signup.Client.Create].
	Update(ctx context.Context, userID string, token secret.Secret, in signup.Input, meta caller.Meta) (*Answer, error)
}
