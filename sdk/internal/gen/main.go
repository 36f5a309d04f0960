// Command gen generates files from the SDK's rules and reference data.
//
//	go run ./sdk/internal/gen data        refreshes sdk/form/data from CLDR, the tz database, libphonenumber and Unicode
//	go run ./sdk/internal/gen passwords   writes sdk/form/data/password.filter from passwords.txt
//	go run ./sdk/internal/gen widget      writes widget/src/rules from the rules in package sdk, and the payment types into tags and schemas
//
// Run it from the repository's root. data needs the network (npm) and a machine with the tz database
// (/usr/share/zoneinfo; set ZONEINFO_DIR for another place); the others need neither.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 {
		switch args[0] {
		case "data":
			return writeData("sdk")
		case "passwords":
			return writePasswords("sdk/form/data/password.filter")
		case "widget":
			if err := writeTypeLists("."); err != nil {
				return err
			}
			return writeWidget("widget/src/rules")
		}
	}
	return fmt.Errorf("usage: go run ./sdk/internal/gen data|passwords|widget, got %q", args)
}
