//go:build race

// Package race reports whether tests run under the race detector.
package race

// Detector is true with the race detector, which slows tests by a factor of five.
const Detector = true
