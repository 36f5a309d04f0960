package job

import (
	"github.com/cojoin/cojoin/sdk/mailer"
)

// MailCodesExpiring is the mail that tells a professional that unused codes are about to expire.
const MailCodesExpiring mailer.MailKind = "codes_expiring"

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

// MailCodeIssued is the mail that gives a client their subscription code.
const MailCodeIssued mailer.MailKind = "code_issued"

// CodeMailJob mails an issued code to the address that the professional named.
type CodeMailJob struct {
	CodeID string `json:"codeId"`
}

// Kind names the job.
func (CodeMailJob) Kind() string { return "mail_code" }
