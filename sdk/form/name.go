package form

import "unicode"

// NormalizeName returns a person's name in the form that is checked and stored: Unicode NFC, trimmed, with
// inner white space reduced to one space and straight quotes instead of curly ones.
func NormalizeName(name string) string {
	normal, _ := NormalName.Apply(name)
	return normal
}

const (
	combiningKeycap = '\u20e3'
	emojiPresenter  = '\ufe0f'
)

// hasEmoji reports whether a text has an emoji: an Extended_Pictographic code point, two regional indicators in
// a row (a flag), or a keycap sequence. Plain digits, # and * aren't emoji.
func hasEmoji(s string) bool {
	if isASCII(s) {
		return false
	}
	var last, beforeLast rune
	for _, r := range s {
		if unicode.Is(extendedPictographic, r) || isRegionalIndicator(r) && isRegionalIndicator(last) {
			return true
		}
		if r == combiningKeycap {
			base := last
			if base == emojiPresenter {
				base = beforeLast
			}
			if base >= '0' && base <= '9' || base == '#' || base == '*' {
				return true
			}
		}
		last, beforeLast = r, last
	}
	return false
}

func isRegionalIndicator(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
