package money

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Ratio is an exact decimal fraction in millionths: 1.25 is 1_250_000, 9.975 % is 99_750. It fits percentages with four decimals.
type Ratio int64

// One is the ratio 1, which is 100 %.
const One Ratio = 1_000_000

func (r Ratio) millionths() int64 { return int64(r) }

// ParseRatio parses a plain non-negative decimal ("1.25", "0.9") with at most six decimals.
func ParseRatio(s string) (Ratio, error) {
	n, err := parseDecimal(s, 6)
	return Ratio(n), err
}

// ParsePercent parses a non-negative percentage ("9.975", "10") with at most four decimals.
func ParsePercent(s string) (Ratio, error) {
	n, err := parseDecimal(s, 4)
	return Ratio(n), err
}

// String returns the ratio as a plain decimal without trailing zeros: "1.25".
func (r Ratio) String() string { return trimZeroes(formatDecimal(int64(r), 6)) }

// Percent returns the ratio as a percentage without trailing zeros: "9.975".
func (r Ratio) Percent() string { return trimZeroes(formatDecimal(int64(r), 4)) }

// MarshalJSON writes the ratio as a decimal string, so that no reader parses it as a float.
func (r Ratio) MarshalJSON() ([]byte, error) { return json.Marshal(r.String()) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (r *Ratio) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("money: a ratio is a decimal in quotes")
	}
	parsed, err := ParseRatio(s)
	if err != nil {
		return err
	}
	*r = parsed
	return nil
}

// maxDecimalLength limits the input of the decimal parsers.
const maxDecimalLength = 20

// parseDecimal parses digits[.digits] as an integer scaled by 10^digits. It accepts no sign, exponent, grouping or white space, and never rounds.
func parseDecimal(s string, digits int) (int64, error) {
	whole, fraction, dotted := strings.Cut(s, ".")
	switch {
	case len(s) > maxDecimalLength, whole == "", dotted && fraction == "", !onlyDigits(whole), !onlyDigits(fraction):
		return 0, fmt.Errorf("money: %q is not a plain decimal number", clip(s))
	case len(fraction) > digits:
		return 0, fmt.Errorf("money: %q has more than %d decimals", clip(s), digits)
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", digits-len(fraction)), 10, 64)
	if err != nil {
		return 0, ErrOverflow
	}
	return n, nil
}

// formatDecimal formats n ÷ 10^digits.
func formatDecimal(n int64, digits int) string {
	var buffer [decimalBuffer]byte
	return string(appendDecimal(buffer[:0], n, digits))
}

// decimalBuffer fits a sign, 19 digits, a point and a zero before it.
const decimalBuffer = 32

// appendDecimal appends n ÷ 10^digits with at least one digit before the point.
func appendDecimal(b []byte, n int64, digits int) []byte {
	if n < 0 {
		b = append(b, '-')
	}
	var number [20]byte
	text := strconv.AppendUint(number[:0], magnitude(n), 10)
	if whole := len(text) - digits; whole > 0 {
		b = append(b, text[:whole]...)
		text = text[whole:]
	} else {
		b = append(b, '0')
	}
	if digits == 0 {
		return b
	}
	b = append(b, '.')
	for range digits - len(text) {
		b = append(b, '0')
	}
	return append(b, text...)
}

func trimZeroes(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

func onlyDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func clip(s string) string {
	if len(s) > maxDecimalLength {
		return s[:maxDecimalLength] + "…"
	}
	return s
}
