// Package machine installs the product on one Debian machine with systemd, and takes it off again.
//
// An installation is a list of steps, and a step is a list of actions. Each action can do itself, tell whether it has been
// done already, and print itself as the shell commands that do the same. So what is printed by a dry run, what the
// documentation says and what is done can't differ: there is one list.
package machine
