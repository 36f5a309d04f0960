package letters

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/letter"
	"github.com/cojoin/cojoin/sdk/job"
	"github.com/cojoin/cojoin/sdk/mailer"
	"github.com/cojoin/cojoin/sdk/secret"
)

// SendInvitation mails an invitation with its link, once for each occasion (the job's id): a new link
// that is asked for is a new occasion. The token is made here, so that it stands nowhere in clear but in
// the mail; it ends the one before. Where the address belongs to another account, its owner is told
// instead, without a link. Without an address, or once the invitation isn't open, there is no mail.
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
	inviter, err := c.inviterName(ctx, invitation)
	if err != nil {
		return err
	}
	guest, err := c.core.Person(ctx, c.core.Q, invitation.PersonID)
	if err != nil {
		return fmt.Errorf("invitation mail: %w", err)
	}
	to := recipient{address: guest.Email, firstName: plainName(guest.FirstName), lastName: plainName(guest.LastName), locale: invitation.Locale}
	if invitation.EmailTaken {
		return c.deliver(ctx, mailer.MailInvitation, key, to, c.takenLetter(to, inviter), "")
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
	return c.deliver(ctx, kind, key, to, c.invitationLetter(to, kind, inviter, invitation, link), secret.Secret(link))
}

// inviterName is who the invitation comes from: the professional who made it, else the other parent.
func (c *Client) inviterName(ctx context.Context, invitation db.Invitation) (string, error) {
	var id uuid.UUID
	switch {
	case invitation.ProfessionalID != nil:
		professional, err := c.core.Q.GetProfessional(ctx, *invitation.ProfessionalID)
		if err != nil {
			return "", fmt.Errorf("invitation mail: professional: %w", err)
		}
		id = professional.AccountID
	case invitation.InviterAccountID != nil:
		id = *invitation.InviterAccountID
	}
	account, err := c.core.Account(ctx, c.core.Q, id)
	if err != nil {
		return "", fmt.Errorf("invitation mail: inviter: %w", err)
	}
	return plainName(account.Person.Name()), nil
}

func (c *Client) invitationLetter(to recipient, kind mailer.MailKind, inviter string, invitation db.Invitation, link string) letter.Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "inviter": inviter, "date": w.Date(c.core.Now().Add(core.InvitationTokenLife))}
	l := letter.Letter{
		Subject: w.In("mail_invitation_subject", args), Heading: w.In("mail_invitation_heading", args),
		Paragraphs: []string{w.Hello(to.firstName), w.In("mail_invitation_intro", args)},
		Button:     letter.Button{Label: w.In("mail_invitation_button", nil), URL: link},
		After:      []string{w.In("mail_invitation_expires", args), w.In("mail_invitation_stranger", args)},
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
func (c *Client) takenLetter(to recipient, inviter string) letter.Letter {
	w := to.words()
	args := map[string]any{"product": c.core.Site.Product, "inviter": inviter}
	return letter.Letter{
		Subject: w.In("mail_invitation_taken_subject", args), Heading: w.In("mail_invitation_taken_heading", args),
		Paragraphs: []string{w.In("mail_invitation_taken_intro", args), w.In("mail_invitation_taken_next", args)},
	}
}
