package emails

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// recipient is the reader of a mail.
type recipient struct {
	address, firstName, lastName string
	country                      string // selects the support phone and the format of days
	locale                       string // of the account; es-MX has its own texts for the invitation
	zone                         string // of days and times; UTC if empty or unknown
}

// unnamedRecipient returns a recipient with an unproved mailbox. It leaves the name out: a stranger may have typed it, as a message to them.
func unnamedRecipient(address, locale string) recipient {
	return recipient{address: address, locale: locale}
}

// namedRecipient returns a recipient with a proved mailbox.
func namedRecipient(address, firstName, lastName, locale string) recipient {
	return recipient{address: address, firstName: plainName(firstName), lastName: plainName(lastName), locale: locale}
}

// words returns the wording of the recipient's mails.
func (r recipient) words() text.Wording { return text.WordingOf(r.locale).At(r.country).Zoned(r.zone) }

func accountRecipient(a core.Account) recipient {
	to := unnamedRecipient(a.Person.Email, a.Locale)
	if accounts.Proved(a.Account) {
		to = namedRecipient(a.Person.Email, a.Person.FirstName, a.Person.LastName, a.Locale)
	}
	to.country, to.zone = pg.OrEmpty(a.Country), a.Person.TimeZone
	return to
}

// moment returns the arguments of a text with a time of day in the reader's zone. An unknown zone isn't named: it may be a stranger's message.
func (r recipient) moment(product string, at time.Time) map[string]any {
	w, zone := r.words(), day.Zone(r.zone)
	return map[string]any{"product": product, "date": w.Date(at), "time": day.Time(at, zone), "zone": form.TimeZoneName(zone, w.Lang)}
}

// deliver renders the letter, sends it once for each key, and records the delivery. It holds no transaction while it sends.
func (c *Engine) deliver(ctx context.Context, kind email.Kind, key string, to recipient, l Letter, link secret.Secret) error {
	if to.address == "" {
		return nil // a person without an address gets no mail
	}
	if c.core.Mailer == nil {
		return errors.New("sdk: Config.Mailer is missing")
	}
	w := to.words()
	l.Lang, l.Product, l.Look = strings.ReplaceAll(w.Tag(), "_", "-"), c.core.Site.Product, c.core.Site.Brand.Mail()
	if l.Preheader == "" && len(l.Paragraphs) > 1 {
		l.Preheader = l.Paragraphs[1]
	}
	why := text.Code("mail_footer_why")
	if kind == email.SignupLink { // a parent in sign-up has no account yet
		why = "mail_footer_why_signup"
	}
	l.Footer = []string{
		w.In("mail_footer_support", map[string]any{"email": c.core.Site.SupportEmail, "phone": c.core.Site.SupportPhone(to.country)}),
		w.In(why, map[string]any{"product": c.core.Site.Product}),
	}
	written, err := l.Render()
	if err != nil {
		return err
	}
	err = c.core.Mailer.Send(ctx, email.Message{
		Key: key, Kind: kind, To: to.address, ToName: strings.TrimSpace(to.firstName + " " + to.lastName), Lang: w.Tag(),
		Subject: written.Subject, Text: written.Text, HTML: written.HTML, Link: link,
	})
	if err != nil {
		return fmt.Errorf("send mail %s: %w", kind, err)
	}
	if err := c.core.Q.RecordMailDelivery(ctx, key, string(kind), c.core.Now()); err != nil {
		return fmt.Errorf("record mail %s: %w", kind, err)
	}
	return nil
}

// delivered reports whether the mail with this key was sent.
func (c *Engine) delivered(ctx context.Context, key string) (bool, error) {
	done, err := c.core.Q.MailDelivered(ctx, key)
	if err != nil {
		return false, fmt.Errorf("mail delivery: %w", err)
	}
	return done, nil
}
