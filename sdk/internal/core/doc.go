// Package core has the parts that every operation needs: clock, keys, hashing, the active catalog, flags, tokens, limits, and the handling of
// calls that are sent twice. Engines hold one *[Core] in a named field.
package core
