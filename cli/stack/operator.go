package stack

import (
	"cmp"
	"os"
	"os/user"

	"github.com/cojoin/cojoin/sdk/caller"
)

// operatorName returns the operator who runs the command: COJOIN_OPERATOR, else SUDO_USER, else the login. Each access to people's data is recorded
// with it. Without a valid name it is empty, and the SDK refuses.
func operatorName() string {
	login := ""
	if u, err := user.Current(); err == nil {
		login = u.Username
	}
	return cmp.Or(caller.OperatorName(os.Getenv("COJOIN_OPERATOR")), caller.OperatorName(os.Getenv("SUDO_USER")), caller.OperatorName(login))
}
