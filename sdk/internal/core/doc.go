// Package core has the parts that every operation needs: clock, keys, hashing, the active catalog, flags, tokens, limits, and the handling of
// calls that are sent twice. Every engine holds a *[Core] in the field core, not embedded.
package core
