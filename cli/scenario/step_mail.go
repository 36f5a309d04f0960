package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/apiserver/dev"
)

// Mail waits for a mail, and may follow one of its links.
type Mail struct {
	To     string `json:"to,omitempty"`   // default: the person's own address
	Kind   string `json:"kind,omitempty"` // default: any
	Follow string `json:"follow,omitempty"`
	Count  *int   `json:"count,omitempty"` // the exact number of such mails so far; default: at least one
	Absent bool   `json:"absent,omitempty"`
}

// followMain is the name of a mail's main link.
const followMain = "link"

// UnmarshalJSON also reads the text follow: the main link of the latest mail.
func (m *Mail) UnmarshalJSON(raw []byte) error {
	type plain Mail
	var word string
	if json.Unmarshal(raw, &word) == nil {
		if word != "follow" {
			return fmt.Errorf("mail is %q: write follow, or a map", word)
		}
		*m = Mail{Follow: followMain}
		return nil
	}
	return json.Unmarshal(raw, (*plain)(m))
}

// mail waits until the mails are there. The answer is the newest one.
func (r *run) mail(ctx context.Context, m Mail) error {
	m.To = orDefault(m.To, r.parent.Email)
	if m.To == "" {
		return errors.New("the person has no address yet: write to")
	}
	if err := r.settleDown(ctx, m.Absent); err != nil {
		return err
	}
	var found []dev.Mail
	err := r.arrived(ctx, m.Count, m.Absent, "mails "+strings.TrimSpace(m.Kind+" to "+m.To), func() (n int, got string, err error) {
		all, err := r.outbox(ctx, m.To)
		found = nil
		kinds := make([]string, len(all))
		for i, one := range all {
			kinds[i] = one.Kind
			_, linked := linkOf(one, m.Follow)
			if (m.Kind == "" || one.Kind == m.Kind) && (m.Follow == "" || linked) {
				found = append(found, one)
			}
		}
		return len(found), "the mails to this address are " + shown(kinds), err
	})
	if err != nil || m.Absent {
		return err
	}
	if len(found) > 0 {
		if r.document, err = document(found[0]); err != nil {
			return err
		}
	}
	if m.Follow == "" || len(found) == 0 {
		return err
	}
	link, _ := linkOf(found[0], m.Follow)
	return r.followLink(ctx, link)
}

// settleDown does all due work before something is found absent. It also does so after the clock was moved: the workers run by the machine's clock, and
// work for the time of the moved one would wait.
func (r *run) settleDown(ctx context.Context, absent bool) error {
	if !absent && !r.seen.clockMoved.Load() {
		return nil
	}
	return r.drain(ctx)
}

// arrived waits for a number of things: exactly count, none, or at least one. read returns their number, and the things found, in words.
func (r *run) arrived(ctx context.Context, count *int, absent bool, what string, read func() (n int, got string, err error)) error {
	for deadline := time.Now().Add(r.limit()); ; {
		n, got, err := read()
		switch {
		case err != nil:
			return err
		case absent && n == 0, !absent && count == nil && n > 0, count != nil && n == *count:
			return nil
		case absent:
			return fmt.Errorf("expected no %s, got %d: %s", what, n, got)
		case count != nil && n > *count:
			return fmt.Errorf("expected %d %s, got %d: %s", *count, what, n, got)
		case time.Now().After(deadline) && count != nil:
			return fmt.Errorf("expected %d %s within %s, got %d: %s", *count, what, r.limit(), n, got)
		case time.Now().After(deadline):
			return fmt.Errorf("expected %s within %s, got none: %s", what, r.limit(), got)
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return &awaitedError{what, got}
		}
	}
}

// awaitedError is the end of a run before a mail or an event came.
type awaitedError struct{ wanted, got string }

func (e *awaitedError) Error() string {
	return fmt.Sprintf("expected %s, too few came: %s", e.wanted, e.got)
}

// outbox returns the mails to an address, newest first.
func (r *run) outbox(ctx context.Context, to string) ([]dev.Mail, error) {
	var outbox struct {
		Mails []dev.Mail `json:"mails"`
	}
	if err := r.tool(ctx, http.MethodGet, "/dev/outbox.json?to="+url.QueryEscape(to), nil, &outbox); err != nil {
		return nil, fmt.Errorf("outbox: %w; mails can be read on development servers only", err)
	}
	return outbox.Mails, nil
}

// linkOf returns a mail's link by its text, or by the name of its page, such as credentials. The name link is the main one.
func linkOf(m dev.Mail, name string) (string, bool) {
	if name == followMain {
		return m.Link, m.Link != ""
	}
	for _, l := range m.Links {
		page, err := url.Parse(l.URL)
		if strings.Contains(strings.ToLower(l.Text), strings.ToLower(name)) || err == nil && strings.HasSuffix(page.Path, "/"+name) {
			return l.URL, true
		}
	}
	return "", false
}

// followLink opens a link's page, through its redirects, and makes the call that the page makes when it opens: an invitation and a sign-up are read. The
// token of any other link is the person's for the next step.
func (r *run) followLink(ctx context.Context, link string) error {
	target, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("the mail's link isn't a URL: %w", err)
	}
	values, err := url.ParseQuery(target.Fragment)
	if err != nil {
		return fmt.Errorf("the mail's link has no readable fragment: %w", err)
	}
	target.Fragment = ""
	if own, err := url.Parse(r.server); err != nil || target.Host != own.Host {
		return fmt.Errorf("the link leads to %s, and only pages of the server are opened", target.Host)
	}
	res, err := r.call(ctx, http.MethodGet, target.RequestURI(), nil, "")
	if err != nil {
		return err
	}
	r.noteAny(res)
	token := values.Get("token")
	if !res.ok() || token == "" {
		r.document = nil
		return nil
	}
	switch page := target.Path[strings.LastIndex(target.Path, "/")+1:]; page {
	case "invite":
		r.again()
		r.invitation, r.bearer = &invitation{userID: values.Get("userId"), token: token}, token
		return r.readInvitation(ctx)
	case "resume":
		r.again()
		r.signupID, r.key = values.Get("signupId"), token
		return r.read(ctx)
	default:
		r.document, r.bearer = nil, token
		if page == "credentials" {
			r.credentials = token
		}
		return nil
	}
}
