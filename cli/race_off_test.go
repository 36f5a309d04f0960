//go:build !race

package main

// raced reports whether the race detector runs.
const raced = false
