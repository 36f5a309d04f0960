package job

import "github.com/cojoin/cojoin/sdk/mailer"

// SubscriptionMailJob tells the payer of a subscription, or who uses it, what becomes of it.
type SubscriptionMailJob struct {
	SubscriptionID string          `json:"subscriptionId"`
	Mail           mailer.MailKind `json:"mail"`
	TermEnd        string          `json:"termEnd"`            // the day on which the term that it is about ends
	Notice         int             `json:"notice,omitempty"`   // which notice of the end it is, from 1
	MethodID       string          `json:"methodId,omitempty"` // the payment method that a replacement brought
}

// Kind names the job.
func (SubscriptionMailJob) Kind() string { return "mail_subscription" }
