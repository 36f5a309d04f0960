package apiserver

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

const (
	operatorToken = "an-operator-token-of-at-least-32-characters"
	sharedToken   = "a-token-that-operators-share-of-32-characters"
)

// admin starts the operators' server on the bundle's database.
func admin(t *testing.T, b *bundle) *bundle {
	t.Helper()
	handler, err := NewAdmin(Config{Client: b.env.Client}, map[string]secret.Secret{"tess": operatorToken, "": sharedToken})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	api, _ := newAPI(&server{}, adminRoutes, passThrough)
	return &bundle{t: t, env: b.env, url: srv.URL, log: b.log, table: adminRoutes, schema: api.OpenAPI()}
}

func TestAdmin(t *testing.T) {
	t.Parallel()

	t.Run("only with the token, and only on the private address", func(t *testing.T) {
		t.Parallel()
		public := setup(t, nil)
		private := admin(t, public)
		for _, r := range adminRoutes {
			path := strings.NewReplacer("{version}", "0", "{professionalId}", "x", "{invitationId}", "x", "{signupId}", "x").Replace(r.path)
			got := map[string]text.Code{
				"public":      public.call(r.method, path, nil, "Authorization", "Bearer "+operatorToken).problem(t).Code,
				"no token":    private.call(r.method, path, nil).problem(t).Code,
				"wrong token": private.call(r.method, path, nil, "Authorization", "Bearer "+operatorToken+"x").problem(t).Code,
			}
			want := map[string]text.Code{"public": "route_unknown", "no token": "token_missing", "wrong token": "token_invalid"}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s\n%s", r.method, r.path, diff)
			}
		}
	})

	t.Run("no user's token is accepted", func(t *testing.T) {
		t.Parallel()
		public := setup(t, nil)
		p, private := public.newParty(t, 1), admin(t, public)
		for _, r := range adminRoutes {
			path := strings.NewReplacer("{version}", "0", "{professionalId}", p.pro.ProfessionalID, "{invitationId}", p.invitee, "{signupId}", p.signupID).Replace(r.path)
			for kind, token := range map[string]string{
				"a sign-up's key": p.key, "a parent's login": p.parent.Token.Reveal(), "a parent's command line": p.parentAccess, "a parent without a password": p.waiting,
				"an invitation": p.inviteLink, "a professional's command line": p.pro.Token.Reveal(), "a professional's login": p.proLogin,
			} {
				if got := private.call(r.method, path, nil, "Authorization", "Bearer "+token).problem(t).Code; got != "token_invalid" {
					t.Errorf("%s %s with the token of %s: %s", r.method, r.path, kind, got)
				}
			}
		}
	})

	t.Run("a short token is refused at start", func(t *testing.T) {
		t.Parallel()
		if _, err := NewAdmin(Config{Client: &sdk.Client{}}, map[string]secret.Secret{"tess": "short"}); err == nil || !strings.Contains(err.Error(), "openssl rand") {
			t.Errorf("got %v, want how to make one", err)
		}
	})

	t.Run("catalog", func(t *testing.T) {
		t.Parallel()
		b := admin(t, setup(t, nil))
		auth := []string{"Authorization", "Bearer " + operatorToken, "Content-Type", "application/yaml"}
		file := string(b.call("GET", "/v1/admin/catalogs/0", nil, auth...).body)
		if !strings.Contains(file, "149.99") {
			t.Fatalf("the catalog in force is %.100q", file)
		}
		dearer := strings.Replace(file, "149.99", "151.00", 1)
		var applied price.CatalogVersion
		b.call("POST", "/v1/admin/catalogs?note=spring", dearer, auth...).into(t, &applied)
		var list struct{ Catalogs []price.CatalogVersion }
		b.call("GET", "/v1/admin/catalogs", nil, auth...).into(t, &list)
		if applied.Version != 2 || applied.Note != "spring" || len(list.Catalogs) != 2 || list.Catalogs[0] != applied {
			t.Errorf("applied %+v, listed %+v", applied, list.Catalogs)
		}

		broken := b.call("POST", "/v1/admin/catalogs", strings.Replace(dearer, "151.00", "1x", 1), auth...)
		var refused problem.Validation
		if broken.status != 409 {
			t.Fatalf("a broken file answers %d: %s", broken.status, broken.body)
		}
		broken.status = 200 // into fails on an error status
		broken.into(t, &refused)
		if len(refused.ValidationErrors) != 1 || refused.ValidationErrors[0].Code != problem.CatalogBroken || !strings.HasPrefix(refused.ValidationErrors[0].Field, "packages[") {
			t.Errorf("a broken file answers %+v", refused.ValidationErrors)
		}
		if again := string(b.call("GET", "/v1/admin/catalogs/0", nil, auth...).body); again != dearer {
			t.Error("an invalid file changed the active catalog")
		}
	})

	t.Run("professionals and sessions", func(t *testing.T) {
		t.Parallel()
		b := admin(t, setup(t, nil))
		auth := []string{"Authorization", "Bearer " + operatorToken}
		var added professional.Account
		b.call("POST", "/v1/admin/professionals", map[string]string{"firstName": "Ruth", "lastName": "Okafor", "email": "ruth@example.com"}, auth...).into(t, &added)
		want := professional.Account{
			ProfessionalID: added.ProfessionalID, UserID: added.UserID, State: professional.Pending,
			FirstName: "Ruth", LastName: "Okafor", Email: "ruth@example.com",
		}
		if diff := cmp.Diff(want, added); diff != "" || added.ProfessionalID == "" {
			t.Error(diff)
		}
		if r := b.call("POST", "/v1/admin/professionals/"+added.ProfessionalID+"/verify", nil, auth...); r.status != 204 {
			t.Errorf("verify answers %d %s", r.status, r.body)
		}
		for _, step := range [][2]string{{"suspend", "suspended"}, {"restore", "verified"}} {
			if r := b.call("POST", "/v1/admin/professionals/"+added.ProfessionalID+"/"+step[0], nil, auth...); r.status != 204 {
				t.Errorf("%s answers %d %s", step[0], r.status, r.body)
			}
			var list struct{ Professionals []professional.Info }
			b.call("GET", "/v1/admin/professionals?state="+step[1], nil, auth...).into(t, &list)
			if len(list.Professionals) != 1 {
				t.Errorf("%d professionals are %s after %s", len(list.Professionals), step[1], step[0])
			}
		}

		b.env.SignUp(t)
		b.env.Clock.Advance(25 * time.Hour)
		var expired struct{ Expired int }
		b.call("POST", "/v1/admin/signups/expire", nil, auth...).into(t, &expired)
		if expired.Expired != 1 {
			t.Errorf("%d sessions expired, want 1", expired.Expired)
		}
		b.env.Clock.Advance(31 * 24 * time.Hour)
		var purged privacy.Purged
		b.call("POST", "/v1/admin/signups/purge", nil, auth...).into(t, &purged)
		if purged.Registrations != 1 {
			t.Errorf("purged %+v, want one registration", purged)
		}
	})
}
