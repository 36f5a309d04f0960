package main

import "github.com/cojoin/cojoin/sdk/flag"

// checkAddresses reports which provider suggests addresses. It doesn't call Google, because each search is billed.
func checkAddresses(s *settings) finding {
	f := finding{Check: "address suggestions", Result: checkGood}
	search, err := s.addressSearch()
	switch {
	case err != nil:
		f.Result, f.Found, f.Mend = checkBad, err.Error(), "set COJOIN_ADDRESSES_GOOGLE_KEY, or addresses.provider to off"
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
func checkChat(s *settings) finding {
	f := finding{Check: "support chat", Result: checkGood, Found: "off"}
	on := s.switches[flag.SwitchSupportChat]
	switch {
	case on && s.chatWidgetKey == "":
		f.Result, f.Found = checkWarning, "the flag is on, but no chat is configured: host pages get the event, and nothing is loaded"
		f.Mend = "set chat.widgetKey, or switches.supportChat to off"
	case on && s.chat.Secret == "":
		f.Result, f.Found = checkWarning, "on, but visitors are anonymous"
		f.Mend = "set chat.keyId and chat.secret to sign visitors in"
	case on:
		f.Found = "on, and signs visitors in"
	}
	return f
}
