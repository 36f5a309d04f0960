// Package caller holds what an operation knows of its caller beside the input ([Meta]), and what protects the
// service from callers: [Limits] on how often, and [Idempotency] for calls that are sent twice.
package caller
