package apiserver

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk/text"
)

// The hosted page is drawn by a script. Until that has drawn, the page holds what page/unloaded.html says: out of
// sight, and seen where the script can't be had (at once), doesn't come (after some seconds) or may not run.
var (
	//go:embed page/unloaded.html
	unloadedSource string
	//go:embed page/unloaded.js
	unloadedScript string

	unloadedPage = template.Must(template.New("").Parse(unloadedSource + missingSource))
	unloadedHash = sha256.Sum256([]byte(unloadedScript))
	// unloadedAllowed is the one inline script that a policy of ours lets run.
	unloadedAllowed = "'sha256-" + base64.StdEncoding.EncodeToString(unloadedHash[:]) + "'"
)

// unloaded is what the page says of itself to one visitor.
type unloaded struct {
	Lang, Nonce           string
	Phone, Email, Contact string
}

// unloadedFor picks the language as the flow will: what the address asks for, else what the browser does. The phone
// is that of the country that the browser's language names.
func (s *server) unloadedFor(r *http.Request, nonce string) unloaded {
	lang, locale := acceptedLanguage(r.Header.Get("Accept-Language"))
	if asked := r.URL.Query().Get("lang"); asked != "" {
		lang = text.Language(asked)
	}
	site, country := s.cfg.Site, ""
	if tag, err := language.Parse(locale); err == nil {
		if region, sure := tag.Region(); sure == language.Exact {
			country = region.String()
		}
	}
	return unloaded{Lang: lang, Nonce: nonce, Phone: site.SupportPhone(country), Email: site.SupportEmail, Contact: site.Links["contact"]}
}

// Say gives a text of the page.
func (u unloaded) Say(code text.Code) string { return text.In(u.Lang, code, nil) }

// Tel is the phone as an address has it.
func (u unloaded) Tel() template.URL {
	return template.URL("tel:" + strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, u.Phone))
}

// Script is page/unloaded.js, to the letter: the policy allows what has its hash.
func (unloaded) Script() template.JS { return template.JS(unloadedScript) }

// within gives the built page with it: style and script in the head, the words where the flow will stand.
func (u unloaded) within(html []byte) ([]byte, error) {
	var head, body bytes.Buffer
	if err := unloadedPage.ExecuteTemplate(&head, "head", u); err != nil {
		return nil, err
	}
	if err := unloadedPage.ExecuteTemplate(&body, "body", u); err != nil {
		return nil, err
	}
	head.WriteString("</head>")
	html = bytes.Replace(html, []byte("</head>"), head.Bytes(), 1)
	const place = `<div id="join">`
	html = bytes.Replace(html, []byte(place), append([]byte(place), body.Bytes()...), 1)
	return bytes.Replace(html, []byte(`<html lang="en"`), []byte(`<html lang="`+u.Lang+`"`), 1), nil
}
