// Package machine installs the product on one Debian machine with systemd, and uninstalls it.
//
// An installation is a list of steps, and a step is a list of actions. Each action makes its change, reports whether the
// change is already made, and prints the equivalent shell commands. A dry run, the documentation and a real run can't differ:
// they share one list.
package machine
