package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/brand"
	"github.com/cojoin/cojoin/sdk/text"
)

// A script renders the hosted page. Until then the page contains the hidden message in unloaded.html.
// It appears immediately if the script can't be loaded or scripts are disabled, and after some seconds if the script is slow.
var (
	//go:embed unloaded.html
	unloadedSource string
	//go:embed unloaded.js
	unloadedScript string

	unloadedPage = template.Must(template.New("").Parse(unloadedSource + missingSource))
	unloadedHash = sha256.Sum256([]byte(unloadedScript))
	// AllowedScript is the CSP source of the only inline script that our policies allow.
	AllowedScript = "'sha256-" + base64.StdEncoding.EncodeToString(unloadedHash[:]) + "'"
)

// unloaded is the template data of the message for one visitor.
type unloaded struct {
	Lang, Nonce           string
	Phone, Email, Contact string
	unloadedLook
}

// unloadedLook is the message's look. It is the same for all visitors, so it is derived from the brand once.
type unloadedLook struct {
	Look  brand.Mail
	Brand template.CSS // its custom properties
}

// unloadedFor returns the message in the language of the flow: the URL's, or else the browser's. The phone number
// is that of the country in the browser's locale.
func (s *Pages) unloadedFor(r *http.Request, nonce string) unloaded {
	lang, locale := request.Language(r.Header.Get("Accept-Language"))
	if requested := r.URL.Query().Get("lang"); requested != "" {
		lang = text.Language(requested)
	}
	site, country := s.cfg.Site, ""
	if tag, err := language.Parse(locale); err == nil {
		if region, sure := tag.Region(); sure == language.Exact {
			country = region.String()
		}
	}
	return unloaded{Lang: lang, Nonce: nonce, Phone: site.SupportPhone(country), Email: site.SupportEmail, Contact: site.LinksIn(lang)["contact"], unloadedLook: s.look}
}

// Translate returns a text of the page in its language.
func (u unloaded) Translate(code text.Code) string { return text.In(u.Lang, code, nil) }

// Tel returns the phone number for a tel: URL.
func (u unloaded) Tel() template.URL {
	return template.URL("tel:" + strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, u.Phone))
}

// Script returns unloaded.js unchanged, because the policy allows it by hash.
func (unloaded) Script() template.JS { return template.JS(unloadedScript) }

// within returns the built page with the message: style and script in the head, the text in the flow's element.
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
