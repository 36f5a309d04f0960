package scenario

import (
	"encoding/json"
	"fmt"
	"net/url"
	"sync"
	"unicode/utf8"
)

// longestBody is the length at which a body of an exchange is cut, in characters.
const longestBody = 4000

// transcript has the last call of a run with its answer, and the secrets of all calls so far. It is safe for concurrent use.
type transcript struct {
	mu      sync.Mutex
	request *request
	address string
	answer  *response
	secrets secrets
}

// forget drops the last call, so that a step without a call has none.
func (t *transcript) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.request, t.answer = nil, nil
}

// record stores a call, and its answer once there is one. keys are the secrets among its headers.
func (t *transcript) record(r request, address string, res *response, keys ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.request, t.address, t.answer = &r, address, res
	t.secrets.learnText(bodyText(r.body))
	t.secrets.learnText(address)
	for _, key := range keys {
		t.secrets.add(key)
	}
	if res != nil {
		t.secrets.learnText(string(res.Body))
	}
}

// last returns the last answer, or nil.
func (t *transcript) last() *answer {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.answer == nil {
		return nil
	}
	return newAnswer(t.answer.Status, t.answer.Header, t.answer.Body)
}

// exchange returns the last call without secrets, or nil if there was none.
func (t *transcript) exchange() *Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.request == nil {
		return nil
	}
	e := &Exchange{Method: t.request.method, URL: t.secrets.hide(t.address), Sent: shorten(t.secrets.hide(bodyText(t.request.body)), longestBody)}
	if t.answer != nil {
		e.Status, e.Answered = t.answer.Status, shorten(t.secrets.hide(string(t.answer.Body)), longestBody)
	}
	return e
}

// hide returns a text without the secrets of the calls so far.
func (t *transcript) hide(text string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.secrets.hide(text)
}

// bodyText returns a sent body as text.
func bodyText(body any) string {
	switch body := body.(type) {
	case nil:
		return ""
	case url.Values:
		return body.Encode()
	}
	raw, err := json.Marshal(body)
	if err != nil { // it was sent
		return fmt.Sprint(err)
	}
	return string(raw)
}

// shorten cuts a text to a number of characters, and says so.
func shorten(text string, longest int) string {
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	short := []rune(text)[:longest]
	return fmt.Sprintf("%s… (%d of %d characters)", string(short), longest, utf8.RuneCountInString(text))
}
