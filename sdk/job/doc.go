// Package job holds the types of jobs, but for those that send a mail, which package email has. A job is work that is done after a transaction committed. A job's exported fields
// are its arguments and hold ids only, never personal data and never a secret; Kind is its stable name. Package jobs of
// this module runs them on River; [Inserter] is what any other runner implements.
package job
