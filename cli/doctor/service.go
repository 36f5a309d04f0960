package doctor

import (
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/flag"
)

// checkAddresses reports which provider suggests addresses. It doesn't call Google, because each search is billed.
func checkAddresses(s *setting.Config) Finding {
	f := Finding{Check: "address suggestions", Result: Good}
	search, err := stack.AddressSearch(s)
	switch {
	case err != nil:
		f.Result, f.Found, f.Mend = Bad, err.Error(), "set COJOIN_ADDRESSES_GOOGLE_KEY, or addresses.provider to off"
	case search == nil:
		f.Found = "off: addresses are typed in full"
	case search.Provider() == "google":
		f.Found = "google, with a key; not tried, because each search is billed"
	default:
		f.Found = search.Provider() + ": made-up addresses"
	}
	return f
}

// checkChat reports a flag without a configured chat, and a chat that can't identify visitors.
func checkChat(s *setting.Config) Finding {
	f := Finding{Check: "support chat", Result: Good, Found: "off"}
	on := s.Switches[flag.SwitchSupportChat]
	switch {
	case on && s.ChatWidgetKey == "":
		f.Result, f.Found = Warning, "the flag is on, but no chat is configured: host pages get the event, and nothing is loaded"
		f.Mend = "set chat.widgetKey, or switches.supportChat to off"
	case on && s.Chat.Secret == "":
		f.Result, f.Found = Warning, "on, but visitors are anonymous"
		f.Mend = "set chat.keyId and chat.secret to sign visitors in"
	case on:
		f.Found = "on, and signs visitors in"
	}
	return f
}
