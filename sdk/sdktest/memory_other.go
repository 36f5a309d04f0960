//go:build !linux

package sdktest

// memoryFolder is a folder whose files are in memory: here none is known.
func memoryFolder() string { return "" }
