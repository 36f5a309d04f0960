package form

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression that means the same in Go and, with the flag u, in a browser. It is
// compiled when it is first used.
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

// foundIn reports whether some part of the value matches.
func (p *Pattern) foundIn(s string) bool { return p.part().MatchString(s) }

// The patterns of single fields; those of postal codes stand with their countries.
var (
	// PatternEmail is the HTML Living Standard's rule for <input type=email>, plus a dot in the domain.
	PatternEmail = newPattern("email",
		`[a-zA-Z0-9.!#$%&'*+/=?^_`+"`"+`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+`)
	// PatternUsername holds letters (those of western Europe included), digits and _ , - . @ '
	PatternUsername = newPattern("username", `[A-Za-zÀ-ÖØ-öø-ÿ0-9_,.@'-]*`)
	// PatternUsernameStart is a username that doesn't start with @.
	PatternUsernameStart = newPattern("usernameStart", `(?:[^@][\s\S]*)?`)
	// PatternPasswordLetter finds the letter that a password needs.
	PatternPasswordLetter = newPattern("passwordLetter", `\p{L}`)
	// PatternPasswordNumber finds the number that a password needs.
	PatternPasswordNumber = newPattern("passwordNumber", `\p{Nd}`)
	// PatternPasswordSymbol finds the symbol that a password needs: punctuation or another sign.
	PatternPasswordSymbol = newPattern("passwordSymbol", `[\p{P}\p{S}]`)
)

// What a link may bring along. Whatever breaks these is left out: nobody could put it right.
var (
	// PatternReferrerKey is the key of a discount link. It goes into a header, which takes visible ASCII only.
	PatternReferrerKey = newPattern("referrerKey", `[!-~]{1,64}`)
	// PatternSelectionCode preselects a package: letters and a digit, in upper case.
	PatternSelectionCode = newPattern("selectionCode", `[A-Z]{1,12}[0-9]`)
	// PatternLinkToken is the token of a mailed link. It goes into a header, too.
	PatternLinkToken = newPattern("linkToken", `[!-~]{1,512}`)
	// PatternSignupToken is the token of a link to go on with a sign-up. The key of who began the sign-up is none: a link with that may come
	// from anybody, who could read what is entered after it.
	PatternSignupToken = newPattern("signupToken", SignupToken+`[!-~]{1,121}`)
)

// SignupToken is what the token of a link to go on with a sign-up begins with, and no other.
const SignupToken = "signup_"

// LinkPatterns are the patterns of links, which the widget reads.
var LinkPatterns = []*Pattern{PatternReferrerKey, PatternSelectionCode, PatternLinkToken}
