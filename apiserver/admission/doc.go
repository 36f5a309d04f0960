// Package admission limits calls and connections, so that no client can exhaust the server for the others: turns to work, memory for
// bodies, connections. It doesn't depend on the API.
package admission
