package email

import (
	"context"

	"github.com/cojoin/cojoin/sdk/secret"
)

// Mailer sends a mail through its carrier. After an error the mail is retried, so delivery is at least once. Send is never called inside a
// transaction.
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
	PaymentRecovered    Kind = "payment_recovered" // a failed collection was paid again
	Refund              Kind = "refund"
	Dispute             Kind = "dispute" // the payer's bank took a payment back
	DisputeWon          Kind = "dispute_won"
	DisputeLost         Kind = "dispute_lost"
	RenewalNotice       Kind = "renewal_notice"
	RenewalDeclined     Kind = "renewal_declined"
	RenewalConfirm      Kind = "renewal_confirm" // the bank requires the payer's confirmation
	RenewalLapsed       Kind = "renewal_lapsed"

	SubscriptionCancelled Kind = "subscription_cancelled"
	MethodReplaced        Kind = "method_replaced"

	CodeIssued    Kind = "code_issued"    // delivers a client's subscription code
	CodesExpiring Kind = "codes_expiring" // warns a professional that unused codes are about to expire
)

// Message is a rendered mail to one recipient.
type Message struct {
	Key     string // the same for every attempt of one mail; gives the Message-ID and prevents duplicates in the outbox
	Kind    Kind
	To      string // address
	ToName  string
	Lang    string // en, es or es_MX
	Subject string
	Text    string
	HTML    string
	Link    secret.Secret // the mail's main link, if any; the outbox shows it
}
