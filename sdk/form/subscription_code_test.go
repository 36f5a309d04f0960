package form

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParseSubscriptionCode(t *testing.T) {
	t.Parallel()
	code, err := NewSubscriptionCode()
	if err != nil {
		t.Fatal(err)
	}
	shown := FormatSubscriptionCode(code)
	for _, typed := range []string{
		code, shown, strings.ToLower(shown), " " + shown + "\n", strings.ReplaceAll(shown, "-", " "), strings.NewReplacer("0", "O", "1", "I").Replace(shown),
		strings.NewReplacer("0", "o", "1", "l").Replace(shown),
	} {
		if got, err := ParseSubscriptionCode(typed); err != nil || got.Reveal() != code {
			t.Errorf("%q: %v, %v; want %s", typed, got.Reveal(), err, code)
		}
	}
	for _, typed := range []string{"", "FLAT15", code[:15], code + "0", "U" + code[1:], "é" + code[1:], strings.Repeat("-", 200), code + strings.Repeat(" ", 100)} {
		if _, err := ParseSubscriptionCode(typed); !errors.Is(err, ErrSubscriptionCodeForm) {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

// TestPropertyMistypedCodeIsDetected: every wrong character and every swap of neighbors is detected.
func TestPropertyMistypedCodeIsDetected(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		chars := make([]byte, SubscriptionCodeLength)
		for i := range chars {
			chars[i] = crockford[rapid.IntRange(0, 31).Draw(t, "value")]
		}
		chars[15] = crockford[codeCheck(chars[:15])]
		if _, err := ParseSubscriptionCode(string(chars)); err != nil {
			t.Fatalf("%s: %v", chars, err)
		}
		for i := range chars {
			for _, other := range []byte(crockford) {
				wrong := []byte(string(chars))
				if wrong[i] == other {
					continue
				}
				wrong[i] = other
				if _, err := ParseSubscriptionCode(string(wrong)); !errors.Is(err, ErrSubscriptionCodeMistyped) {
					t.Fatalf("%s instead of %s: %v", wrong, chars, err)
				}
			}
			if i == 0 || chars[i] == chars[i-1] {
				continue
			}
			swapped := []byte(string(chars))
			swapped[i], swapped[i-1] = swapped[i-1], swapped[i]
			if _, err := ParseSubscriptionCode(string(swapped)); !errors.Is(err, ErrSubscriptionCodeMistyped) {
				t.Fatalf("%s instead of %s: %v", swapped, chars, err)
			}
		}
	})
}

func TestNewSubscriptionCodesDiffer(t *testing.T) {
	t.Parallel()
	const n = 20_000
	seen := make(map[string]bool, n)
	var counts [SubscriptionCodeLength]map[byte]int
	for range n {
		code, err := NewSubscriptionCode()
		if err != nil || seen[code] {
			t.Fatalf("%s: %v", code, err)
		}
		seen[code] = true
		for i := range len(code) {
			if counts[i] == nil {
				counts[i] = map[byte]int{}
			}
			counts[i][code[i]]++
		}
	}
	for i, c := range counts {
		for _, char := range []byte(crockford) { // 625 expected, standard deviation 25
			if c[char] < 425 || c[char] > 825 {
				t.Errorf("character %c occurs %d times at position %d of %d codes", char, c[char], i, n)
			}
		}
	}
}

func FuzzParseSubscriptionCode(f *testing.F) {
	for _, s := range []string{"", "0000-0000-0000-0000", "7QXG-K2M0-9WTB-F3ZD", "oooooooooooooooo", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, err := ParseSubscriptionCode(typed)
		if err != nil {
			return
		}
		again, err := ParseSubscriptionCode(FormatSubscriptionCode(code.Reveal()))
		if err != nil || again != code || len(code) != SubscriptionCodeLength {
			t.Fatalf("%q → %q → %q, %v", typed, code.Reveal(), again.Reveal(), err)
		}
	})
}
