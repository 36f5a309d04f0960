// Package caller holds the data about an operation's caller ([Meta]), rate limits ([Limits]), and the handling of calls that are sent twice
// ([Idempotency]).
package caller
