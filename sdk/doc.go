// Package sdk holds every rule of signing up, pricing and paying for a co-parenting service.
//
// Rules are pure functions over data; operations are methods on [Client]. An operation reads top to
// bottom: validate (every field at once), load, decide, then one transaction that writes the outcome
// and enqueues its jobs. The package knows neither HTTP nor a job runner: those are adapters around it.
//
// Start with [New], or without a database with [Price] and [ValidateParent]. docs/how-to/use-the-sdk.md is the
// guide; package [github.com/cojoin/cojoin/sdk/sdktest] gives tests the real thing.
package sdk

// ProductName is what people read as the service's name.
const ProductName = "Cojoin"
