// Command cojoin runs the sign-up service and everything around it: development, serving, migrating,
// checking, scripted sign-ups.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
