// Package sdktest gives tests of operations the real thing: a Postgres database of their own with the
// product's and the job runner's schema and the shipped catalogue, a payment sandbox, and a clock and a
// mailbox that the test holds in its hands.
//
// The server is TEST_DATABASE_URL if that is set (a role that may create databases); else a container
// (testcontainers, in tools/container) where a Docker engine answers; else an embedded server, started once for each test binary, which ends
// with it, on a data folder in memory where the system has room for one (/dev/shm).
package sdktest
