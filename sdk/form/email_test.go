package form_test

import (
	"net/mail"
	"strings"
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
)

func TestEqualEmails(t *testing.T) {
	t.Parallel()
	cases := []struct {
		a, b string
		want bool
	}{
		{" Maria@Example.com", "maria@example.COM ", true},
		{"maria@example.com", "mario@example.com", false},
		{"", " ", false},
	}
	for _, c := range cases {
		if got := form.EqualEmails(c.a, c.b); got != c.want {
			t.Errorf("EqualEmails(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

// FuzzEmail looks for valid addresses that mail can't be sent to, or that would also send it to another
// recipient.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{"a@b.c", " Maria@Example.com\n", "a@example.com\r\nBcc: b@example.com", "a@[127.0.0.1]", "Bob <b@c.d>", "a..b@c.d", "@"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, email string) {
		normal, code, _ := form.RuleEmail.Apply(email)
		if code != "" {
			return
		}
		local, domain, _ := strings.Cut(normal, "@")
		if len(normal) > form.EmailBounds.Max || strings.Count(normal, "@") != 1 || !strings.Contains(domain, ".") ||
			strings.ContainsAny(normal, " \t\r\n,<>\"") || strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") {
			t.Fatalf("%q is taken as the address %q", email, normal)
		}
		// Go's parser rejects dots at the edges of the local part, which HTML's rule allows.
		if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") {
			return
		}
		if parsed, err := mail.ParseAddress(normal); err != nil || parsed.Address != normal {
			t.Errorf("%q is no address to net/mail: %v", normal, err)
		}
	})
}
