// Package money computes with whole minor units of one currency. It uses no floats.
//
// Products and quotients are exact and rounded once, half up (a half goes away from zero). A result out of range is [ErrOverflow]; a mix of
// currencies is [ErrCurrencyMismatch].
package money

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Errors of arithmetic.
var (
	ErrOverflow         = errors.New("money: amount out of range")
	ErrCurrencyMismatch = errors.New("money: two currencies in one sum")
)

// Amount is a number of minor units of a currency (14999 USD is $149.99).
type Amount struct {
	Minor    int64    `json:"minor"`
	Currency Currency `json:"currency"`
}

// New returns an amount of minor units.
func New(minor int64, c Currency) Amount { return Amount{Minor: minor, Currency: c} }

// Zero returns the amount 0 of a currency.
func Zero(c Currency) Amount { return Amount{Currency: c} }

// IsZero reports whether the amount is 0.
func (a Amount) IsZero() bool { return a.Minor == 0 }

// Add returns a + b.
func (a Amount) Add(b Amount) (Amount, error) {
	if a.Currency != b.Currency {
		return Amount{}, ErrCurrencyMismatch
	}
	sum := a.Minor + b.Minor
	if (sum > a.Minor) != (b.Minor > 0) {
		return Amount{}, ErrOverflow
	}
	return Amount{sum, a.Currency}, nil
}

// Sub returns a − b.
func (a Amount) Sub(b Amount) (Amount, error) {
	if b.Minor == math.MinInt64 {
		return Amount{}, ErrOverflow
	}
	return a.Add(Amount{-b.Minor, b.Currency})
}

// Mul returns a × n.
func (a Amount) Mul(n int64) (Amount, error) { return a.MulDiv(n, 1) }

// MulDiv returns a × num ÷ den. It rounds one time, at the end. den must be positive.
func (a Amount) MulDiv(num, den int64) (Amount, error) {
	if den <= 0 {
		return Amount{}, fmt.Errorf("money: divisor %d is not positive", den)
	}
	hi, lo := bits.Mul64(magnitude(a.Minor), magnitude(num))
	d := uint64(den)
	if hi >= d {
		return Amount{}, ErrOverflow
	}
	quo, rem := bits.Div64(hi, lo, d)
	if rem >= d-rem { // rem × 2 ≥ den without overflow
		quo++
	}
	if quo > math.MaxInt64 {
		return Amount{}, ErrOverflow
	}
	minor := int64(quo)
	if (a.Minor < 0) != (num < 0) {
		minor = -minor
	}
	return Amount{minor, a.Currency}, nil
}

// Times returns a × r, rounded half up.
func (a Amount) Times(r Ratio) (Amount, error) { return a.MulDiv(int64(r), One.millionths()) }

// In converts the amount to another currency, at rate of its units for one. It rounds once, half up to the other's minor unit.
func (a Amount) In(other Currency, rate Ratio) (Amount, error) {
	num, den := int64(rate), One.millionths()
	for digits := a.Currency.Digits(); digits < other.Digits(); digits++ {
		num *= 10
	}
	for digits := other.Digits(); digits < a.Currency.Digits(); digits++ {
		den *= 10
	}
	converted, err := a.MulDiv(num, den)
	converted.Currency = other
	return converted, err
}

// Cmp compares two amounts of one currency: −1, 0 or 1. It panics for two currencies, which have no order.
func (a Amount) Cmp(b Amount) int {
	if a.Currency != b.Currency {
		panic("money: comparing " + string(a.Currency) + " with " + string(b.Currency))
	}
	return cmp.Compare(a.Minor, b.Minor)
}

// Min returns the smaller of two amounts of one currency.
func Min(a, b Amount) Amount {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// Split divides a into n equal parts that add up to it exactly. The first parts get the leftover units, one each. n must be positive and a not
// negative.
func (a Amount) Split(n int) ([]Amount, error) {
	weights := make([]int64, max(n, 0))
	for i := range weights {
		weights[i] = 1
	}
	return a.Allocate(weights)
}

// Allocate divides a by weights into parts that add up to it exactly, by largest remainder. Among equal remainders the first part gets the unit.
// Weights must not be negative nor all zero, a not negative.
func (a Amount) Allocate(weights []int64) ([]Amount, error) {
	var sum int64
	for _, w := range weights {
		if w < 0 || sum > math.MaxInt64-w {
			return nil, fmt.Errorf("money: weight %d out of range", w)
		}
		sum += w
	}
	if sum == 0 || a.Minor < 0 {
		return nil, fmt.Errorf("money: nothing to allocate by")
	}
	parts, rest := make([]Amount, len(weights)), a.Minor
	remainders, order := make([]uint64, len(weights)), make([]int, len(weights))
	for i, w := range weights {
		hi, lo := bits.Mul64(uint64(a.Minor), uint64(w))
		quo, rem := bits.Div64(hi, lo, uint64(sum)) // w ≤ sum, so the quotient is at most a
		parts[i] = Amount{int64(quo), a.Currency}
		rest -= int64(quo)
		remainders[i], order[i] = rem, i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(remainders[j], remainders[i]) })
	for _, i := range order[:rest] {
		parts[i].Minor++
	}
	return parts, nil
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
