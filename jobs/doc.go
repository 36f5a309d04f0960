// Package jobs runs the work that an operation leaves behind, on River: each worker is one line over an
// operation of the SDK, and the schedule says what comes round again by itself.
//
// Every job may run any number of times, by any number of workers, and has its effect once.
package jobs
