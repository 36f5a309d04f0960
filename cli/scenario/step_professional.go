package scenario

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/professional"
)

// ProfessionalForm is the professional's form, all three steps, with the API's field names. It is a map
// because the SDK's type hides the security answer and code when it is encoded.
type ProfessionalForm map[string]any

// signUpProfessional works like the page /pro: it validates each step, and sends the form if all are valid.
func (r *run) signUpProfessional(ctx context.Context, typed ProfessionalForm) error {
	for step := 1; step <= form.ProfessionalSteps; step++ {
		in := maps.Clone(typed)
		in["step"] = step
		res, err := r.postIdempotent(ctx, "/v2/professional/users/validator", in)
		if err != nil {
			return err
		}
		if ok, err := r.note(res); !ok {
			return err
		}
	}
	res, err := r.call(ctx, http.MethodPost, "/v2/professional/users", typed, newKey())
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var made professional.Answer
	if err := res.decode(&made); err != nil {
		return err
	}
	r.outcome, r.userID, r.parent.Email = OutcomeProfessional, made.UserID, made.Email
	return nil
}

// followMail waits until a new mail with a wanted link has arrived at an address, and returns the link.
func (r *run) followMail(ctx context.Context, to string, match func(kind, link string) (known, found bool)) (string, error) {
	for deadline := time.Now().Add(mailTimeout); time.Now().Before(deadline); {
		mails, err := r.outbox(ctx, to)
		if err != nil {
			return "", err
		}
		for _, mail := range mails {
			known, found := match(mail.Kind, mail.Link)
			if known {
				break // no new mail yet
			}
			if found {
				return mail.Link, nil
			}
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("no new link was mailed to %s within %s", to, mailTimeout)
}

// follow takes the token from a mailed credentials link, so that the username and password can be set. If a new link was
// requested, the receipt's link is revoked. It is skipped, because it may be the only one in the outbox so far.
func (r *run) follow(ctx context.Context, in Invited) error {
	link, err := r.followMail(ctx, in.Email, func(kind, link string) (known, found bool) {
		token := credentialsIn(link)
		if token == "" || r.renewed && kind == string(email.Receipt) {
			return false, false
		}
		return token == r.credentials, true
	})
	if err != nil {
		return err
	}
	r.credentials = credentialsIn(link)
	return nil
}

// credentialsIn returns the token of a credentials link, or "" for any other link.
func credentialsIn(link string) string {
	_, fragment, ok := strings.Cut(link, "/credentials#")
	if !ok {
		return ""
	}
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return ""
	}
	return values.Get("token")
}
