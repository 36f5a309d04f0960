//go:build !linux

package sdktest

// memoryFolder returns no folder: on this system none is known.
func memoryFolder() string { return "" }
