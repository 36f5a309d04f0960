package email

import (
	"context"

	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// SendCredentials mails an account's owner a link to set username and password, once for each occasion (the job's id). The token is made here.
	// It ends no other token, since a stranger may request it. An account with credentials gets no mail.
	SendCredentials(ctx context.Context, j CredentialsJob, occasion string) error

	// SendPassword mails an account's owner the link to set a new password, or a confirmation that it was set, once for each occasion.
	SendPassword(ctx context.Context, j PasswordJob, occasion string) error

	// SendProfessionalWelcome welcomes a new professional with the link to set username and password.
	SendProfessionalWelcome(ctx context.Context, j ProfessionalWelcomeJob, occasion string) error

	// SendCode mails an issued subscription code, once. It sends nothing if the code was revoked meanwhile.
	SendCode(ctx context.Context, codeID string) error

	// SendCodeBatch informs a professional that a batch of subscription codes is ready to issue. It sends nothing once the batch has no usable code.
	// The mail doesn't contain the codes: any reader could use them.
	SendCodeBatch(ctx context.Context, batchID string) error

	// SendCodesExpiring warns a professional that unused codes will expire. The mail has their number, the day and the ways to use them. It sends
	// nothing once no code is left or the codes have expired.
	SendCodesExpiring(ctx context.Context, task CodesExpiringJob) error

	// SendInvitation mails an invitation with its link, once for each occasion (the job's id); a request for a new link is a new occasion. The token is
	// made here, so that only the mail has it in clear. It ends the previous token.
	//
	// If the address belongs to another account, its owner gets a notice without a link. There is no mail without an address, for an invitation that
	// isn't open, or after the invitee has refused it. An invitation of a suspended professional is mailed only if the invitee requests a new link, or
	// if an operator sends it again.
	SendInvitation(ctx context.Context, job InvitationJob, occasion string) error

	// SendLogin informs an account's owner of a login from a new place, once for each occasion. Its link ends all logins and then offers to set a new
	// password.
	SendLogin(ctx context.Context, j LoginJob, occasion string) error

	// SendPaymentNotice informs the payer, once, of a failed collection, a refund or a chargeback. It doesn't send a notice that no longer applies.
	SendPaymentNotice(ctx context.Context, job PaymentJob) error

	// SendReceipt mails a receipt to its owner, once. For an owner without a username it includes the link to choose one, on any device, so that a
	// payer can close the tab after the payment and continue later.
	SendReceipt(ctx context.Context, receiptID string) error

	// ReceiptPDF returns a receipt of the token's account as a PDF file, in the receipt's language and with the content of its mail. A receipt without
	// a number gets one.
	// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
	ReceiptPDF(ctx context.Context, token secret.Secret, receiptID string) ([]byte, error)

	// CreditNotePDF returns a credit note of the token's account as a PDF file, in the language of its receipt. number is the number of the
	// [order.CreditNote].
	// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
	CreditNotePDF(ctx context.Context, token secret.Secret, receiptID, number string) ([]byte, error)

	// SendSignupLink mails a parent the link to continue their sign-up elsewhere, once for each occasion (the job's id), in the language of the
	// sign-up. It sends nothing for a paid or expired sign-up, or if the parent has an account by then.
	SendSignupLink(ctx context.Context, j SignupLinkJob, occasion string) error

	// SendSubscription sends the mail of a [SubscriptionJob], once for each term, payment method, or declined attempt. It sends nothing to a parent
	// before they join.
	SendSubscription(ctx context.Context, job SubscriptionJob) error

	// SendWelcome welcomes an invited parent to a seat that was paid for them, once. The mail confirms the account and the end of the term. It doesn't
	// mention the payment of the other parent.
	SendWelcome(ctx context.Context, accountID string) error
}
