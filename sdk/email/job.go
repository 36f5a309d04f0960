package email

import (
	"time"
)

// The arguments of the jobs that send a mail. Each mail has one recipient.

// PaymentJob mails a payer about a payment: it couldn't be collected, was refunded, or is disputed.
type PaymentJob struct {
	AttemptID string `json:"attemptId"`
	Mail      Kind   `json:"mail"`
	RefundID  string `json:"refundId,omitempty"` // one of the attempt's refunds
	Occasion  string `json:"occasion,omitempty"` // the event behind the mail: a payment may be disputed twice
}

// Kind names the job.
func (PaymentJob) Kind() string { return "mail_payment" }

// ReceiptJob mails a receipt to its owner.
type ReceiptJob struct {
	ReceiptID string `json:"receiptId"`
}

// Kind names the job.
func (ReceiptJob) Kind() string { return "mail_receipt" }

// InvitationJob mails an invitation. The token is made together with the mail. Sending again makes a new token and ends the old one.
type InvitationJob struct {
	InvitationID string `json:"invitationId"`
	Renewal      bool   `json:"renewal,omitempty"`  // the invitee asked for a new link
	Again        bool   `json:"again,omitempty"`    // the inviter or an operator sends it again
	Reminder     bool   `json:"reminder,omitempty"` // the invitee hasn't started
	Operator     bool   `json:"operator,omitempty"` // an operator sends it again
}

// Kind names the job.
func (InvitationJob) Kind() string { return "mail_invitation" }

// WelcomeJob welcomes an invited parent to a seat that was paid for them.
type WelcomeJob struct {
	AccountID string `json:"accountId"`
}

// Kind names the job.
func (WelcomeJob) Kind() string { return "mail_welcome" }

// CredentialsJob mails an account's owner a link to set username and password.
type CredentialsJob struct {
	AccountID string `json:"accountId"`
	Reminder  int    `json:"reminder,omitempty"` // number of the reminder to a payer without a username; 0: a requested link
}

// Kind names the job.
func (CredentialsJob) Kind() string { return "mail_credentials" }

// SignupLinkJob mails a parent the link to continue their sign-up elsewhere. The token is made together with the mail.
type SignupLinkJob struct {
	SignupID string `json:"signupId"`
}

// Kind names the job.
func (SignupLinkJob) Kind() string { return "mail_signup_link" }

// PasswordJob mails an account's owner the link to set a new password, or a confirmation that it was set.
type PasswordJob struct {
	AccountID string `json:"accountId"`
	Changed   bool   `json:"changed,omitempty"`
}

// Kind names the job.
func (PasswordJob) Kind() string { return "mail_password" }

// LoginJob informs an account's owner of a login in a new browser or, for a command line, on a new network.
type LoginJob struct {
	AccountID   string    `json:"accountId"`
	At          time.Time `json:"at"`
	CommandLine bool      `json:"commandLine,omitempty"`
}

// Kind names the job.
func (LoginJob) Kind() string { return "mail_login" }

// ProfessionalWelcomeJob mails a new professional the link to set username and password.
type ProfessionalWelcomeJob struct {
	ProfessionalID string `json:"professionalId"`
	Operator       bool   `json:"operator,omitempty"` // an operator added the professional
}

// Kind names the job.
func (ProfessionalWelcomeJob) Kind() string { return "mail_professional_welcome" }

// CodeBatchJob informs a professional that a batch of subscription codes is ready.
type CodeBatchJob struct {
	BatchID string `json:"batchId"`
}

// Kind names the job.
func (CodeBatchJob) Kind() string { return "mail_code_batch" }

// SubscriptionJob informs the payer of a subscription, or the holder of a seat, of a change.
type SubscriptionJob struct {
	SubscriptionID string `json:"subscriptionId"`
	Mail           Kind   `json:"mail"`
	TermEnd        string `json:"termEnd"`            // the day on which the mail's term ends
	Notice         int    `json:"notice,omitempty"`   // number of the notice before the end, from 1
	Try            int    `json:"try,omitempty"`      // number of the declined attempt to renew, from 1
	MethodID       string `json:"methodId,omitempty"` // the new payment method after a replacement
}

// Kind names the job.
func (SubscriptionJob) Kind() string { return "mail_subscription" }

// CodesExpiringJob warns a professional that unused codes of a batch are about to expire.
type CodesExpiringJob struct {
	BatchID string `json:"batchId"`
	Notice  int    `json:"notice"` // the first or the second
}

// Kind names the job.
func (CodesExpiringJob) Kind() string { return "mail_code_expiry" }

// CodeJob mails an issued code to the address that the professional entered.
type CodeJob struct {
	CodeID string `json:"codeId"`
}

// Kind names the job.
func (CodeJob) Kind() string { return "mail_code" }
