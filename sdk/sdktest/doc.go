// Package sdktest sets up a real environment for tests of your program: a Postgres database of each test's own, with the product's and
// the job runner's schema and the shipped catalogue; a payment provider's sandbox; a mailbox; and a clock that the test sets.
//
// [New] returns the environment of a test. In an example, which go test passes no [testing.T], use [NewExample]. [Env.SignUp],
// [Env.Pay] and [Env.Join] bring a parent to the point where your test begins, [Env.SignUpProfessional] a professional.
//
// The Postgres server is the one that TEST_DATABASE_URL names, if set (its role must be allowed to create databases). Otherwise it is an
// embedded server that each test binary starts once, and that ends with it; its data folder is in memory if the system has enough
// (/dev/shm). A test package may put a container in its place with [UseContainer].
package sdktest
