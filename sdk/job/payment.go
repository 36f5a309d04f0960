package job

// The arguments of the jobs that a payment leaves behind. Arguments of jobs hold ids only: a job table is read by
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

// SettleJob asks the provider whether the money of captured payments is settled, see [payment.Client.Settle].
type SettleJob struct{}

// Kind names the job.
func (SettleJob) Kind() string { return "payment_settle" }

// AuditJob compares the latest payments with the provider's, see [audit.Client.Recent].
type AuditJob struct{}

// Kind names the job.
func (AuditJob) Kind() string { return "payment_audit" }

// ReconcileJob asks the provider for the result of an attempt whose answer was lost.
type ReconcileJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (ReconcileJob) Kind() string { return "payment_reconcile" }
