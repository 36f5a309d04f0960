// Package jobs runs background jobs on River: each worker calls one operation of the SDK, and the schedule lists
// which jobs are periodic.
//
// Every job may run any number of times, on any number of workers, and has its effect one time.
package jobs
