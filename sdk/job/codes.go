package job

// CodeExpiryJob finds codes that are about to expire unused.
type CodeExpiryJob struct{}

// Kind names the job.
func (CodeExpiryJob) Kind() string { return "code_expiry" }
