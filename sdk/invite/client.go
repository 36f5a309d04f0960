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
	// SendAgain mails the co-parent whom the holder of an account token has invited a new link; the one before ends as soon
	// as the mail is made. It is counted together with the links that the co-parent asks for. An address that belongs to
	// an account already is written nothing, and the answer and its time are the same.
	//
	// Faults: [fault.TokenInvalid]; [NotFound] for a parent who invited nobody, or without an address; [Closed] once the
	// co-parent has joined or the invitation was revoked; [NotRenewed] (statusCode 111) after three in an hour.
	SendAgain(ctx context.Context, token secret.Secret) (*InvitedCoParent, error)

	// Read returns what an invited parent may know of the invitation and how far they are. token is the
	// link's, or the account's own. userID is whose the caller takes it to be; empty says nothing.
	//
	// Once nothing but username and password is missing, the answer carries a new credentials token.
	//
	// Faults: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Read(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (*Context, error)

	// Create lets a professional create a family and invite its parents: each gets a place in it that
	// waits for them, and a mail with the link. The caller has made sure that it is the professional who
	// calls. It answers the invitations, the parent's first. An e-mail that has an account already is no
	// error: nobody learns of it but its owner, who gets a mail.
	//
	// Errors: [fault.ValidationError] (parent.…, coParent.…, children[0].…, locale). Faults:
	// [fault.ProfessionalNotFound], also for one that is suspended; [fault.TooManyTries] for more than Limits.Invitations,
	// or Limits.InvitationsPending where nobody has checked yet who the professional is;
	// those of idempotency as for [signup.Client.Create].
	Create(ctx context.Context, professionalID string, in Input, meta caller.Meta) ([]Info, error)

	// InviteCoParent is the operator's way to invite the other parent of a family that is there, on behalf of
	// one who has joined: where they named nobody who could be reached, or the invitation was revoked.
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

	// Coupons lists the coupons that an invited parent has without typing, as [Client.Coupons] does.
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
	ValidateCountry(ctx context.Context, userID string, token secret.Secret, packageID int, where CountryCriteria, meta caller.Meta) error

	// ClientToken is [Client.ClientToken] for an invited parent with a package chosen. Faults:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden], [fault.RegistrationIsPaid], [fault.StepOutOfOrder], [payment.Closed],
	// [payment.Unavailable], [fault.TooManyTries].
	ClientToken(ctx context.Context, userID string, token secret.Secret, meta caller.Meta) (payment.ClientToken, error)

	// Pay pays for an invited parent's own seat, once, as [Client.Pay] does for a sign-up: the same
	// steps, answers and errors, and the same need of an idempotency key. They get their account by it. Faults beside those of Pay: [account.InvitationTokenInvalid], [fault.AccountForbidden].
	Pay(ctx context.Context, userID string, token secret.Secret, in PaymentInput, meta caller.Meta) (*payment.Answer, error)

	// Status tells how an invited parent's payment stands, as [checkout.Client.Status] does. Faults:
	// [account.InvitationTokenInvalid], [fault.AccountForbidden], [fault.StepOutOfOrder], [checkout.PaymentMissing], also where the seat
	// was paid by somebody else.
	Status(ctx context.Context, userID string, token secret.Secret) (*payment.Answer, error)

	// Refuse records that somebody doesn't know who invited them, by the link in the invitation's mail. From then on no mail about an invitation of
	// the same sender is sent to their address: of that professional, or of that family. With everyone set, none of any sender is. The sender isn't
	// told, and the invitation's own link stays good: who asks for a new one by it has thought better of it, which withdraws the refusal
	// ([Client.Renew]). A professional whom as many people refused as Limits.Refusals says is suspended until an operator has looked.
	//
	// Fault: [fault.TokenInvalid] for a token that isn't of such a link, and once somebody has joined by the invitation or who was invited is
	// forgotten.
	Refuse(ctx context.Context, token secret.Secret, everyone bool) error

	// Renew mails a new link in place of the one whose token is given, be that good, expired or
	// replaced; the new token ends the old one. Where the invited parent has joined and only username and
	// password are missing, the mail is the one that sets those; where they have them, or the address has another account, it is the
	// one that sets a new password. A token that nobody was given, or whose invitation was revoked, answers the same and takes the same time.
	// Asking withdraws a refusal ([Client.Refuse]).
	//
	// Fault: [NotRenewed] (statusCode 111) after three in an hour, and without a token.
	Renew(ctx context.Context, token secret.Secret, _ caller.Meta) error

	// Remind leaves a mail with a new link for everybody who was invited a week ago and hasn't begun.
	// Each is reminded once. It gives how many there were.
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
