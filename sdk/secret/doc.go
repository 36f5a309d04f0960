// Package secret keeps secrets: [Secret] never prints, logs or marshals its value; the keyring seals and opens what
// the database stores encrypted; passwords, answers and codes are hashed with argon2id, as many at a time as memory
// allows.
package secret
