// Package scenario runs whole sign-ups against a server from files that hold the inputs of each step and the
// expected answers. scenario.schema.json describes the format.
package scenario
