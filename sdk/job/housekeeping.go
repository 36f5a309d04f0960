package job

// PurgeJob removes the personal data of registrations that expired long ago, spent tokens, stored answers, counts of rate
// limits and the files of old pages.
type PurgeJob struct{}

// Kind names the job.
func (PurgeJob) Kind() string { return "purge" }

// ExpireJob marks expired registrations and codes, cancels stale orders and deletes old quotes.
type ExpireJob struct{}

// Kind names the job.
func (ExpireJob) Kind() string { return "expire" }

// ForgetMethodJob deletes an erased person's payment method at the provider.
type ForgetMethodJob struct {
	PaymentMethodID string `json:"paymentMethodId"`
}

// Kind names the job.
func (ForgetMethodJob) Kind() string { return "payment_method_forget" }

// PersonKeysJob deletes the keys of erased persons and families from a separate database of keys.
type PersonKeysJob struct {
	PersonIDs []string `json:"personIds"`
}

// Kind names the job.
func (PersonKeysJob) Kind() string { return "person_keys_delete" }

// InvitationReminderJob finds invitees to remind.
type InvitationReminderJob struct{}

// Kind names the job.
func (InvitationReminderJob) Kind() string { return "invitation_reminder" }
