// Package scenario runs whole sign-ups against a server from files: the inputs of each step, and what is
// expected of the answers. The format is scenario.schema.json.
package scenario
