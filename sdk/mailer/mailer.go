package mailer

import (
	"context"

	"github.com/cojoin/cojoin/sdk/secret"
)

// Mailer hands a mail to its carrier. An error means that it should be tried again; sending is at least
// once. It is never called inside a transaction.
type Mailer interface {
	Send(ctx context.Context, m Mail) error
}

// MailKind names a template.
type MailKind string

// The kinds of mail.
const (
	MailReceipt             MailKind = "receipt"
	MailWelcome             MailKind = "welcome"
	MailInvitation          MailKind = "invitation"
	MailCredentials         MailKind = "credentials"
	MailCredentialsReminder MailKind = "credentials_reminder"
	MailPassword            MailKind = "password"
	MailPasswordChanged     MailKind = "password_changed"
	MailLogin               MailKind = "login" // the account was used in a browser that is new to it
	MailSignupLink          MailKind = "signup_link"
	MailInvitationRenewal   MailKind = "invitation_renewal"
	MailInvitationReminder  MailKind = "invitation_reminder"
	MailProfessionalWelcome MailKind = "professional_welcome"
	MailCodeBatchReady      MailKind = "code_batch_ready"
	MailPaymentProblem      MailKind = "payment_problem"
	MailPaymentRecovered    MailKind = "payment_recovered" // what could not be collected was paid again
	MailRefund              MailKind = "refund"
	MailDispute             MailKind = "dispute" // the payer's bank took a payment back
	MailDisputeWon          MailKind = "dispute_won"
	MailDisputeLost         MailKind = "dispute_lost"
	MailRenewalNotice       MailKind = "renewal_notice"
	MailRenewalDeclined     MailKind = "renewal_declined"
	MailRenewalConfirm      MailKind = "renewal_confirm" // the bank wants the payer to confirm the charge
	MailRenewalLapsed       MailKind = "renewal_lapsed"

	MailSubscriptionCancelled MailKind = "subscription_cancelled"
	MailMethodReplaced        MailKind = "method_replaced"

	MailCodeIssued    MailKind = "code_issued"    // gives a client their subscription code
	MailCodesExpiring MailKind = "codes_expiring" // tells a professional that unused codes are about to expire
)

// Mail is one rendered message to one person.
type Mail struct {
	Key     string // the same for every try of one mail; makes its Message-ID and keeps the outbox free of doubles
	Kind    MailKind
	To      string // address
	ToName  string
	Lang    string // en, es or es_MX
	Subject string
	Text    string
	HTML    string
	Link    secret.Secret // the link that the mail is about, where there is one; the outbox shows it
}
