package job

import (
	"github.com/cojoin/cojoin/sdk/mailer"
)

// The arguments of the jobs that a payment leaves behind. They hold ids only: a job table is read by
// operators. Each job may run any number of times and has its effect once.

// CaptureJob settles the authorised transaction of a placed order.
type CaptureJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (CaptureJob) Kind() string { return "payment_capture" }

// VoidJob releases an authorisation whose order can't be placed.
type VoidJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (VoidJob) Kind() string { return "payment_void" }

// PaymentMailJob mails a payer that a payment was refunded, or that its settlement was refused.
type PaymentMailJob struct {
	AttemptID string          `json:"attemptId"`
	Mail      mailer.MailKind `json:"mail"`
}

// Kind names the job.
func (PaymentMailJob) Kind() string { return "mail_payment" }

// ReconcileJob asks the provider for the result of an attempt whose answer was lost.
type ReconcileJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (ReconcileJob) Kind() string { return "payment_reconcile" }

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
	Renewal      bool   `json:"renewal,omitempty"`  // a new link was asked for
	Reminder     bool   `json:"reminder,omitempty"` // the invitee hasn't begun
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
}

// Kind names the job.
func (CredentialsMailJob) Kind() string { return "mail_credentials" }

// ProfessionalWelcomeMailJob mails a new professional the link to set username and password.
type ProfessionalWelcomeMailJob struct {
	ProfessionalID string `json:"professionalId"`
}

// Kind names the job.
func (ProfessionalWelcomeMailJob) Kind() string { return "mail_professional_welcome" }

// CodeBatchMailJob tells a professional that a batch of subscription codes is ready.
type CodeBatchMailJob struct {
	BatchID string `json:"batchId"`
}

// Kind names the job.
func (CodeBatchMailJob) Kind() string { return "mail_code_batch" }

// PurgeJob removes the personal data of registrations that expired long ago, and spent tokens and
// stored answers.
type PurgeJob struct{}

// Kind names the job.
func (PurgeJob) Kind() string { return "purge" }

// ExpireJob marks registrations, quotes and reservations that have run out.
type ExpireJob struct{}

// Kind names the job.
func (ExpireJob) Kind() string { return "expire" }

// ForgetMethodJob has the provider delete an erased person's payment method.
type ForgetMethodJob struct {
	PaymentMethodID string `json:"paymentMethodId"`
}

// Kind names the job.
func (ForgetMethodJob) Kind() string { return "payment_method_forget" }
