// The functions of argon2id.go without a body are in golang.org/x/crypto/argon2. Without an assembly file the compiler requires their bodies.
