package job

// RenewalJob finds terms that end soon. It notifies their payers, ends those that don't renew, and enqueues a [RenewSubscriptionJob] for each due one.
type RenewalJob struct{}

// Kind names the job.
func (RenewalJob) Kind() string { return "renewal" }

// RenewSubscriptionJob renews one subscription.
type RenewSubscriptionJob struct {
	SubscriptionID string `json:"subscriptionId"`
}

// Kind names the job.
func (RenewSubscriptionJob) Kind() string { return "renewal_subscription" }
