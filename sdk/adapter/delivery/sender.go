package delivery

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/secret"
)

// maxAnswer limits how many bytes of a response are read, so that the connection can be reused. The content is discarded.
const maxAnswer = 16 << 10

// Sender sends events. It is safe for concurrent use.
type Sender struct {
	guard  guard
	client *http.Client
}

var _ integration.Sender = (*Sender)(nil)

// New returns a sender. allowed are networks that aren't public and may still receive events, also over http.
func New(allowed []netip.Prefix) *Sender { return newSender(guard{allowed: allowed}) }

// ThisMachine lists the networks of this machine, in the format of the setting events.allow.
const ThisMachine = "127.0.0.0/8,::1/128"

// NewLocal returns a sender that only connects to this machine, also over http.
func NewLocal() *Sender {
	return newSender(guard{allowed: prefixes(strings.Split(ThisMachine, ",")...), only: true})
}

func newSender(g guard) *Sender {
	dialer := &net.Dialer{Timeout: 5 * time.Second, ControlContext: g.control}
	return &Sender{guard: g, client: &http.Client{
		Timeout: integration.SendTimeout,
		Transport: &http.Transport{ // no proxy: it could connect to addresses that the guard rejects
			DialContext: dialer.DialContext, TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: integration.SendTimeout,
			MaxResponseHeaderBytes: maxAnswer, MaxIdleConnsPerHost: 8, IdleConnTimeout: 30 * time.Second, ForceAttemptHTTP2: true,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send implements [integration.Sender].
func (s *Sender) Send(ctx context.Context, m integration.Message) (status int, err error) {
	if err := s.Permit(m.URL); err != nil { // the configuration may have changed since the endpoint was added
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return 0, errUnusable
	}
	now := time.Now() // receivers reject old signatures
	signatures, err := sign(m, now)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "cojoin-events")
	req.Header.Set(standard.HeaderWebhookID, m.ID)
	req.Header.Set(standard.HeaderWebhookTimestamp, strconv.FormatInt(now.Unix(), 10))
	req.Header.Set(standard.HeaderWebhookSignature, signatures)
	res, err := s.client.Do(req)
	if err != nil {
		return 0, cause(err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.CopyN(io.Discard, res.Body, maxAnswer) // only the status matters
	return res.StatusCode, nil
}

func sign(m integration.Message, at time.Time) (string, error) {
	signatures := make([]string, len(m.Secrets))
	for i, s := range m.Secrets {
		signer, err := standard.NewWebhook(s.Reveal())
		if err != nil {
			return "", errors.New("the secret isn't one of Standard Webhooks")
		}
		if signatures[i], err = signer.Sign(m.ID, at, m.Body); err != nil {
			return "", errors.New("the event can't be signed")
		}
	}
	return strings.Join(signatures, " "), nil
}

// Verify checks a message like a receiver: signed with the secret, at most five minutes ago.
func Verify(s secret.Secret, body []byte, header http.Header) error {
	signer, err := standard.NewWebhook(s.Reveal())
	if err != nil {
		return errors.New("the secret isn't one of Standard Webhooks")
	}
	return signer.Verify(body, header)
}

var errUnusable = errors.New("the address must be like https://app.example.com/hook, without user name and fragment")

// Permit implements [integration.Sender]. A name may resolve to any address later, so the guard checks the address again at
// the connection.
func (s *Sender) Permit(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" || u.Scheme != "https" && u.Scheme != "http" {
		return errUnusable
	}
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil && s.guard.only {
		if !s.resolvesAllowed(u.Hostname()) {
			return &elsewhereError{}
		}
		return nil
	}
	if err != nil {
		if u.Scheme == "http" && (len(s.guard.allowed) == 0 || !s.resolvesAllowed(u.Hostname())) {
			return errors.New("must begin with https://: http is for networks that events.allow lists")
		}
		return nil
	}
	if u.Scheme == "http" && !s.guard.only && !s.guard.allows(ip) {
		return errors.New("must begin with https://: http is for networks that events.allow lists")
	}
	return s.guard.permit(ip)
}

// resolvesAllowed reports whether a name resolves only to allowed networks, such as localhost in development.
func (s *Sender) resolvesAllowed(name string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	if err != nil || len(ips) == 0 {
		return false
	}
	for _, ip := range ips {
		if !s.guard.allows(ip) {
			return false
		}
	}
	return true
}

// Reach implements [integration.Sender].
func (s *Sender) Reach(ctx context.Context, address string) error {
	if err := s.Permit(address); err != nil {
		return err
	}
	u, err := url.Parse(address)
	if err != nil {
		return errUnusable
	}
	port := u.Port()
	dialer := &net.Dialer{Timeout: 5 * time.Second, ControlContext: s.guard.control}
	var conn net.Conn
	if u.Scheme == "https" {
		secured := &tls.Dialer{NetDialer: dialer, Config: &tls.Config{MinVersion: tls.VersionTLS12}}
		conn, err = secured.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), orElse(port, "443")))
	} else {
		conn, err = dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), orElse(port, "80")))
	}
	if err != nil {
		return cause(err)
	}
	return conn.Close()
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// cause describes a failed connection in a few fixed words, because the network's own error contains addresses.
func cause(err error) error {
	var timeout net.Error
	var unknown *net.DNSError
	var refused *refusedError
	var elsewhere *elsewhereError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &elsewhere):
		return elsewhere
	case errors.As(err, &unknown):
		return errors.New("the name can't be resolved")
	case errors.As(err, &untrusted):
		return errors.New("the certificate isn't trusted")
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("no answer within %s", integration.SendTimeout)
	case errors.Is(err, context.Canceled):
		return errors.New("the call was given up")
	}
	return errors.New("the connection failed")
}
