package email

import (
	"context"

	"github.com/cojoin/cojoin/sdk/secret"
)

// Mailer hands a mail to its carrier. An error means that it should be tried again; sending is at least
// once. It is never called inside a transaction.
type Mailer interface {
	Send(ctx context.Context, m Message) error
}

// Kind names a template.
type Kind string

// The kinds of mail.
const (
	Receipt             Kind = "receipt"
	Welcome             Kind = "welcome"
	Invitation          Kind = "invitation"
	Credentials         Kind = "credentials"
	CredentialsReminder Kind = "credentials_reminder"
	Password            Kind = "password"
	PasswordChanged     Kind = "password_changed"
	Login               Kind = "login" // the account was used in a browser that is new to it
	SignupLink          Kind = "signup_link"
	InvitationRenewal   Kind = "invitation_renewal"
	InvitationReminder  Kind = "invitation_reminder"
	ProfessionalWelcome Kind = "professional_welcome"
	CodeBatchReady      Kind = "code_batch_ready"
	PaymentProblem      Kind = "payment_problem"
	PaymentRecovered    Kind = "payment_recovered" // what could not be collected was paid again
	Refund              Kind = "refund"
	Dispute             Kind = "dispute" // the payer's bank took a payment back
	DisputeWon          Kind = "dispute_won"
	DisputeLost         Kind = "dispute_lost"
	RenewalNotice       Kind = "renewal_notice"
	RenewalDeclined     Kind = "renewal_declined"
	RenewalConfirm      Kind = "renewal_confirm" // the bank wants the payer to confirm the charge
	RenewalLapsed       Kind = "renewal_lapsed"

	SubscriptionCancelled Kind = "subscription_cancelled"
	MethodReplaced        Kind = "method_replaced"

	CodeIssued    Kind = "code_issued"    // gives a client their subscription code
	CodesExpiring Kind = "codes_expiring" // tells a professional that unused codes are about to expire
)

// Message is one rendered message to one person.
type Message struct {
	Key     string // the same for every try of one mail; makes its Message-ID and keeps the outbox free of doubles
	Kind    Kind
	To      string // address
	ToName  string
	Lang    string // en, es or es_MX
	Subject string
	Text    string
	HTML    string
	Link    secret.Secret // the link that the mail is about, where there is one; the outbox shows it
}
