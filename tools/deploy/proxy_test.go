package deploy

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tufanbarisyildirim/gonginx/config"
	"github.com/tufanbarisyildirim/gonginx/parser"
)

// Caddy forwards calls to the servers of the Compose file, at their port, and drops a stopping server before it rejects calls. If Caddy is installed,
// it parses the file itself.
func TestCaddyfile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(examples, "deploy/compose/Caddyfile")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	compose, err := os.ReadFile(filepath.Join(examples, "deploy/compose/compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`dynamic a (\w+) (\d+) \{\s+refresh (\d+)s`).FindSubmatch(raw)
	drain := regexp.MustCompile(`COJOIN_DRAIN: (\d+)s`).FindSubmatch(compose)
	if found == nil || drain == nil {
		t.Fatal("Caddy's dynamic upstreams or COJOIN_DRAIN weren't found: one of the files has changed")
	}
	if service := "\n  " + string(found[1]) + ":\n"; !bytes.Contains(compose, []byte(service)) || !bytes.Contains(compose, []byte("COJOIN_ADDR: 0.0.0.0:"+string(found[2]))) {
		t.Errorf("the Compose file has no service %s at port %s", found[1], found[2])
	}
	if refresh, leaves := number(t, found[3]), number(t, drain[1]); leaves <= refresh {
		t.Errorf("a server leaves after %d s, and Caddy looks every %d s", leaves, refresh)
	}
	caddy, err := exec.LookPath("caddy")
	if err != nil {
		return
	}
	if output, err := exec.CommandContext(t.Context(), caddy, "validate", "--config", file, "--adapter", "caddyfile").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func number(t *testing.T, text []byte) int {
	t.Helper()
	n, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The nginx file parses, its upstreams exist, and no call that a server may have processed is sent to another. If nginx is installed, it parses the
// file itself.
func TestNginx(t *testing.T) {
	t.Parallel()
	file := filepath.Join(examples, "deploy/one-machine/nginx.conf")
	p, err := parser.NewParser(file)
	if err != nil {
		t.Fatal(err)
	}
	read, err := p.Parse()
	if err != nil {
		t.Fatal(err)
	}
	upstreams := map[string]bool{}
	for _, u := range read.FindUpstreams() {
		upstreams[u.UpstreamName] = len(u.UpstreamServers) == 2
	}
	for _, pass := range read.FindDirectives("proxy_pass") {
		if to := strings.TrimPrefix(parameter(pass), "http://"); !upstreams[to] {
			t.Errorf("calls are handed to %q, which isn't two servers", to)
		}
	}
	for _, again := range read.FindDirectives("proxy_next_upstream") {
		if strings.Contains(parameter(again), "non_idempotent") {
			t.Error("a payment may be sent to two servers")
		}
	}
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		return
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeCertificate(t, dir)
	here := strings.NewReplacer("/etc/letsencrypt/live/join.example.com", dir, "listen 80;", "listen 61080;", "listen [::]:80;", "listen [::]:61080;",
		"listen 443", "listen 61443", "listen [::]:443", "listen [::]:61443").Replace(string(raw))
	copied := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(copied, []byte("pid "+dir+"/nginx.pid;\n"+here), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := exec.CommandContext(t.Context(), nginx, "-t", "-p", dir, "-c", copied, "-e", filepath.Join(dir, "error.log")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
}

func parameter(d config.IDirective) string {
	words := make([]string, 0, 4)
	for _, p := range d.GetParameters() {
		words = append(words, p.GetValue())
	}
	return strings.Join(words, " ")
}

// writeCertificate writes a self-signed certificate in place of the real one.
func writeCertificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"join.example.com"}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"fullchain.pem": {Type: "CERTIFICATE", Bytes: der}, "privkey.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
