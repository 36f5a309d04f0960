// Package flag decides what a visitor sees of the experiments and switches. Arms are drawn from a hash of the
// visitor's anonymous id, so that a visitor keeps their arm; a provider of the operator's own may decide instead.
package flag
