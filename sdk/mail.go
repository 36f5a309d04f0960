package sdk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/text"
)

// mailRoute is where links in mails lead, below the site's public address.
const mailRoute = "/app/join"

// recipient is who a mail is for.
type recipient struct {
	address, firstName, lastName string
	country                      string // for the support phone
	locale                       string // of the account; es-MX has texts of its own for the invitation
}

func accountRecipient(a db.Account) recipient {
	return recipient{
		address: orEmpty(a.Email), firstName: a.FirstName, lastName: a.LastName, country: orEmpty(a.Country), locale: a.Locale,
	}
}

// wording looks texts up in the recipient's language.
type wording struct {
	lang    string
	mexican bool
}

func wordingOf(locale string) wording {
	return wording{
		lang:    text.Language(locale),
		mexican: strings.EqualFold(strings.ReplaceAll(locale, "_", "-"), "es-MX"),
	}
}

// in gives a text, the Mexican one where there is one and it is asked for.
func (w wording) in(code text.Code, args map[string]any) string {
	if w.mexican && text.Has(w.lang, code+"_mx") {
		code += "_mx"
	}
	return text.In(w.lang, code, args)
}

// tag is the language as mail and HTML name it.
func (w wording) tag() string {
	if w.mexican {
		return "es_MX"
	}
	return w.lang
}

// date writes a day as people of the language do; times are UTC.
func (w wording) date(t time.Time) string {
	t = t.UTC()
	months := strings.Split(w.in("mail_months", nil), ",")
	return w.in("mail_date", map[string]any{"day": t.Day(), "month": months[t.Month()-1], "year": t.Year()})
}

// dateOf is date of an RFC 3339 time; empty for none.
func (w wording) dateOf(s string) string {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return ""
	}
	return w.date(t)
}

// deliver writes the letter, hands it to the mailer once for each key, and remembers that it did. Nothing
// of the database is held while it is sent.
func (c *Client) deliver(ctx context.Context, kind MailKind, key string, to recipient, l letter.Letter, link Secret) error {
	if to.address == "" {
		return nil // a person without an address gets no mail
	}
	if c.cfg.Mailer == nil {
		return errors.New("sdk: Config.Mailer is missing")
	}
	w := wordingOf(to.locale)
	l.Lang, l.Product = strings.ReplaceAll(w.tag(), "_", "-"), ProductName
	if l.Preheader == "" && len(l.Paragraphs) > 1 {
		l.Preheader = l.Paragraphs[1]
	}
	l.Footer = []string{
		w.in("mail_footer_support", map[string]any{"email": c.cfg.Site.SupportEmail, "phone": c.cfg.Site.SupportPhone(to.country)}),
		w.in("mail_footer_why", map[string]any{"product": ProductName}),
	}
	written, err := l.Render()
	if err != nil {
		return err
	}
	err = c.cfg.Mailer.Send(ctx, Mail{
		Key: key, Kind: kind, To: to.address, ToName: strings.TrimSpace(to.firstName + " " + to.lastName), Lang: w.tag(),
		Subject: written.Subject, Text: written.Text, HTML: written.HTML, Link: link,
	})
	if err != nil {
		return fmt.Errorf("send mail %s: %w", kind, err)
	}
	if err := c.q.RecordMailDelivery(ctx, key, string(kind), c.now()); err != nil {
		return fmt.Errorf("record mail %s: %w", kind, err)
	}
	return nil
}

// delivered reports whether the mail with this key was sent already.
func (c *Client) delivered(ctx context.Context, key string) (bool, error) {
	done, err := c.q.MailDelivered(ctx, key)
	if err != nil {
		return false, fmt.Errorf("mail delivery: %w", err)
	}
	return done, nil
}

// link is an address of ours whose secret stands in the fragment, where no server and no referrer sees it.
func (c *Client) link(route, userID string, token Secret) string {
	return c.cfg.Site.PublicURL + mailRoute + route + "#userId=" + userID + "&token=" + token.Reveal()
}

func (w wording) hello(firstName string) string {
	return w.in("mail_hello", map[string]any{"name": firstName})
}
