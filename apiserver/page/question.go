package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/text"
)

// Links in mails that trigger an action lead to a page with one or two buttons. Thus a mail scanner that opens links triggers nothing: the token is
// in the link's fragment, and the page's script sends it when a button is pressed.
var (
	//go:embed question.html
	questionSource string
	//go:embed question.js
	questionScript string

	questionPage    = template.Must(template.New("").Parse(unloadedSource + questionSource))
	questionAllowed = func() string {
		sum := sha256.Sum256([]byte(questionScript))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}()
)

// questionKind is one of these pages. prefix begins the codes of its texts. Its button calls an operation with the token.
type questionKind struct {
	path   string
	prefix text.Code
	call   string
	also   string // operation of a second button; empty: none
	next   string // the page that continues with the token; empty: this page confirms the action
}

var questionKinds = []questionKind{
	{path: "/app/mail/not-me", prefix: "question_not_me_", call: "/v1/credentials/logout", next: "/app/join/password"},
	{path: "/app/mail/unknown", prefix: "question_unknown_", call: "/v1/invite/refusal", also: "/v1/invite/refusal?everyone=true"},
}

// question is the template data of the page for one visitor.
type question struct {
	unloaded
	Title, Text, DoneTitle, DoneText string
	Actions                          []questionAction
	Next                             string
}

// questionAction is a button. The first one answers the page's question.
type questionAction struct{ Label, Call string }

// Script returns question.js unchanged, because the policy allows it by hash.
func (question) Script() template.JS { return template.JS(questionScript) }

func (k questionKind) in(visitor unloaded) question {
	q := question{
		unloaded: visitor, Title: visitor.Translate(k.prefix + "title"), Text: visitor.Translate(k.prefix + "text"), Next: k.next,
		Actions: []questionAction{{visitor.Translate(k.prefix + "action"), k.call}},
	}
	if k.also != "" {
		q.Actions = append(q.Actions, questionAction{visitor.Translate(k.prefix + "also"), k.also})
	}
	if k.next == "" {
		q.DoneTitle, q.DoneText = visitor.Translate(k.prefix+"done_title"), visitor.Translate(k.prefix+"done_text")
	}
	return q
}

func (s *Pages) serveQuestions(mux *http.ServeMux) {
	for _, kind := range questionKinds {
		mux.HandleFunc("GET "+kind.path, func(w http.ResponseWriter, r *http.Request) {
			request.NameRoute(w, "GET "+kind.path)
			s.serveQuestion(w, r, kind)
		})
	}
}

func (s *Pages) serveQuestion(w http.ResponseWriter, r *http.Request, kind questionKind) {
	nonce := newNonce()
	var html bytes.Buffer
	if err := questionPage.ExecuteTemplate(&html, "question", kind.in(s.unloadedFor(r, nonce))); err != nil {
		problem.Log(r.Context(), err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", questionPolicy(nonce))
	if r.Method != http.MethodHead {
		_, _ = w.Write(html.Bytes())
	}
}

// questionPolicy allows only the page's own script, and no framing, which prevents clickjacking.
func questionPolicy(nonce string) string {
	return strings.Join([]string{
		"default-src 'none'", "script-src " + questionAllowed, "style-src 'nonce-" + nonce + "'", "connect-src 'self'",
		"form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
	}, "; ")
}
