package form

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression with the same meaning in Go and, with the flag u, in a browser. It is compiled on first use.
type Pattern struct {
	Name   string
	Source string

	whole, part func() *regexp.Regexp
}

func newPattern(name, source string) *Pattern {
	return &Pattern{
		Name: name, Source: source,
		whole: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?:` + source + `)$`) }),
		part:  sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) }),
	}
}

// Matches reports whether the whole value matches.
func (p *Pattern) Matches(s string) bool { return p.whole().MatchString(s) }

// foundIn reports whether a part of the value matches.
func (p *Pattern) foundIn(s string) bool { return p.part().MatchString(s) }

// The patterns of single fields. Those of postal codes are in postalFormats.
var (
	// PatternEmail is the HTML Living Standard's rule for <input type=email>, plus a dot in the domain.
	PatternEmail = newPattern("email",
		`[a-zA-Z0-9.!#$%&'*+/=?^_`+"`"+`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+`)
	// PatternUsername allows letters (including those of western Europe), digits and _ , - . @ '
	PatternUsername = newPattern("username", `[A-Za-zÀ-ÖØ-öø-ÿ0-9_,.@'-]*`)
	// PatternUsernameStart matches a username that doesn't start with @.
	PatternUsernameStart = newPattern("usernameStart", `(?:[^@][\s\S]*)?`)
	// PatternPasswordLetter finds the required letter of a password.
	PatternPasswordLetter = newPattern("passwordLetter", `\p{L}`)
	// PatternPasswordNumber finds the required number of a password.
	PatternPasswordNumber = newPattern("passwordNumber", `\p{Nd}`)
	// PatternPasswordSymbol finds the required symbol of a password: punctuation or another sign.
	PatternPasswordSymbol = newPattern("passwordSymbol", `[\p{P}\p{S}]`)
)

// The parameters of links. Invalid ones are ignored: the visitor couldn't correct them.
var (
	// PatternReferrerKey is the key of a discount link. It is sent in a header, which allows only visible ASCII.
	PatternReferrerKey = newPattern("referrerKey", `[!-~]{1,64}`)
	// PatternSelectionCode preselects a package: letters and a digit, in upper case.
	PatternSelectionCode = newPattern("selectionCode", `[A-Z]{1,12}[0-9]`)
	// PatternLinkToken is the token of a mailed link. It is sent in a header, too.
	PatternLinkToken = newPattern("linkToken", `[!-~]{1,512}`)
	// PatternSignupToken is the token of a link to continue a sign-up. It excludes the key of the person who began the sign-up: an attacker
	// could send a link with such a key and then read the data that the visitor enters.
	PatternSignupToken = newPattern("signupToken", SignupToken+`[!-~]{1,121}`)
)

// SignupToken is the prefix of the token of a link to continue a sign-up. No other token has it.
const SignupToken = "signup_"

// LinkPatterns lists the patterns of links for the widget.
var LinkPatterns = []*Pattern{PatternReferrerKey, PatternSelectionCode, PatternLinkToken}
