package doctor

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/site"
)

// A superuser's login is an advice in development and a fault in production, where an intruder on a server could read and delete everything with it.
func TestDoctorRefusesSuperuserInProduction(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	var name string
	if err := env.Pool.QueryRow(t.Context(), "SELECT current_user").Scan(&name); err != nil {
		t.Fatal(err)
	}
	for environment, want := range map[site.Environment]string{site.EnvironmentDevelopment: Warning, site.EnvironmentProduction: Bad} {
		got := checkLogin(t.Context(), &stack.Stack{Pool: env.Pool, Settings: &setting.Config{Environment: environment}})
		mend, _, _ := strings.Cut(got.Mend, ";")
		got.Mend = mend
		if diff := cmp.Diff(Finding{
			Check: "login", Result: want, Found: name + " is a superuser of the database: an intruder on a server may read and delete everything",
			Mend: "cojoin migrate roles creates roles with fewer rights",
		}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", environment, diff)
		}
	}
}
