package job

import (
	"time"

	"github.com/cojoin/cojoin/sdk/mailer"
)

// The arguments of the jobs that send a mail, each to one person.

// PaymentMailJob mails a payer about a payment: it couldn't be collected, was refunded, or is disputed.
type PaymentMailJob struct {
	AttemptID string          `json:"attemptId"`
	Mail      mailer.MailKind `json:"mail"`
	RefundID  string          `json:"refundId,omitempty"` // which of the attempt's refunds
	Occasion  string          `json:"occasion,omitempty"` // the event that it tells of: a payment may be disputed twice
}

// Kind names the job.
func (PaymentMailJob) Kind() string { return "mail_payment" }

// ReceiptMailJob mails a receipt to its owner.
type ReceiptMailJob struct {
	ReceiptID string `json:"receiptId"`
}

// Kind names the job.
func (ReceiptMailJob) Kind() string { return "mail_receipt" }

// InvitationMailJob mails an invitation. The token is made when the mail is; sending again makes a new
// one, which ends the old.
type InvitationMailJob struct {
	InvitationID string `json:"invitationId"`
	Renewal      bool   `json:"renewal,omitempty"`  // the invitee asked for a new link
	Again        bool   `json:"again,omitempty"`    // the inviter or an operator sends it again
	Reminder     bool   `json:"reminder,omitempty"` // the invitee hasn't begun
	Operator     bool   `json:"operator,omitempty"` // an operator sends it again
}

// Kind names the job.
func (InvitationMailJob) Kind() string { return "mail_invitation" }

// InvitationReminderJob looks for invitees to remind.
type InvitationReminderJob struct{}

// Kind names the job.
func (InvitationReminderJob) Kind() string { return "invitation_reminder" }

// WelcomeMailJob welcomes an invited parent who has taken up a seat that was paid for them.
type WelcomeMailJob struct {
	AccountID string `json:"accountId"`
}

// Kind names the job.
func (WelcomeMailJob) Kind() string { return "mail_welcome" }

// CredentialsMailJob mails an account's owner a link to set username and password.
type CredentialsMailJob struct {
	AccountID string `json:"accountId"`
	Reminder  int    `json:"reminder,omitempty"` // which one, where nobody asked: they have paid and chosen none
}

// Kind names the job.
func (CredentialsMailJob) Kind() string { return "mail_credentials" }

// SignupLinkMailJob mails a parent the link to go on with their sign-up elsewhere. The token is made when the mail is.
type SignupLinkMailJob struct {
	SignupID string `json:"signupId"`
}

// Kind names the job.
func (SignupLinkMailJob) Kind() string { return "mail_signup_link" }

// PasswordMailJob mails an account's owner the link to set a new password, or that it was set.
type PasswordMailJob struct {
	AccountID string `json:"accountId"`
	Changed   bool   `json:"changed,omitempty"`
}

// Kind names the job.
func (PasswordMailJob) Kind() string { return "mail_password" }

// LoginMailJob tells an account's owner of a login in a browser, or on a network, that the account hasn't been used in before.
type LoginMailJob struct {
	AccountID   string    `json:"accountId"`
	At          time.Time `json:"at"`
	CommandLine bool      `json:"commandLine,omitempty"`
}

// Kind names the job.
func (LoginMailJob) Kind() string { return "mail_login" }

// ProfessionalWelcomeMailJob mails a new professional the link to set username and password.
type ProfessionalWelcomeMailJob struct {
	ProfessionalID string `json:"professionalId"`
	Operator       bool   `json:"operator,omitempty"` // an operator added the professional
}

// Kind names the job.
func (ProfessionalWelcomeMailJob) Kind() string { return "mail_professional_welcome" }

// CodeBatchMailJob tells a professional that a batch of subscription codes is ready.
type CodeBatchMailJob struct {
	BatchID string `json:"batchId"`
}

// Kind names the job.
func (CodeBatchMailJob) Kind() string { return "mail_code_batch" }
