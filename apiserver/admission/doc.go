// Package admission decides which calls and connections a server accepts, so that no client can take what the others need: turns to work,
// memory for bodies, connections. It knows nothing of what the calls are about.
package admission
