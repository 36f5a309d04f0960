package main

import "github.com/cojoin/cojoin/sdk"

// checkAddresses says who suggests addresses. Google isn't asked: each search is billed.
func checkAddresses(s *settings) finding {
	f := finding{Check: "address suggestions", Result: checkGood}
	search, err := s.addressSearch()
	switch {
	case err != nil:
		f.Result, f.Found, f.Mend = checkBad, err.Error(), "set COJOIN_ADDRESSES_GOOGLE_KEY, or addresses.provider to off"
	case search == nil:
		f.Found = "off: addresses are typed in full"
	case search.Provider() == "google":
		f.Found = "google, with a key; it wasn't tried, since each search is billed"
	default:
		f.Found = search.Provider() + ": made-up addresses"
	}
	return f
}

// checkChat tells a flag without a chat behind it, and a chat that can't tell who writes.
func checkChat(s *settings) finding {
	f := finding{Check: "support chat", Result: checkGood, Found: "off"}
	on := s.switches[sdk.SwitchSupportChat]
	switch {
	case on && s.chatWidgetKey == "":
		f.Result, f.Found = checkWarning, "the flag is on, but there is no chat: host pages are told, and nothing is loaded"
		f.Mend = "set chat.widgetKey, or switches.supportChat to off"
	case on && s.chat.Secret == "":
		f.Result, f.Found = checkWarning, "on, and everybody is a stranger to it"
		f.Mend = "set chat.keyId and chat.secret, so that people are signed in"
	case on:
		f.Found = "on, and signs people in"
	}
	return f
}
