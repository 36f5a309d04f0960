// Package secret protects secrets. [Secret] never prints, logs or marshals its value. The keyring seals and opens encrypted values of the
// database. Passwords, answers and codes are hashed with argon2id, as many at a time as memory allows.
package secret
