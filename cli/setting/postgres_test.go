package setting

import (
	"strings"
	"testing"
)

// A query mode with which sign-ups fail is rejected before the server starts, with the remedy.
func TestUnsupportedExecModesAreRejected(t *testing.T) {
	t.Parallel()
	for mode, good := range map[string]bool{
		"": true, "?default_query_exec_mode=cache_statement": true, "?default_query_exec_mode=cache_describe": true, "?default_query_exec_mode=describe_exec": true,
		"?default_query_exec_mode=exec": false, "?default_query_exec_mode=simple_protocol": false, "?default_query_exec_mode=none": false,
	} {
		err := postgresURL("postgres://cojoin:secret-word@127.0.0.1:5432/cojoin" + mode)
		if (err == nil) != good {
			t.Errorf("%q: %v", mode, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret-word") {
			t.Errorf("the password is in %q", err)
		}
	}
}
