// Package places completes addresses for the SDK: by Google's Places (New), or from a sandbox of made-up
// addresses that needs neither a key nor a network.
package places
