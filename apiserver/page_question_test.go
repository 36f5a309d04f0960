package apiserver

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The question pages of mailed links are in the mail's language. Opening one triggers nothing. Only its own script runs, and it can't be framed.
func TestQuestionPages(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	type page struct {
		Status      int
		Lang, Title string
		Buttons     []string // label and call of each
		Next        string
	}
	of := func(path string, headers ...string) (page, reply) {
		res := b.call(http.MethodGet, path, nil, headers...)
		first := func(pattern string) string {
			if found := regexp.MustCompile(pattern).FindSubmatch(res.body); found != nil {
				return html.UnescapeString(string(found[1]))
			}
			return ""
		}
		var buttons []string
		for _, button := range regexp.MustCompile(`<button type="button" class="cojoin-do" data-call="([^"]*)">([^<]+)</button>`).FindAllSubmatch(res.body, -1) {
			buttons = append(buttons, html.UnescapeString(string(button[2])+": "+string(button[1])))
		}
		return page{res.status, first(`<html lang="(\w+)"`), first(`<h1 tabindex="-1">([^<]+)</h1>`), buttons, first(`data-next="([^"]*)"`)}, res
	}
	got := map[string]page{}
	for name, path := range map[string]string{
		"English": "/app/mail/not-me?lang=en", "Spanish": "/app/mail/not-me?lang=es", "hostile": "/app/mail/not-me?lang=%22%3E%3Cscript%3E",
		"a stranger's invitation": "/app/mail/unknown?lang=en", "a stranger's invitation, in Spanish": "/app/mail/unknown?lang=es",
	} {
		got[name], _ = of(path)
	}
	got["by the browser"], _ = of("/app/mail/not-me", "Accept-Language", "es-MX")
	english := page{http.StatusOK, "en", "This login wasn’t you?", []string{"Log everybody out: /v1/credentials/logout"}, "/app/join/password"}
	spanish := page{http.StatusOK, "es", "¿No fue usted quien inició sesión?", []string{"Cerrar todas las sesiones: /v1/credentials/logout"}, "/app/join/password"}
	unknown := page{http.StatusOK, "en", "Stop these invitations?", []string{"Stop their invitations: /v1/invite/refusal", "Stop all invitations: /v1/invite/refusal?everyone=true"}, ""}
	desconocido := page{http.StatusOK, "es", "¿Quiere dejar de recibir estas invitaciones?", []string{"No recibir más de esta persona: /v1/invite/refusal", "Detener todas las invitaciones: /v1/invite/refusal?everyone=true"}, ""}
	if diff := cmp.Diff(map[string]page{"English": english, "hostile": english, "Spanish": spanish, "by the browser": spanish, "a stranger's invitation": unknown, "a stranger's invitation, in Spanish": desconocido}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}

	_, res := of("/app/mail/not-me?lang=en")
	script := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindSubmatch(res.body)
	nonces := regexp.MustCompile(`<style nonce="([^"]+)">`).FindAllSubmatch(res.body, -1)
	if script == nil || len(nonces) == 0 {
		t.Fatalf("no script or no style:\n%s", res.body)
	}
	sum := sha256.Sum256(script[1])
	want := "default-src 'none'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; style-src 'nonce-" + string(nonces[0][1]) +
		"'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
	if diff := cmp.Diff(want, res.header.Get("Content-Security-Policy")); diff != "" {
		t.Errorf("policy (-want +got):\n%s", diff)
	}
	if got := res.header.Get("Cache-Control") + ", " + res.header.Get("Referrer-Policy"); got != "no-store, no-referrer" {
		t.Errorf("Cache-Control and Referrer-Policy: %s", got)
	}
	if strings.Count(string(res.body), "<script") != 1 {
		t.Error("the page has another script")
	}
}
