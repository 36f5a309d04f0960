package invite

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/text"
)

// maxFamilyFile is the maximum size of a file with a family, in bytes.
const maxFamilyFile = 64 << 10

// invitationOrder holds the flags of `invite create`.
type invitationOrder struct {
	server, pro, inviter, file, key string
	parent, coParent                form.InvitedPerson
	locale                          string
	printLink                       bool
}

func newInviteCreateCommand() *cobra.Command {
	var in invitationOrder
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Invite a client, and optionally the other parent, to form a family",
		Long: `Invite a client: they get a mail with a link to their account. With --coparent-… the other parent is
invited to the same family. --from reads the whole family, including children, from a JSON file (the body of
POST /v2/professional/invitations); "-" is standard input.

Operators name the inviter: --pro for a professional, --inviter for a joined parent with a free seat for the
co-parent. Both work on the database directly, with the server's configuration.`,
		Example: `  cojoin invite create --first-name Ben --last-name Lee --email ben@example.com --lang es_MX
  cojoin invite create --first-name Ben --last-name Lee --email ben@example.com \
    --coparent-first-name Ida --coparent-last-name Lee --coparent-phone 4125550101
  cojoin invite create --from family.json --json
  cojoin invite create --pro 01a1fdf2-6d74-739d-81ec-32333ce60572 --first-name Ben --last-name Lee --email ben@example.com
  cojoin invite create --inviter 01a1fdf2-7a11-7d0e-93b1-0d2b6a1f3c55 --first-name Ben --last-name Lee --phone 4125550101 --print-link`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if in.pro == "" && in.inviter == "" {
				return in.overHTTP(cmd)
			}
			return stack.WithClient(cmd, func(ctx context.Context, c *sdk.Client) error { return in.operate(ctx, cmd, c) })
		},
	}
	setting.OperatorFlags(cmd)
	session.ServerFlag(cmd, &in.server)
	flags := cmd.Flags()
	flags.StringVar(&in.parent.FirstName, "first-name", "", "first name (required)")
	flags.StringVar(&in.parent.LastName, "last-name", "", "last name (required)")
	flags.StringVar(&in.parent.Email, "email", "", "e-mail address; this or a phone is required")
	flags.StringVar(&in.parent.PhoneCountryCode, "country-code", "+1", "country code of the phone numbers")
	flags.StringVar(&in.parent.PhoneNumber, "phone", "", "phone number")
	flags.StringVar(&in.coParent.FirstName, "coparent-first-name", "", "first name of the other parent")
	flags.StringVar(&in.coParent.LastName, "coparent-last-name", "", "last name of the other parent")
	flags.StringVar(&in.coParent.Email, "coparent-email", "", "e-mail address of the other parent; this or a phone is required")
	flags.StringVar(&in.coParent.PhoneNumber, "coparent-phone", "", "phone number of the other parent")
	flags.StringVar(&in.file, "from", "", "read the family from this JSON `FILE` instead")
	flags.StringVar(&in.locale, "lang", "", "language of the mail and the welcome page: en, es or es_MX (default: the inviter's, else en)")
	flags.StringVar(&in.key, "key", "", "idempotency key of this invitation: for a day, the same key never invites twice (default: a new one)")
	flags.StringVar(&in.pro, "pro", "", "operators: `ID` of the inviting professional")
	flags.StringVar(&in.inviter, "inviter", "", "operators: `USERID` of the inviting parent")
	flags.BoolVar(&in.printLink, "print-link", false, "operators: print a separate link to pass on; the one in the mail revokes it")
	cmd.MarkFlagsMutuallyExclusive("pro", "inviter")
	for _, name := range []string{"first-name", "last-name", "email", "phone", "coparent-first-name", "inviter"} {
		cmd.MarkFlagsMutuallyExclusive("from", name)
	}
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(append(slices.Clone(text.Languages), "es_MX"), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// overHTTP invites on behalf of the logged-in professional.
func (in *invitationOrder) overHTTP(cmd *cobra.Command) error {
	if in.printLink {
		return console.Usagef("--print-link is for operators: use it with --pro or --inviter")
	}
	family, err := in.family(cmd)
	if err != nil {
		return err
	}
	s, err := session.Open(in.server)
	if err != nil {
		return err
	}
	if in.key == "" {
		in.key = uuid.NewString()
	}
	var made struct {
		Invitations []invite.Info `json:"invitations"`
	}
	req := api.Request{Method: http.MethodPost, Path: "/v2/professional/invitations", Body: family, Header: map[string]string{"Idempotency-Key": in.key}}
	if err := s.DoRequest(cmd.Context(), req, &made); err != nil {
		return err
	}
	return in.show(cmd, made.Invitations)
}

// operate invites on behalf of the inviter in an operator's flags.
func (in *invitationOrder) operate(ctx context.Context, cmd *cobra.Command, c *sdk.Client) error {
	if in.inviter != "" {
		made, err := c.Invite.InviteCoParent(ctx, in.inviter, in.parent, in.locale, caller.Meta{})
		if err != nil {
			return err
		}
		return showInvitation(ctx, cmd, c, made, in.printLink)
	}
	family, err := in.family(cmd)
	if err != nil {
		return err
	}
	if in.printLink && family.CoParent != nil {
		return console.Usagef("--print-link is for one person at a time: invite each alone, or leave it out and list the two with: cojoin invite list")
	}
	made, err := c.Invite.Create(ctx, in.pro, family, caller.Meta{IdempotencyKey: in.key})
	if err != nil {
		return err
	}
	if len(made) == 1 {
		return showInvitation(ctx, cmd, c, &made[0], in.printLink)
	}
	return in.show(cmd, made)
}

// family returns the people to invite, from the flags or from a file.
func (in *invitationOrder) family(cmd *cobra.Command) (invite.Input, error) {
	family := invite.Input{Parent: in.parent, Locale: in.locale}
	if in.file != "" {
		return in.familyFile(cmd)
	}
	if in.coParent != (form.InvitedPerson{}) {
		in.coParent.PhoneCountryCode = in.parent.PhoneCountryCode
		family.CoParent = &in.coParent
	}
	return family, nil
}

func (in *invitationOrder) familyFile(cmd *cobra.Command) (family invite.Input, err error) {
	from := cmd.InOrStdin()
	if in.file != "-" {
		f, err := os.Open(in.file)
		if err != nil {
			return family, console.Usagef("--from: %w", err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	d := json.NewDecoder(io.LimitReader(from, maxFamilyFile))
	d.DisallowUnknownFields()
	if err := d.Decode(&family); err != nil {
		return family, console.Usagef("--from %s: %w", in.file, err)
	}
	if in.locale != "" {
		family.Locale = in.locale
	}
	return family, nil
}

// show prints the created invitations, the parent's first.
func (in *invitationOrder) show(cmd *cobra.Command, made []invite.Info) error {
	return console.Print(cmd, made, func(out io.Writer) error {
		for i := range made {
			if i > 0 {
				fmt.Fprintln(out)
			}
			if err := console.WriteRows(out, invitationRows(&made[i])); err != nil {
				return err
			}
		}
		return nil
	})
}
