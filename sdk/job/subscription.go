package job

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
