package invite_test

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

// A professional invites the parents of a family. The mailed link authenticates an invited parent. The answer has the family and the next step.
func Example() {
	t := sdktest.NewExample()
	defer t.End()
	env := sdktest.New(t)
	client, ctx, english := env.Client.Invite, t.Context(), caller.Meta{Lang: "en"}
	professional := env.SignUpProfessional(t).ProfessionalID

	invitations, err := client.Create(ctx, professional, invite.Input{
		Parent:   form.InvitedPerson{FirstName: "Ana", LastName: "Diaz", Email: "ana@example.com"},
		CoParent: &form.InvitedPerson{FirstName: "Ben", LastName: "Diaz", PhoneNumber: "4125550199"},
		Children: []form.Child{{FirstName: "Cleo", LastName: "Diaz"}},
	}, english)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range invitations {
		fmt.Println(i.FirstName, i.State, i.Email+i.PhoneNumber)
	}

	env.RunJobs(t) // mails the link
	link := env.Mailbox.Link(email.Invitation)
	invitation, err := client.Read(ctx, link.Get("userId"), secret.Secret(link.Get("token")), english)
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range invitation.FamilyMembers {
		fmt.Println(member.FirstName, member.LastName)
	}
	fmt.Println("next:", invitation.Next)
	// Output:
	// Ana open ana@example.com
	// Ben open +14125550199
	// Ana Diaz
	// Ben Diaz
	// Cleo Diaz
	// next: /invite/step1
}
