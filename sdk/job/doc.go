// Package job has the types of jobs, except those that send a mail, which are in package email. A job is work to do after a transaction has committed.
// Its exported fields are its arguments: only ids, never personal data or secrets. Kind returns its stable name. Package jobs of this module runs
// jobs on River. Any other runner implements [Inserter].
package job
