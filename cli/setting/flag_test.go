package setting

import "testing"

// A server is configured by a file, or by variables. In a container, its secrets are in files.
func TestConfigured(t *testing.T) {
	t.Chdir(t.TempDir()) // no cojoin.yaml
	for name, tc := range map[string]struct {
		file, variable string
		want           bool
	}{
		"nothing": {}, "a file": {file: "/etc/cojoin/cojoin.yaml", want: true},
		"the database's address": {variable: "DATABASE_URL", want: true}, "a file with it": {variable: "DATABASE_URL_FILE", want: true},
	} {
		t.Setenv("DATABASE_URL", "")
		t.Setenv("DATABASE_URL_FILE", "")
		if tc.variable != "" {
			t.Setenv(tc.variable, "set")
		}
		if got := Configured(tc.file); got != tc.want {
			t.Errorf("%s: %v, want %v", name, got, tc.want)
		}
	}
}
