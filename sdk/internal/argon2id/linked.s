// The functions of argon2id.go without a body are in golang.org/x/crypto/argon2; without a file of assembly
// the compiler would ask for their bodies.
