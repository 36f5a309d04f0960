package email

import (
	"context"

	"github.com/cojoin/cojoin/sdk/secret"
)

// Client runs the operations of this package. [sdk.New] returns one.
type Client interface {
	// SendCredentials mails an account's owner a link to set username and password, once for each occasion
	// (the job's id). The token is made here and ends no other, since a stranger may request it. An account that has its credentials gets none.
	SendCredentials(ctx context.Context, j CredentialsJob, occasion string) error

	// SendPassword mails an account's owner the link to set a new password, or that it was set, once for each occasion.
	SendPassword(ctx context.Context, j PasswordJob, occasion string) error

	// SendProfessionalWelcome welcomes a new professional with the link to set username and password.
	SendProfessionalWelcome(ctx context.Context, j ProfessionalWelcomeJob, occasion string) error

	// SendCode mails an issued subscription code, once. A code that was revoked meanwhile isn't mailed.
	SendCode(ctx context.Context, codeID string) error

	// SendCodeBatch informs a professional that a batch of subscription codes can be issued, as long as it can. The codes are not
	// in the mail: anyone who reads it could use them.
	SendCodeBatch(ctx context.Context, batchID string) error

	// SendCodesExpiring warns a professional of unused codes that expire, with their number, the day and the ways to use them. It sends nothing
	// once none is left or they have expired.
	SendCodesExpiring(ctx context.Context, task CodesExpiringJob) error

	// SendInvitation mails an invitation with its link, once for each occasion (the job's id): a new link
	// that is asked for is a new occasion. The token is made here, so that it stands nowhere in clear but in
	// the mail; it ends the one before. Where the address belongs to another account, its owner is told
	// instead, without a link. Without an address, once the invitation isn't open or its owner has refused it there is no mail; in the name of a
	// suspended professional only who asks for a new link, or whom an operator sends one, gets it.
	SendInvitation(ctx context.Context, job InvitationJob, occasion string) error

	// SendLogin informs an account's owner of a login where the account hasn't been used before, once for each occasion. Its link ends every login
	// and then asks for a new password.
	SendLogin(ctx context.Context, j LoginJob, occasion string) error

	// SendPaymentNotice informs the payer, once, of a failed collection, a refund or a chargeback. A notice that no longer applies isn't
	// sent.
	SendPaymentNotice(ctx context.Context, job PaymentJob) error

	// SendReceipt mails a receipt to its owner, once. Where they have no username yet it has the link to choose one, on any device: a payer who closes
	// the tab after paying finds their way back by it.
	SendReceipt(ctx context.Context, receiptID string) error

	// ReceiptPDF returns one of the receipts of the account that an account token belongs to as a PDF file, in the language in which it was written: what its mail
	// says. One without a number gets its number.
	// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
	ReceiptPDF(ctx context.Context, token secret.Secret, receiptID string) ([]byte, error)

	// CreditNotePDF returns a credit note of one of the receipts of the account that an account token belongs to as a PDF file, in the language of the
	// receipt. number is that of [order.CreditNote].
	// Faults: [fault.TokenInvalid], [order.ReceiptNotFound].
	CreditNotePDF(ctx context.Context, token secret.Secret, receiptID, number string) ([]byte, error)

	// SendSignupLink mails a parent the link to go on with their sign-up elsewhere, once for each occasion (the job's id), in the language of the
	// sign-up. One that is paid or gone by then, or whose parent has an account, gets none.
	SendSignupLink(ctx context.Context, j SignupLinkJob, occasion string) error

	// SendSubscription sends the mail of a [SubscriptionJob], once for each term, payment method, or refused try. A parent who hasn't
	// joined yet gets none.
	SendSubscription(ctx context.Context, job SubscriptionJob) error

	// SendWelcome welcomes an invited parent who has taken up a seat that was paid for them, once. It says what a
	// receipt says to others, that the account is theirs and until when, and nothing of what the other parent
	// chose to pay or how.
	SendWelcome(ctx context.Context, accountID string) error
}
