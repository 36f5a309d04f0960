package sdktest

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/sdk/email"
)

// Mailbox stores every mail instead of sending it. A mail that is sent again with the same key is stored once, as its recipient would see it.
type Mailbox struct {
	mu    sync.Mutex
	mails []email.Message
	fail  error
}

// Send implements [email.Mailer].
func (m *Mailbox) Send(_ context.Context, mail email.Message) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail
	}
	if !slices.ContainsFunc(m.mails, func(had email.Message) bool { return had.Key == mail.Key }) {
		m.mails = append(m.mails, mail)
	}
	return nil
}

// Mails returns the mails so far, oldest first.
func (m *Mailbox) Mails() []email.Message {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.mails)
}

// Link returns the values in the fragment of the link in the last mail of a kind, such as token; nil if there is none.
func (m *Mailbox) Link(kind email.Kind) url.Values {
	for _, mail := range slices.Backward(m.Mails()) {
		if mail.Kind == kind {
			_, fragment, _ := strings.Cut(mail.Link.Reveal(), "#")
			values, err := url.ParseQuery(fragment)
			if err != nil {
				return nil
			}
			return values
		}
	}
	return nil
}

// Fail makes the following mails fail with the error; nil ends this.
func (m *Mailbox) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = err
}
