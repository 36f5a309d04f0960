package sandbox

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"regexp"
)

//go:embed assets
var assets embed.FS

// pages are the HTML pages, by file name.
var pages = template.Must(template.ParseFS(assets, "assets/*.html"))

// hostedField is the presentation of one card field.
type hostedField struct {
	Label        map[string]string
	Autocomplete string
	Placeholder  string
	MaxLength    int
}

var hostedFields = map[string]hostedField{
	"number":         {map[string]string{"en": "Card number", "es": "Número de tarjeta"}, "cc-number", "", 23},
	"expirationDate": {map[string]string{"en": "Expiration date (MM/YY)", "es": "Fecha de vencimiento (MM/AA)"}, "cc-exp", "MM/YY", 9},
	"cvv":            {map[string]string{"en": "Security code", "es": "Código de seguridad"}, "cc-csc", "", 4},
}

var instanceForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// hostedRoutes registers the frames of the card fields and of the challenge.
func (s *Sandbox) hostedRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /hosted/{field}", s.serveHosted)
	for _, name := range []string{"hosted.js", "hosted.css", "challenge.js", "page.css"} {
		mux.HandleFunc("GET /assets/"+name, s.serveAsset(name))
	}
}

// serveHosted serves one frame to a page of an allowed origin. Only that origin can embed it.
func (s *Sandbox) serveHosted(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	name, origin, instance := r.PathValue("field"), q.Get("origin"), q.Get("instance")
	lang := q.Get("lang")
	if lang != "es" {
		lang = "en"
	}
	field, known := hostedFields[name]
	switch {
	case !known && name != "challenge":
		http.NotFound(w, r)
		return
	case !instanceForm.MatchString(instance):
		http.Error(w, "instance must be 1 to 64 letters, digits, - or _", http.StatusBadRequest)
		return
	case !isOrigin(origin):
		http.Error(w, "origin must be the page's own, such as https://shop.example.com", http.StatusBadRequest)
		return
	case !s.allows(origin):
		http.Error(w, "this page may not use the sandbox's fields", http.StatusForbidden)
		return
	}
	if name == "challenge" {
		s.servePage(w, "challenge.html", origin, map[string]any{"Lang": lang, "Instance": instance, "Origin": origin, "Text": challengeTexts[lang]})
		return
	}
	s.servePage(w, "hosted.html", origin, map[string]any{
		"Lang": lang, "Instance": instance, "Origin": origin, "Field": name, "Label": field.Label[lang],
		"Autocomplete": field.Autocomplete, "Placeholder": map[bool]string{true: "MM/AA", false: field.Placeholder}[lang == "es" && field.Placeholder != ""],
		"MaxLength": field.MaxLength,
	})
}

var challengeTexts = map[string]map[string]string{
	"en": {"Title": "Your bank asks: is it you?", "Body": "This is a test. No bank is asked and no money moves.", "Approve": "Yes, it is me", "Refuse": "No", "Failed": "That didn't work. Close this window and try again."},
	"es": {"Title": "Su banco pregunta: ¿es usted?", "Body": "Esto es una prueba. No se consulta a ningún banco ni se mueve dinero.", "Approve": "Sí, soy yo", "Refuse": "No", "Failed": "No funcionó. Cierre esta ventana e inténtelo de nuevo."},
}

// servePage writes a page with a strict content security policy. Only the origin frame can embed it, or none for "".
func (s *Sandbox) servePage(w http.ResponseWriter, name, frame string, data any) {
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, name, data); err != nil {
		s.opts.Log.Error("the sandbox can't write a page", "page", name, "error", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	ancestors := "'none'"
	if frame != "" {
		ancestors = frame
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors "+ancestors)
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = page.WriteTo(w)
}

func (s *Sandbox) serveAsset(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, assets, "assets/"+name) }
}
