package site_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/site"
)

func TestAffiliate(t *testing.T) {
	t.Parallel()
	for template, good := range map[string]bool{
		"": true,
		"https://affiliate.example.com/pixel?id={transactionId}&total={amount}": true,
		"https://affiliate.example.com/pixel?total={amount}":                    false,
		"//affiliate.example.com/{transactionId}":                               false,
		"javascript:alert('{transactionId}')":                                   false,
		"https://{transactionId}":                                               true,
	} {
		for _, a := range []site.Affiliate{{Pixel: template}, {Script: template}} {
			if err := a.Validate(); (err == nil) != good {
				t.Errorf("%+v: %v", a, err)
			}
		}
	}
	got := site.FillAffiliate("https://affiliate.example.com/?id={transactionId}&total={amount}&again={transactionId}", "a&b", "12.50")
	if want := "https://affiliate.example.com/?id=a%26b&total=12.50&again=a%26b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
