package job

import (
	"github.com/cojoin/cojoin/sdk/mailer"
)

// SubscriptionMailJob tells the payer of a subscription, or who uses it, what becomes of it.
type SubscriptionMailJob struct {
	SubscriptionID string          `json:"subscriptionId"`
	Mail           mailer.MailKind `json:"mail"`
	TermEnd        string          `json:"termEnd"`            // the day on which the term that it is about ends
	Notice         int             `json:"notice,omitempty"`   // which notice of the end it is, from 1
	Try            int             `json:"try,omitempty"`      // which try to renew was refused, from 1
	MethodID       string          `json:"methodId,omitempty"` // the payment method that a replacement brought
}

// Kind names the job.
func (SubscriptionMailJob) Kind() string { return "mail_subscription" }

// RenewalJob looks for terms that end: it tells their payers, ends those that don't renew, and leaves a
// [RenewSubscriptionJob] for each that is due.
type RenewalJob struct{}

// Kind names the job.
func (RenewalJob) Kind() string { return "renewal" }

// RenewSubscriptionJob renews one subscription.
type RenewSubscriptionJob struct {
	SubscriptionID string `json:"subscriptionId"`
}

// Kind names the job.
func (RenewSubscriptionJob) Kind() string { return "renewal_subscription" }
