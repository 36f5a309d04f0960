// Command cojoin runs the sign-up service and its tools: a development environment, server, workers, migrations,
// checks and scripted sign-ups.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
