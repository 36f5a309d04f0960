package form

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

func codesOf(found fault.Violations) []text.Code {
	var codes []text.Code
	for _, v := range found {
		codes = append(codes, v.Code)
	}
	return codes
}

func filterOf(t *testing.T, lines ...string) *PasswordFilter {
	t.Helper()
	filter, _, err := MakePasswordFilter(strings.NewReader(strings.Join(lines, "\n")), 1)
	if err != nil {
		t.Fatal(err)
	}
	return filter
}

// Passwords that form rules provoke are rejected in every spelling. An original password is accepted.
func TestKnownPasswords(t *testing.T) {
	t.Parallel()
	own := filterOf(t, "Blue-Bicycle-77")
	for password, want := range map[secret.Secret][]text.Code{
		"Password123!":     {CodePasswordKnown},
		"p@ssw0rd2024!":    {CodePasswordKnown},
		"Contrasena1!":     {CodePasswordKnown},
		"TEAMOMUCHO1!":     {CodePasswordKnown},
		"Welcome@2025":     {CodePasswordKnown},
		"blue-bicycle-77":  {CodePasswordKnown},
		"correct-horse1":   nil,
		"tres-tristes-3gs": nil,
		"Password1!":       {CodePasswordLength},
		"password123!x":    nil,
	} {
		if diff := cmp.Diff(want, codesOf(ValidatePassword(password, "maria_l", "maria@example.com", own, "en"))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", password.Reveal(), diff)
		}
	}
	if got := codesOf(ValidatePassword("Blue-Bicycle-77", "maria_l", "maria@example.com", nil, "en")); got != nil {
		t.Errorf("without the operator's filter: %v", got)
	}
}

func TestMakePasswordFilter(t *testing.T) {
	t.Parallel()
	list := "hunter2\r\n\nBlue-Bicycle-77\nblue-bicycle-77\n" +
		"2E0F8AEBF4E0A2FA2DCB6C0FA8F5D6DFD2F3FBC1:9\n" + // below the minimum count
		"7c4a8d09ca3762af61e59520943dc26494f8941b:10\n" + // 123456
		"5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8\n" + // password
		"5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:many-1\n"
	filter, count, err := MakePasswordFilter(strings.NewReader(list), 10)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(PasswordListCount{Lines: 7, Refused: 2, Rare: 1, Kept: 3}, count); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for password, want := range map[secret.Secret]bool{"123456": true, "password": true, "PASSWORD": true, "BLUE-BICYCLE-77": true, "hunter2": false} {
		if got := filter.Has(password); got != want {
			t.Errorf("%s: %t", password.Reveal(), got)
		}
	}
	for what, list := range map[string]string{"nothing": "", "only what the rules refuse": "hunter2\n", "an endless line": strings.Repeat("x", 70_000)} {
		if _, _, err := MakePasswordFilter(strings.NewReader(list), 1); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
}

// The server's memory limit grows by the size of a filter: about two bytes per password, and zero without a filter.
func TestPasswordFilterBytes(t *testing.T) {
	t.Parallel()
	if n := CommonPasswords().Bytes(); n < 200_000 || n > 400_000 { // of 110,000 passwords
		t.Errorf("the shipped filter takes %d bytes", n)
	}
	if n := (*PasswordFilter)(nil).Bytes(); n != 0 {
		t.Errorf("no filter takes %d bytes", n)
	}
}

// A stored filter recognizes the same passwords. A truncated, changed or unrelated file is an error.
func TestReadPasswordFilter(t *testing.T) {
	t.Parallel()
	words := make([]string, 1000)
	for i := range words {
		words[i] = fmt.Sprintf("some-word-number-%d", i)
	}
	var file bytes.Buffer
	if err := filterOf(t, words...).Write(&file); err != nil {
		t.Fatal(err)
	}
	stored, err := ReadPasswordFilter(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for i, word := range words {
		if !stored.Has(secret.Secret(word)) {
			t.Fatalf("%s was forgotten", word)
		}
		if stored.Has(secret.Secret(fmt.Sprintf("another-word-number-%d", i))) {
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d of 1,000 other words are false positives", wrong)
	}
	changed := bytes.Clone(file.Bytes())
	changed[len(changed)/2] ^= 1
	for what, raw := range map[string][]byte{"none": nil, "another file": []byte("hello"), "only its head": []byte(passwordFilterHead), "cut short": file.Bytes()[:file.Len()-1], "changed": changed} {
		if _, err := ReadPasswordFilter(raw); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
}
