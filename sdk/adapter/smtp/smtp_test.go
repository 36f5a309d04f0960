package smtp_test

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/adapter/smtp"
	"github.com/cojoin/cojoin/sdk/email"
)

var sample = email.Message{
	Key: "receipt/1", Kind: email.Receipt, To: "ana@example.com", ToName: "Ana Díaz", Lang: "es_MX",
	Subject: "Su recibo", Text: "Gracias, señora.\n", HTML: "<p>Gracias, señora.</p>", Link: "https://example.com/#token=t",
}

// serveSMTP receives one mail and sends its content on the channel. With refuse it rejects the receiver.
func serveSMTP(t *testing.T, refuse bool) (address string, received <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	out := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		in := bufio.NewReader(conn)
		reply := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
		reply("220 test")
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			switch verb, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(line)), " "); {
			case verb == "DATA":
				reply("354 go on")
				var body strings.Builder
				for {
					line, err := in.ReadString('\n')
					if err != nil || line == ".\r\n" {
						break
					}
					body.WriteString(line)
				}
				out <- body.String()
				reply("250 taken")
			case verb == "RCPT" && refuse:
				reply("550 no mailbox ana@example.com")
			case verb == "QUIT":
				reply("221 bye")
				return
			default:
				reply("250 fine")
			}
		}
	}()
	return "smtp://" + l.Addr().String(), out
}

func TestSMTP(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		address, received := serveSMTP(t, false)
		m, err := smtp.New(address, "Cojoin <no-reply@example.com>")
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Send(t.Context(), sample); err != nil {
			t.Fatal(err)
		}
		msg, err := netmail.ReadMessage(strings.NewReader(<-received))
		if err != nil {
			t.Fatal(err)
		}
		headers := map[string]string{}
		decode := new(mime.WordDecoder)
		for _, name := range []string{"From", "To", "Subject", "Auto-Submitted", "Content-Language"} {
			headers[name], _ = decode.DecodeHeader(msg.Header.Get(name))
		}
		want := map[string]string{
			"From": `"Cojoin" <no-reply@example.com>`, "To": "Ana Díaz <ana@example.com>", "Subject": "Su recibo",
			"Auto-Submitted": "auto-generated", "Content-Language": "es-MX",
		}
		headers["To"] = strings.ReplaceAll(headers["To"], `"`, "")
		if diff := cmp.Diff(want, headers); diff != "" {
			t.Errorf("headers (-want +got):\n%s", diff)
		}
		if id := msg.Header.Get("Message-Id"); !strings.HasSuffix(id, "@example.com>") || len(id) < 40 {
			t.Errorf("message id %s", id)
		}
		if diff := cmp.Diff([]string{sample.Text, sample.HTML}, parts(t, msg)); diff != "" {
			t.Errorf("parts (-want +got):\n%s", diff)
		}
	})

	t.Run("a name with quotes", func(t *testing.T) {
		t.Parallel()
		for _, name := range []string{`Ana "Annie" Díaz`, `Ana \`, `"`, "Ana <b>, Luis", "(Ana"} {
			address, received := serveSMTP(t, false)
			m, err := smtp.New(address, `"Cojoin, Inc." <no-reply@example.com>`)
			if err != nil {
				t.Fatal(err)
			}
			named := sample
			named.ToName = name
			if err := m.Send(t.Context(), named); err != nil {
				t.Fatalf("to %s: %v", name, err)
			}
			msg, err := netmail.ReadMessage(strings.NewReader(<-received))
			if err != nil {
				t.Fatal(err)
			}
			for header, want := range map[string]netmail.Address{
				"To": {Name: name, Address: "ana@example.com"}, "From": {Name: "Cojoin, Inc.", Address: "no-reply@example.com"},
			} {
				got, err := msg.Header.AddressList(header)
				if err != nil || len(got) != 1 || *got[0] != want {
					t.Errorf("%s of a mail to %s: %v, %v; want %v", header, name, got, err, want)
				}
			}
		}
	})

	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		address, _ := serveSMTP(t, true)
		m, err := smtp.New(address, "no-reply@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Send(t.Context(), sample); err == nil || strings.Contains(err.Error(), "ana@") || !strings.Contains(err.Error(), "550") {
			t.Errorf("error %v", err)
		}
	})

	t.Run("unreachable", func(t *testing.T) {
		t.Parallel()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		m, err := smtp.New("smtp://"+l.Addr().String(), "no-reply@example.com")
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Send(t.Context(), sample); err == nil {
			t.Error("a mail was sent without a server")
		}
	})

	t.Run("configuration", func(t *testing.T) {
		t.Parallel()
		for address, from := range map[string]string{
			"":                                "a@example.com",
			"http://mail.example.com":         "a@example.com",
			"smtp://":                         "a@example.com",
			"smtp://u:secret@host:99999":      "a@example.com",
			"smtps://u:secret@mail.example\n": "a@example.com",
			"smtp://mail.example.com":         "nobody",
		} {
			if _, err := smtp.New(address, from); err == nil || strings.Contains(err.Error(), "secret") {
				t.Errorf("%q from %q: %v", address, from, err)
			}
		}
		for _, address := range []string{"smtp://user:word@mail.example.com", "smtps://mail.example.com:4650", "smtp://localhost:1025"} {
			if _, err := smtp.New(address, "Cojoin <a@example.com>"); err != nil {
				t.Errorf("%q: %v", address, err)
			}
		}
	})
}

// parts returns the decoded text and HTML of a message.
func parts(t *testing.T, msg *netmail.Message) []string {
	t.Helper()
	_, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	r := multipart.NewReader(msg.Body, params["boundary"])
	var out []string
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.ReplaceAll(string(body), "\r\n", "\n"))
	}
}
