package stack

import (
	"cmp"
	"os"
	"os/user"

	"github.com/cojoin/cojoin/sdk/caller"
)

// operatorName is who runs the command: COJOIN_OPERATOR, else who became root, else the login. It is recorded with what they look at of
// people's data. Where none is a name, the SDK refuses.
func operatorName() string {
	login := ""
	if u, err := user.Current(); err == nil {
		login = u.Username
	}
	return cmp.Or(caller.OperatorName(os.Getenv("COJOIN_OPERATOR")), caller.OperatorName(os.Getenv("SUDO_USER")), caller.OperatorName(login))
}
