// Package job holds the type of every job: work that is done after a transaction committed. A job's exported fields
// are its arguments and hold ids only, never personal data and never a secret; Kind is its stable name. Package jobs of
// this module runs them on River; [Inserter] is what any other runner implements.
package job
