package record

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// maxHAR is the maximum size of a HAR file, in bytes.
const maxHAR = 64 << 20

// Mistakes in a HAR file. They name the remedy, and nothing of the file's content.
var (
	ErrTooLarge = errors.New("larger than 64 MB: record only the journey, and clear the browser's network log before it")
	ErrNoHAR    = errors.New("not a HAR file (version 1.2): export it from the browser's network log, with content")
	ErrNoCalls  = errors.New("no call of a Cojoin server: open the network log before the first page, and export all of it")
	ErrNoBodies = errors.New("the answers are missing: export the network log with content")
)

// The parts of a HAR file that a recording needs.
type har struct {
	Log *struct {
		Entries []entry `json:"entries"`
	} `json:"log"`
}

type entry struct {
	Started time.Time `json:"startedDateTime"`
	Request struct {
		Method   string   `json:"method"`
		URL      string   `json:"url"`
		Headers  []header `json:"headers"`
		PostData struct {
			Text   string   `json:"text"`
			Params []header `json:"params"`
		} `json:"postData"`
	} `json:"request"`
	Response struct {
		Status  int `json:"status"`
		Content struct {
			Size     int64  `json:"size"`
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
		} `json:"content"`
	} `json:"response"`

	address *url.URL // the request's URL, parsed
}

type header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ReadHAR returns the calls of a HAR file to the API of one server, in the order of time: the server with the most calls.
func ReadHAR(in io.Reader) ([]Call, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxHAR+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxHAR {
		return nil, ErrTooLarge
	}
	var file har
	if json.Unmarshal(raw, &file) != nil || file.Log == nil {
		return nil, ErrNoHAR // the decoder's own error could quote the file
	}
	byServer := map[string][]entry{}
	best := ""
	for _, e := range file.Log.Entries {
		var err error
		if e.address, err = url.Parse(e.Request.URL); err != nil || !isAPI(e.Request.Method, e.address.Path) || e.Request.Method == http.MethodOptions {
			continue
		}
		server := e.address.Scheme + "://" + e.address.Host
		byServer[server] = append(byServer[server], e)
		if len(byServer[server]) > len(byServer[best]) {
			best = server
		}
	}
	entries := byServer[best]
	if len(entries) == 0 {
		return nil, ErrNoCalls
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return a.Started.Compare(b.Started) })
	calls := make([]Call, len(entries))
	hasText := false
	for i, e := range entries {
		calls[i] = e.call()
		hasText = hasText || len(calls[i].Answer) > 0
	}
	if !hasText {
		return nil, ErrNoBodies
	}
	return calls, nil
}

func (e entry) call() Call {
	headers := http.Header{}
	for _, h := range e.Request.Headers {
		headers.Set(strings.TrimPrefix(h.Name, ":"), h.Value)
	}
	c := newCall(e.Request.Method, e.address, headers)
	c.Status = e.Response.Status
	text, answer := e.Request.PostData.Text, []byte(e.Response.Content.Text)
	if text == "" && len(e.Request.PostData.Params) > 0 {
		form := url.Values{}
		for _, p := range e.Request.PostData.Params {
			form.Add(p.Name, p.Value)
		}
		text = form.Encode()
	}
	if e.Response.Content.Encoding == "base64" {
		var err error
		if answer, err = base64.StdEncoding.DecodeString(e.Response.Content.Text); err != nil {
			answer = nil
		}
	}
	if len(text) > maxBody || len(answer) > maxBody {
		c.TooLarge = true
		return c
	}
	c.Body, c.Answer = []byte(text), answer
	return c
}
