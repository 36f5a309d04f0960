package job

import "github.com/cojoin/cojoin/sdk/mailer"

// MailCodeIssued is the mail that gives a client their subscription code.
const MailCodeIssued mailer.MailKind = "code_issued"

// CodeMailJob mails an issued code to the address that the professional named.
type CodeMailJob struct {
	CodeID string `json:"codeId"`
}

// Kind names the job.
func (CodeMailJob) Kind() string { return "mail_code" }
