// Package core holds what every operation needs: clock, keys, hashing, the catalogue in force, flags, tokens, limits,
// and the protection of calls that are sent twice. Rooms hold one *[Core] in a named field.
package core
