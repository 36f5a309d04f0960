package scenario

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// hidden replaces a secret.
const hidden = "[hidden]"

// secretKeys are the names of values that are never shown, in lower case.
var secretKeys = []string{
	"access_token", "auth", "authorization", "authorizationfingerprint", "bt_payload", "bt_signature", "clicktojointoken", "clienttoken", "confirmcode",
	"cvv", "expirationdate", "key", "newpassword", "nonce", "password", "registration-key", "registrationkey", "securityanswer", "securitycode",
	"securitycodeconfirm", "secret", "token",
}

// shortSecret is the length below which a secret is hidden only as a whole value: its digits may be part of anything else.
const shortSecret = 8

var (
	// secretParameter matches a secret in the query or fragment of a link, or in a form.
	secretParameter = regexp.MustCompile(`(?i)((?:^|[?&#;])(?:` + strings.Join(secretKeys, "|") + `)=)([^&#\s"'<>\\]+)`)
	// cardNumber matches the number of a card inside a text.
	cardNumber = regexp.MustCompile(`\b(?:\d[ -]?){12,18}\d\b`)
)

// secrets are the values to hide.
type secrets struct{ values []string }

func (s *secrets) add(value string) {
	if len(value) >= shortSecret && !slices.Contains(s.values, value) {
		s.values = append(s.values, value)
		slices.SortFunc(s.values, func(a, b string) int { return len(b) - len(a) }) // a secret may be part of another
	}
}

// learnText adds the secrets of a body or a URL, found by their keys.
func (s *secrets) learnText(text string) {
	for _, match := range secretParameter.FindAllStringSubmatch(text, -1) {
		s.add(match[2])
		if plain, err := url.QueryUnescape(match[2]); err == nil {
			s.add(plain)
		}
	}
	var tree any
	if json.Unmarshal([]byte(text), &tree) == nil {
		s.learn("", tree)
	}
}

func (s *secrets) learn(key string, tree any) {
	switch tree := tree.(type) {
	case map[string]any:
		for key, value := range tree {
			s.learn(key, value)
		}
	case []any:
		for _, value := range tree {
			s.learn(key, value)
		}
	case string:
		if isSecret(key) {
			s.add(tree)
			return
		}
		for _, match := range secretParameter.FindAllStringSubmatch(tree, -1) {
			s.add(match[2])
		}
	}
}

func isSecret(key string) bool { return slices.Contains(secretKeys, strings.ToLower(key)) }

// hide returns a body, URL or sentence without secrets: values with the key of a secret, values that had one in an earlier call, and numbers of cards.
func (s *secrets) hide(text string) string {
	var tree any
	if json.Unmarshal([]byte(text), &tree) == nil && !isScalar(tree) {
		text = plain(hideTree("", tree))
	}
	for _, value := range s.values {
		text = strings.ReplaceAll(text, value, hidden)
		text = strings.ReplaceAll(text, url.QueryEscape(value), hidden)
	}
	text = secretParameter.ReplaceAllString(text, "${1}"+hidden)
	return cardNumber.ReplaceAllString(text, hidden)
}

// longestText is the length at which a text in a body is cut, in characters: a mail's HTML would hide the rest.
const longestText = 400

// hideTree returns a JSON value without the values that have the key of a secret, and with its long texts cut.
func hideTree(key string, tree any) any {
	switch tree := tree.(type) {
	case map[string]any:
		for key, value := range tree {
			tree[key] = hideTree(key, value)
		}
	case []any:
		for i, value := range tree {
			tree[i] = hideTree(key, value)
		}
	case string:
		if isSecret(key) && tree != "" {
			return hidden
		}
		return shorten(tree, longestText)
	}
	return tree
}
