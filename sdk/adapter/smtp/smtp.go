// Package smtp implements [email.Mailer] with a mail server.
package smtp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"github.com/cojoin/cojoin/sdk/email"
)

const (
	smtpTimeout = 20 * time.Second
	portSubmit  = 587
	portTLS     = 465
)

// Client sends mails to a server, with one connection per mail.
type Client struct {
	client *mail.Client
	from   *netmail.Address
	domain string
}

var _ email.Mailer = (*Client)(nil)

// New returns a client for an address such as smtp://user:password@host:587 (STARTTLS) or
// smtps://user:password@host:465 (TLS), and a sender such as "Cojoin <no-reply@example.com>". Encryption is
// required except on this machine. Credentials are only sent over encrypted connections. It makes no
// connection.
func New(address, from string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("mail: the SMTP address isn't smtp://… or smtps://…") // without the cause: its text may contain a password
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	opts, err := smtpOptions(u)
	if err != nil {
		return nil, err
	}
	client, err := mail.NewClient(u.Hostname(), opts...)
	if err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	_, domain, _ := strings.Cut(sender.Address, "@")
	return &Client{client: client, from: sender, domain: domain}, nil
}

func smtpOptions(u *url.URL) ([]mail.Option, error) {
	local := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1"
	policy, port := mail.TLSMandatory, portSubmit
	if local {
		policy = mail.TLSOpportunistic
	}
	if u.Scheme == "smtps" {
		port = portTLS
	}
	if p := u.Port(); p != "" {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 65535 {
			return nil, errors.New("mail: the SMTP address has no such port")
		}
		port = n
	}
	opts := []mail.Option{mail.WithTimeout(smtpTimeout), mail.WithTLSPolicy(policy), mail.WithPort(port)}
	if u.Scheme == "smtps" {
		opts = append(opts, mail.WithSSL())
	}
	if name := u.User.Username(); name != "" {
		password, _ := u.User.Password()
		opts = append(opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(name), mail.WithPassword(password))
	}
	return opts, nil
}

// Send implements [email.Mailer].
func (s *Client) Send(ctx context.Context, m email.Message) error {
	msg, err := s.message(m)
	if err != nil {
		return err
	}
	if err := s.client.DialAndSendWithContext(ctx, msg); err != nil {
		return fmt.Errorf("mail: send: %w", withoutAddress(err))
	}
	return nil
}

// Try connects to the server and logs in, with the same encryption as for mails. It sends nothing.
func (s *Client) Try(ctx context.Context) error {
	if err := s.client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	if err := s.client.Close(); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	return nil
}

// message returns a mail with both bodies and the headers of automatic mail.
func (s *Client) message(m email.Message) (*mail.Msg, error) {
	msg := mail.NewMsg()
	if err := msg.From(s.from.String()); err != nil {
		return nil, errors.New("mail: the sender isn't an address")
	}
	to := netmail.Address{Name: m.ToName, Address: m.To}
	if err := msg.AddTo(to.String()); err != nil {
		return nil, errors.New("mail: the receiver isn't an address") // without the cause: its text contains personal data
	}
	msg.Subject(m.Subject)
	msg.SetMessageIDWithValue(messageID(m.Key, s.domain))
	msg.SetDate()
	msg.SetGenHeader(mail.HeaderContentLang, strings.ReplaceAll(m.Lang, "_", "-"))
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(mail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	return msg, nil
}

// messageID returns the same id for every try of a mail, so that a receiver recognizes duplicates.
func messageID(key, domain string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16]) + "@" + domain
}

// withoutAddress keeps the kind of failure and the server's code. It omits the server's text, which repeats the
// receiver's address.
func withoutAddress(err error) error {
	var refused *mail.SendError
	if errors.As(err, &refused) {
		return fmt.Errorf("refused: %s, code %d, temporary %t", refused.Reason, refused.ErrorCode(), refused.IsTemp())
	}
	return err
}
