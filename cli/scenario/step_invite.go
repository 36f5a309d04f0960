package scenario

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
)

// mailTimeout limits the wait for an email. It is generous: a failed job pauses before its retry, and a busy machine is slow.
const mailTimeout = 2 * time.Minute

// Invited follows the link in the mail to an address. From then on, the run continues as the invited parent.
type Invited struct {
	Email string `json:"email"`
}

// StepOne is /invite/step1.
type StepOne struct {
	Person
	Referral         *form.Referral `json:"referral"`
	SecurityQuestion string         `json:"securityQuestion"`
	SecurityAnswer   string         `json:"securityAnswer"`
	SecurityCode     string         `json:"securityCode"`
	ConfirmCode      string         `json:"confirmCode"`
}

// Professional invites a family; works with development servers only.
type Professional struct {
	FirstName string              `json:"firstName"`
	LastName  string              `json:"lastName"`
	Email     string              `json:"email"`
	Parent    form.InvitedPerson  `json:"parent"`
	CoParent  *form.InvitedPerson `json:"coParent,omitempty"` // gets an invitation, too
	Children  []form.Child        `json:"children"`
	Locale    string              `json:"locale"`
}

// invitation is the link that a run followed.
type invitation struct{ userID, token string }

// invitePath returns the path of an invited parent's call.
func (r *run) invitePath(call string) string {
	return "/v1/invite" + call + "?userId=" + url.QueryEscape(r.invitation.userID)
}

// paymentPath returns the path for payments and their status.
func (r *run) paymentPath() string {
	if r.invitation != nil {
		return r.invitePath("/payment")
	}
	return "/v1/signups/" + r.signupID + "/payment"
}

// comeIn waits for the invitation's mail and starts over as its recipient. It ignores a link that the run
// has already used: after a renewal, that is the old mail's link.
func (r *run) comeIn(ctx context.Context, in Invited) error {
	link, err := r.followMail(ctx, in.Email, func(kind, link string) (known, found bool) {
		invited := invitationIn(link)
		if invited == nil || !strings.HasPrefix(kind, "invitation") {
			return false, false
		}
		return r.invitation != nil && invited.token == r.invitation.token, true
	})
	if err != nil {
		return err
	}
	r.again()
	r.invitation = invitationIn(link)
	r.bearer = r.invitation.token
	return r.readInvitation(ctx)
}

// invitationIn parses a link's fragment; it returns nil if it isn't an invitation's.
func invitationIn(link string) *invitation {
	_, fragment, ok := strings.Cut(link, "/invite#")
	if !ok {
		return nil
	}
	values, err := url.ParseQuery(fragment)
	if err != nil || values.Get("token") == "" {
		return nil
	}
	return &invitation{userID: values.Get("userId"), token: values.Get("token")}
}

func (r *run) readInvitation(ctx context.Context) error {
	res, err := r.call(ctx, http.MethodGet, r.invitePath(""), nil, "")
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var invitation invite.Context
	if err := res.decode(&invitation); err != nil {
		return err
	}
	r.keepInvitation(&invitation)
	return nil
}

// keepInvitation stores the answer's data about the invited parent.
func (r *run) keepInvitation(invitation *invite.Context) {
	r.keep(invitation.Registration)
	r.userID, r.last.next, r.last.group = invitation.UserID, invitation.Next, invitation.PricingGroup
	if invitation.ClickToJoinToken != "" {
		r.credentials = invitation.ClickToJoinToken.Reveal()
		if r.payment == nil {
			r.outcome = OutcomeJoined
		}
	}
	if r.parent.FirstName == "" && invitation.Registration != nil && invitation.Registration.Parent != nil {
		r.parent = *invitation.Registration.Parent
	}
}

// saveInvitation sends sections of the invited parent's registration.
func (r *run) saveInvitation(ctx context.Context, in map[string]any) error {
	res, err := r.call(ctx, http.MethodPut, r.invitePath("/registration"), in, newKey())
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var answer invite.Answer
	if err := res.decode(&answer); err != nil {
		return err
	}
	if answer.Invitation == nil {
		return errors.New("the answer holds no invitation")
	}
	r.keepInvitation(answer.Invitation)
	return nil
}

func (r *run) fillStepOne(ctx context.Context, s StepOne) error {
	if r.invitation == nil {
		return errors.New("step 1 of an invitation comes before the invitation")
	}
	r.parent = form.Parent{
		FirstName: s.FirstName, LastName: s.LastName, Email: s.Email, UserID: r.invitation.userID,
		PhoneCountryCode: orDefault(s.PhoneCountryCode, "+1"), PhoneNumber: s.PhoneNumber,
	}
	in := map[string]any{
		"sections": []string{"PARENT", "REFERRAL", "SECURITY_QUESTION", "SECURITY_CODE"}, "parent": r.parent,
		"securityQuestion": s.SecurityQuestion, "securityAnswer": s.SecurityAnswer,
		"securityCode": s.SecurityCode, "confirmCode": orDefault(s.ConfirmCode, s.SecurityCode), "segmentAnonymousId": r.anonymous,
	}
	if s.Referral != nil {
		in["referral"] = s.Referral
	}
	return r.saveInvitation(ctx, in)
}

// renewLink requests a new link with the current one.
func (r *run) renewLink(ctx context.Context) error {
	res, err := r.call(ctx, http.MethodPost, "/v1/invite/renewal", nil, "")
	if err != nil {
		return err
	}
	_, err = r.note(res)
	return err
}

// inviteByProfessional creates a professional who invites a family.
func (r *run) inviteByProfessional(ctx context.Context, p Professional) error {
	res, err := r.call(ctx, http.MethodPost, "/dev/professionals", map[string]string{"firstName": p.FirstName, "lastName": p.LastName, "email": p.Email}, "")
	if err != nil {
		return err
	}
	if ok, err := r.note(res); !ok {
		return err
	}
	var made struct {
		ProfessionalID string `json:"professionalId"`
	}
	if err := res.decode(&made); err != nil {
		return err
	}
	res, err = r.call(ctx, http.MethodPost, "/dev/invitations", map[string]any{
		"professionalId": made.ProfessionalID, "parent": p.Parent, "coParent": p.CoParent, "children": p.Children, "locale": p.Locale,
	}, "")
	if err != nil {
		return err
	}
	_, err = r.note(res)
	return err
}
