package emails

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/accounts"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendInvitation implements [email.Client].
func (c *Engine) SendInvitation(ctx context.Context, job email.InvitationJob, occasion string) error {
	id, err := uuid.Parse(job.InvitationID)
	if err != nil {
		return fmt.Errorf("invitation mail: id: %w", err)
	}
	key := "invitation/" + job.InvitationID + "/" + occasion
	if done, err := c.delivered(ctx, key); err != nil || done {
		return err
	}
	invitation, err := c.core.Q.GetInvitation(ctx, id)
	if err != nil {
		return fmt.Errorf("invitation mail: %w", err)
	}
	if invitation.State != "open" || !invitation.ByMail {
		return nil
	}
	inviter, err := c.inviterOf(ctx, invitation)
	if err != nil || inviter.suspended && !job.Renewal && !job.Again {
		return err
	}
	guest, err := c.core.Person(ctx, c.core.Q, invitation.PersonID)
	if err != nil {
		return fmt.Errorf("invitation mail: %w", err)
	}
	if refused, err := c.refused(ctx, invitation, guest); err != nil || refused {
		return err
	}
	if requested := job.Renewal || job.Operator; !requested && inviter.name == "" {
		if err := c.admit(ctx, key, guest.EmailKey(), false); err != nil {
			return c.orLate(err, invitation.ExpiresAt, "invitation", key)
		}
	}
	to := unnamedRecipient(guest.Email, invitation.Locale)
	if invitation.EmailTaken {
		return c.deliver(ctx, email.Invitation, key, to, c.takenLetter(to, inviter, invitation), "")
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		token, err = c.core.NewInvitationToken(ctx, tx, invitation, true)
		return err
	})
	if err != nil {
		return err
	}
	link := c.core.Link("/invite", invitation.UserID.String(), token)
	kind := email.Invitation
	switch {
	case job.Renewal:
		kind = email.InvitationRenewal
	case job.Reminder:
		kind = email.InvitationReminder
	}
	if invitation.SeatPaid { // SeatPaid is from the time of the invitation; the seat's payment may have been refunded or have lapsed since
		invitation.SeatPaid, err = c.core.Q.SeatIsPaid(ctx, invitation.FamilyID, invitation.Role)
		if err != nil {
			return fmt.Errorf("invitation mail: seat: %w", err)
		}
	}
	l := c.invitationLetter(to, kind, inviter, invitation, link)
	if job.Again {
		l.After = slices.Insert(l.After, 1, to.words().In("mail_invitation_again", nil))
	}
	return c.deliver(ctx, kind, key, to, l, secret.Secret(link))
}

// refused reports whether the invitee has refused invitations from this sender or from all senders.
func (c *Engine) refused(ctx context.Context, invitation db.Invitation, guest person.Identity) (bool, error) {
	refused, err := c.core.Q.IsRefused(ctx, c.core.People.EmailHashes(guest.EmailKey()), invitation.ProfessionalID, invitation.FamilyID)
	if err != nil {
		return false, fmt.Errorf("invitation mail: refusals: %w", err)
	}
	if refused {
		c.core.Log.Info("invitation not mailed: the invitee has refused this sender or all senders", "invitation", invitation.ID)
	}
	return refused, nil
}

// inviter holds the data of an invitation's sender that decide whether and how the invitation is mailed.
type inviter struct {
	name      string // empty for an unverified professional, and for a parent with an unconfirmed mail address
	suspended bool   // true only for professionals
}

// inviterOf returns the sender: the professional if there is one, otherwise the other parent.
func (c *Engine) inviterOf(ctx context.Context, invitation db.Invitation) (of inviter, err error) {
	var id uuid.UUID
	verified := false
	switch {
	case invitation.ProfessionalID != nil:
		by, err := c.core.Q.GetProfessional(ctx, *invitation.ProfessionalID)
		if err != nil {
			return of, fmt.Errorf("invitation mail: professional: %w", err)
		}
		id, verified, of.suspended = by.AccountID, by.State == string(professional.Verified), by.State == string(professional.Suspended)
	case invitation.InviterAccountID != nil:
		id = *invitation.InviterAccountID
	}
	by, err := c.core.Account(ctx, c.core.Q, id)
	if err != nil {
		return of, fmt.Errorf("invitation mail: inviter: %w", err)
	}
	if verified || invitation.ProfessionalID == nil && accounts.Proved(by.Account) {
		of.name = plainName(by.Person.Name())
	}
	return of, nil
}

// invitationLetter names the inviter only in its body: lock screens show subject, heading and preheader.
func (c *Engine) invitationLetter(to recipient, kind email.Kind, by inviter, invitation db.Invitation, link string) Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "date": w.Date(c.core.Now().Add(core.InvitationTokenLife))}
	prefix, intro := text.Code("mail_invitation_"), text.Code("mail_invitation_intro")
	if invitation.ProfessionalID != nil {
		prefix, intro = "mail_invitation_pro_", "mail_invitation_pro_intro"
	}
	switch kind {
	case email.InvitationRenewal:
		prefix, intro = "mail_invitation_renewal_", "mail_invitation_renewal_intro"
	case email.InvitationReminder:
		prefix, intro = "mail_invitation_reminder_", "mail_invitation_reminder_intro"
	}
	l := Letter{
		Subject: w.In(prefix+"subject", args), Heading: w.In(prefix+"heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In(intro, args), by.line(w)},
		Button:     Button{Label: w.In("mail_invitation_button", nil), URL: link},
		After:      []string{w.In("mail_invitation_expires", args), w.In("mail_invitation_stranger", nil)},
		Links:      []Button{c.unknownLink(w, invitation)},
	}
	if invitation.SeatPaid {
		l.Paragraphs = append(l.Paragraphs, w.In("mail_invitation_paid", nil))
	}
	return l
}

// line returns the sentence about the inviter in an invitation's mail.
func (by inviter) line(w text.Wording) string {
	if by.name == "" {
		return w.In("mail_invitation_who", nil)
	}
	return w.In("mail_invitation_by", map[string]any{"inviter": by.name})
}

// takenLetter is sent instead of an invitation if the address, which the inviter entered as the co-parent's, already has an account.
func (c *Engine) takenLetter(to recipient, by inviter, invitation db.Invitation) Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "inviter": by.name}
	l := Letter{
		Subject: w.In("mail_invitation_taken_subject", args), Heading: w.In("mail_invitation_taken_heading", args),
		Preheader:  w.In("mail_invitation_taken_next", args),
		Paragraphs: []string{w.In("mail_invitation_taken_intro", args), w.In("mail_invitation_taken_next", args)},
		Links:      []Button{c.unknownLink(w, invitation)},
	}
	if by.name != "" {
		l.Paragraphs = slices.Insert(l.Paragraphs, 1, w.In("mail_invitation_taken_by", args))
	}
	return l
}

// unknownLink leads to the page on which the reader can report an unknown inviter.
func (c *Engine) unknownLink(w text.Wording, invitation db.Invitation) Button {
	return Button{
		Label: w.In("mail_invitation_unknown", nil),
		URL:   c.core.QuestionLink(core.QuestionUnknown, w.Lang, c.core.RefusalToken(invitation.ID)),
	}
}
