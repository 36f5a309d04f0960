package job

// The arguments of the jobs that a payment enqueues. They contain only ids, because operators read the job table. Each job may run any number of
// times and has its effect once.

// CaptureJob settles the authorized transaction of a placed order.
type CaptureJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (CaptureJob) Kind() string { return "payment_capture" }

// VoidJob releases the authorization of an order that can't be placed.
type VoidJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (VoidJob) Kind() string { return "payment_void" }

// SettleJob checks with the provider which captured payments are settled, see [payment.Client.Settle].
type SettleJob struct{}

// Kind names the job.
func (SettleJob) Kind() string { return "payment_settle" }

// AuditJob compares the latest payments with the provider's, see [audit.Client.Recent].
type AuditJob struct{}

// Kind names the job.
func (AuditJob) Kind() string { return "payment_audit" }

// ReconcileJob retrieves the result of an attempt from the provider after its answer was lost.
type ReconcileJob struct {
	AttemptID string `json:"attemptId"`
}

// Kind names the job.
func (ReconcileJob) Kind() string { return "payment_reconcile" }
