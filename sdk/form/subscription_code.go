package form

import (
	"crypto/rand"
	"errors"
	"strings"

	"github.com/cojoin/cojoin/sdk/secret"
)

// SubscriptionCodeLength is the number of characters of a subscription code, without its hyphens.
const SubscriptionCodeLength = 16

// crockford is Crockford's base32 alphabet: no I, L, O and U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// ErrSubscriptionCodeForm means that a text doesn't have the form of a subscription code.
// ErrSubscriptionCodeMistyped means that it does, but its check character is wrong, so that it was never
// issued.
var (
	ErrSubscriptionCodeForm     = errors.New("sdk: not a subscription code")
	ErrSubscriptionCodeMistyped = errors.New("sdk: mistyped subscription code")
)

// crockfordValue is the value of each typed byte, −1 for an invalid one. Lower case counts, O is 0, I and L are
// 1.
var crockfordValue = func() (values [256]int8) {
	for i := range values {
		values[i] = -1
	}
	for i, c := range []byte(crockford) {
		values[c] = int8(i)
		values[strings.ToLower(string(c))[0]] = int8(i)
	}
	for from, to := range map[byte]int8{'O': 0, 'o': 0, 'I': 1, 'i': 1, 'L': 1, 'l': 1} {
		values[from] = to
	}
	return values
}()

// NewSubscriptionCode returns a code of 75 random bits and a check character, without hyphens.
func NewSubscriptionCode() (string, error) {
	var raw [15]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", err
	}
	out := make([]byte, SubscriptionCodeLength)
	for i, b := range raw {
		out[i] = crockford[b&31] // 256 is a multiple of 32: all characters are equally likely
	}
	out[SubscriptionCodeLength-1] = crockford[codeCheck(out[:SubscriptionCodeLength-1])]
	return string(out), nil
}

// codeCheck returns the check value of 15 characters: the weighted sum over GF(32), the characters' values
// times successive powers of a generator. It detects every single wrong character, every swap of two neighbors,
// and all but one in 32 of other errors.
func codeCheck(chars []byte) byte {
	var sum byte
	for _, c := range chars {
		sum = gf32Double(sum) ^ byte(crockfordValue[c])
	}
	return gf32Double(sum)
}

// gf32Double multiplies by the generator in GF(2^5) with the polynomial x^5 + x^2 + 1.
func gf32Double(v byte) byte {
	v <<= 1
	if v&32 != 0 {
		v ^= 0b100101
	}
	return v
}

// ParseSubscriptionCode parses a typed code: in any case, with or without hyphens and white space, O for 0 and
// I or L for 1. It returns the 16 characters without hyphens. It doesn't check whether the code was issued.
// Errors: [ErrSubscriptionCodeForm], [ErrSubscriptionCodeMistyped].
func ParseSubscriptionCode(typed string) (secret.Secret, error) {
	const most = 100 // more than enough for any spelling with hyphens and white space
	if len(typed) > most {
		return "", ErrSubscriptionCodeForm
	}
	var chars [SubscriptionCodeLength]byte
	n := 0
	for i := range len(typed) {
		switch c := typed[i]; {
		case c == '-' || c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case crockfordValue[c] < 0 || n == SubscriptionCodeLength:
			return "", ErrSubscriptionCodeForm
		default:
			chars[n] = crockford[crockfordValue[c]]
			n++
		}
	}
	if n != SubscriptionCodeLength {
		return "", ErrSubscriptionCodeForm
	}
	if crockford[codeCheck(chars[:n-1])] != chars[n-1] {
		return "", ErrSubscriptionCodeMistyped
	}
	return secret.Secret(chars[:]), nil
}

// FormatSubscriptionCode returns a code's 16 characters in groups of four: 7QXG-K2M0-9WTB-F3ZD.
func FormatSubscriptionCode(code string) string {
	if len(code) != SubscriptionCodeLength {
		return code
	}
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
}

// MaskSubscriptionCode hides a code except its last group.
func MaskSubscriptionCode(code string) string {
	if len(code) < 4 {
		return "••••"
	}
	return "••••-••••-••••-" + code[len(code)-4:]
}
