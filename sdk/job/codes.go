package job

// CodeExpiryJob looks for codes that are about to expire unused.
type CodeExpiryJob struct{}

// Kind names the job.
func (CodeExpiryJob) Kind() string { return "code_expiry" }

// CodeExpiryMailJob tells a professional that codes of a batch are about to expire unused.
type CodeExpiryMailJob struct {
	BatchID string `json:"batchId"`
	Notice  int    `json:"notice"` // the first or the second
}

// Kind names the job.
func (CodeExpiryMailJob) Kind() string { return "mail_code_expiry" }

// CodeMailJob mails an issued code to the address that the professional named.
type CodeMailJob struct {
	CodeID string `json:"codeId"`
}

// Kind names the job.
func (CodeMailJob) Kind() string { return "mail_code" }
