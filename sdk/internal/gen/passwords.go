package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/form"
)

// Words that are common in passwords, in English and Spanish, and keyboard sequences.
//
//go:embed passwords.txt
var passwordWords string

// passwordEndings are common additions that make a word pass a form's rules, the most common first.
var passwordEndings = strings.Fields(`
	123! 1! 12! 1234! 12345! 123456! 1234567! 12345678! 123456789! !1 !12 !123 !1234 !12345 !123456 @1 @12 @123 @1234 @12345 @123456 1@ 12@ 123@ 1234@ 123456@
	#1 #12 #123 #1234 #123456 1# 12# 123# 1234# $1 $12 $123 $1234 1$ 12$ 123$ 1234$ 1. 12. 123. 1234. 12345. 123456. .1 .12 .123 .1234 .123456 1* 12* 123* 1234* *123 *1234
	1? 123? 1234? _1 _12 _123 _1234 _123456 -1 -12 -123 -1234 -123456 +123 1!! 12!! 123!! 1234!! 1!!! 12!!! 123!!! !!1 !!123 1!@ 1!@# 123!@# 1234!@#$ !@#1 !@#123 !@#1234 @1! @123! #123! 1!2 1@2 1@3
	01! 02! 03! 04! 05! 06! 07! 08! 09! 10! 11! 13! 14! 15! 16! 17! 18! 19! 20! 21! 22! 23! 24! 25! 26! 007! 00! 000! 001! 01. 01@ 11@ 22@ 33! 69! 77! 88! 99! 100! 101! 111! 222! 321! 333! 420! 666! 777! 888! 911! 999! 4321! 54321! 654321! 1q2w3e!`)

// passwordYears are common additions with a year.
var passwordYears = strings.Fields("%d! @%d #%d %d@ !%d .%d %d. -%d _%d %d# %d!! $%d %d$ %d*")

const mostPasswords = 110_000 // in a filter of some 250 KB

// commonPasswords returns the passwords of the shipped filter, the most likely first: each word, as it is and with the usual signs for letters, with
// each ending and each year.
func commonPasswords() []string {
	var years []string
	for _, with := range passwordYears {
		for year := 2027; year >= 2010; year-- {
			years = append(years, fmt.Sprintf(with, year))
		}
	}
	const shortest = 20 // common endings before those with a year
	endings := slices.Concat(passwordEndings[:shortest], years[:3*18], passwordEndings[shortest:], years[3*18:])
	forms := []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer("a", "@"), strings.NewReplacer("o", "0"), strings.NewReplacer("a", "@", "o", "0"), strings.NewReplacer("s", "$"),
		strings.NewReplacer("a", "@", "s", "$"), strings.NewReplacer("a", "@", "s", "$", "o", "0"), strings.NewReplacer("e", "3"), strings.NewReplacer("i", "1"),
	}
	var made []string
	seen := map[string]bool{}
	for _, ending := range endings {
		for _, word := range strings.Fields(passwordWords) {
			for _, in := range forms {
				for _, password := range []string{in.Replace(word) + ending, in.Replace(word) + strings.TrimSuffix(ending, "!")} {
					if !seen[password] && allowed(password) {
						seen[password] = true
						made = append(made, password)
					}
				}
				if len(made) >= mostPasswords {
					return made[:mostPasswords]
				}
			}
		}
	}
	return made
}

// allowed reports whether a password satisfies the rules. The filter needn't contain rejected ones.
func allowed(password string) bool {
	_, code, _ := form.RulePassword.Apply(password)
	return code == ""
}

// passwordFilter returns the file of the shipped filter.
func passwordFilter() ([]byte, error) {
	filter, _, err := form.MakePasswordFilter(strings.NewReader(strings.Join(commonPasswords(), "\n")), 1)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err = filter.Write(&file)
	return file.Bytes(), err
}

func writePasswords(name string) error {
	file, err := passwordFilter()
	if err != nil {
		return err
	}
	return os.WriteFile(name, file, 0o644)
}
