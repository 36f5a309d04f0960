// Package sdktest sets up a real environment for tests of your program: a separate Postgres database for each test, with the schemas of the product and
// the job runner and the shipped catalog; a payment provider's sandbox; a mailbox; and a clock that the test sets.
//
// [New] returns the environment of a test. In an example, which has no [testing.T], use [NewExample]. [Env.SignUp], [Env.Pay] and [Env.Join] bring a
// parent to the start of your test, [Env.SignUpProfessional] a professional.
//
// If TEST_DATABASE_URL is set, it names the Postgres server; its role needs the right to create databases. Otherwise each test binary starts an
// embedded server, which ends with the binary. Its data folder is in memory if the system has enough (/dev/shm). A test package can use a container
// instead, see [UseContainer].
package sdktest
