package visitors_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/support"
)

// person holds the claims of a chat token about its user.
type person struct {
	ID       string `json:"external_id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Verified *bool  `json:"email_verified"`
}

// The chat calls an invitee's address verified while it is the one to which the link was mailed, and never a typed one: not after the invitee has
// joined with another address, and not an account's.
func TestChatCallsOnlyAMailedAddressVerified(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) {
		c.Chat = support.Config{KeyID: "app_1", Secret: "a-secret-of-the-chat-of-32-bytes"}
		c.Flags.Switches = map[string]bool{flag.SwitchSupportChat: true}
	}))
	chat := func(userID string, bearer secret.Secret) (p person) {
		t.Helper()
		token, err := w.Client.Support.ChatToken(t.Context(), signup.Holder{UserID: userID, Bearer: bearer}, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base64.RawURLEncoding.DecodeString(strings.Split(token.Token.Reveal(), ".")[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	no, yes := false, true
	guest := fixture.GuestOf(t, w, true)
	got := []person{chat(guest.UserID, guest.Token)}
	guest.Fill(t, fixture.StepOne())
	got = append(got, chat(guest.UserID, guest.Token))
	joined := guest.Fill(t, fixture.Billing())
	got = append(got, chat(guest.UserID, guest.Token))
	answer, err := guest.Join(t, joined.ClickToJoinToken.Reveal(), true)
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, chat(guest.UserID, secret.Secret(answer.Login.Auth)))
	id := "account-" + guest.UserID
	want := []person{
		{id, "Ben Diaz", "ben.diaz.1@example.com", &yes}, {id, "Ben Diaz", "ben.diaz.1@example.com", &yes},
		{id, "Benjamin Diaz", "benjamin@example.com", &no}, {id, "Benjamin Diaz", "benjamin@example.com", &no},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("invited, with a typed address, joined, and logged in (-want +got):\n%s", diff)
	}
}
