// Package bench measures the product's cost: one step against the least that could do the same, whole sign-ups against the processors' ceiling,
// memory, a tiny pool, latency at half load, the same on a database a hundred times as large, and beside applications that accept no events.
//
// It starts Postgres, the provider's sandbox, the server and the worker as separate processes on 127.0.0.1. It puts a bounded load on them and prints
// ratios of one run: figures of two machines, or of two moments, can't be compared.
package bench
