package sdktest

import (
	"context"
	"fmt"
	"testing"
)

// Example is a [testing.TB] for examples, which get none from go test. A failure panics.
type Example struct {
	testing.TB
	ctx      context.Context //nolint:containedctx // as a testing.TB holds its own
	cancel   context.CancelFunc
	cleanups []func()
}

// NewExample begins an example. Defer its End.
func NewExample() *Example {
	ctx, cancel := context.WithCancel(context.Background())
	return &Example{ctx: ctx, cancel: cancel}
}

// End removes the example's setup.
func (e *Example) End() {
	e.cancel()
	for len(e.cleanups) > 0 {
		last := e.cleanups[len(e.cleanups)-1]
		e.cleanups = e.cleanups[:len(e.cleanups)-1]
		last()
	}
}

// Context returns a context that ends with the example.
func (e *Example) Context() context.Context { return e.ctx }

// Helper does nothing: a panic has the stack.
func (e *Example) Helper() {}

// Cleanup registers a function for End. The last registered one runs first.
func (e *Example) Cleanup(f func()) { e.cleanups = append(e.cleanups, f) }

// Error panics.
func (e *Example) Error(args ...any) { panic(fmt.Sprint(args...)) }

// Errorf panics.
func (e *Example) Errorf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// Fatal panics.
func (e *Example) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf panics.
func (e *Example) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
