package letters

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// SendInvitation mails an invitation with its link, once for each occasion (the job's id): a new link
// that is asked for is a new occasion. The token is made here, so that it stands nowhere in clear but in
// the mail; it ends the one before. Where the address belongs to another account, its owner is told
// instead, without a link. Without an address, once the invitation isn't open or its owner has refused it there is no mail; in the name of a
// suspended professional only who asks for a new link, or whom an operator sends one, gets it.
func (c *Client) SendInvitation(ctx context.Context, job job.InvitationMailJob, occasion string) error {
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
	inviter, suspended, err := c.inviterOf(ctx, invitation)
	if err != nil || suspended && !job.Renewal && !job.Again {
		return err
	}
	guest, err := c.core.Person(ctx, c.core.Q, invitation.PersonID)
	if err != nil {
		return fmt.Errorf("invitation mail: %w", err)
	}
	if refused, err := c.refused(ctx, invitation, guest); err != nil || refused {
		return err
	}
	to := newRecipient(guest.Email, guest.FirstName, guest.LastName, invitation.Locale)
	if invitation.EmailTaken {
		return c.deliver(ctx, mailer.MailInvitation, key, to, c.takenLetter(to, inviter, invitation), "")
	}
	var token secret.Secret
	err = c.core.Tx(ctx, func(_ *db.Queries, tx pgx.Tx) error {
		token, err = c.core.NewInvitationToken(ctx, tx, invitation, true)
		return err
	})
	if err != nil {
		return err
	}
	link := c.core.Link("/invite", invitation.UserID.String(), token)
	kind := mailer.MailInvitation
	switch {
	case job.Renewal:
		kind = mailer.MailInvitationRenewal
	case job.Reminder:
		kind = mailer.MailInvitationReminder
	}
	if invitation.SeatPaid { // when it was made; it may have been refunded, or have lapsed
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

// refused reports whether the owner of the address wants no invitation of this sender.
func (c *Client) refused(ctx context.Context, invitation db.Invitation, guest person.Identity) (bool, error) {
	refused, err := c.core.Q.IsRefused(ctx, c.core.People.EmailHashes(guest.EmailKey()), invitation.ProfessionalID, invitation.FamilyID)
	if err != nil {
		return false, fmt.Errorf("invitation mail: refusals: %w", err)
	}
	if refused {
		c.core.Log.Info("invitation not mailed: its address refused it", "invitation", invitation.ID)
	}
	return refused, nil
}

// inviterOf returns the name of who the invitation comes from, the professional who made it, else the other parent; and whether that is a
// professional who is suspended.
func (c *Client) inviterOf(ctx context.Context, invitation db.Invitation) (name string, suspended bool, err error) {
	var id uuid.UUID
	switch {
	case invitation.ProfessionalID != nil:
		by, err := c.core.Q.GetProfessional(ctx, *invitation.ProfessionalID)
		if err != nil {
			return "", false, fmt.Errorf("invitation mail: professional: %w", err)
		}
		id, suspended = by.AccountID, by.State == string(professional.Suspended)
	case invitation.InviterAccountID != nil:
		id = *invitation.InviterAccountID
	}
	account, err := c.core.Account(ctx, c.core.Q, id)
	if err != nil {
		return "", false, fmt.Errorf("invitation mail: inviter: %w", err)
	}
	return plainName(account.Person.Name()), suspended, nil
}

func (c *Client) invitationLetter(to recipient, kind mailer.MailKind, inviter string, invitation db.Invitation, link string) letter.Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "inviter": inviter, "date": w.Date(c.core.Now().Add(core.InvitationTokenLife))}
	l := letter.Letter{
		Subject: w.In("mail_invitation_subject", args), Heading: w.In("mail_invitation_heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In("mail_invitation_intro", args)},
		Button:     letter.Button{Label: w.In("mail_invitation_button", nil), URL: link},
		After:      []string{w.In("mail_invitation_expires", args), w.In("mail_invitation_stranger", args)},
		Links:      []letter.Button{c.unknownLink(w, inviter, invitation)},
	}
	if invitation.ProfessionalID != nil {
		l.Paragraphs[1] = w.In("mail_invitation_pro_intro", args)
	}
	switch kind {
	case mailer.MailInvitationRenewal:
		l.Subject, l.Heading = w.In("mail_invitation_renewal_subject", args), w.In("mail_invitation_renewal_heading", args)
		l.Paragraphs[1] = w.In("mail_invitation_renewal_intro", args)
	case mailer.MailInvitationReminder:
		l.Subject, l.Heading = w.In("mail_invitation_reminder_subject", args), w.In("mail_invitation_reminder_heading", args)
		l.Paragraphs[1] = w.In("mail_invitation_reminder_intro", args)
	}
	if invitation.SeatPaid {
		l.Paragraphs = append(l.Paragraphs, w.In("mail_invitation_paid", nil))
	}
	return l
}

// takenLetter goes to the owner of an address that somebody else named as their co-parent's.
func (c *Client) takenLetter(to recipient, inviter string, invitation db.Invitation) letter.Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "inviter": inviter}
	return letter.Letter{
		Subject: w.In("mail_invitation_taken_subject", args), Heading: w.In("mail_invitation_taken_heading", args),
		Paragraphs: []string{w.In("mail_invitation_taken_intro", args), w.In("mail_invitation_taken_next", args)},
		Links:      []letter.Button{c.unknownLink(w, inviter, invitation)},
	}
}

// unknownLink leads to the page on which the reader says that they don't know who invited them.
func (c *Client) unknownLink(w text.Wording, inviter string, invitation db.Invitation) letter.Button {
	return letter.Button{
		Label: w.In("mail_invitation_unknown", map[string]any{"inviter": inviter}),
		URL:   c.core.QuestionLink(core.QuestionUnknown, w.Lang, c.core.RefusalToken(invitation.ID)),
	}
}
