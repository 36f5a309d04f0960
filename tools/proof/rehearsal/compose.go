package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/tools/proof/fleet"
)

const (
	composeFrom = "examples/deploy/compose"
	composeName = "cojoin-rehearsal" // the project's name, so that another one on this machine is left alone
	composeNext = "cojoin:next"
	// Both are in the network of Compose's file: this machine, for containers and for itself, and the proxy. No container gets the proxy's address by
	// itself:
	// addresses are assigned from the beginning.
	// they are numbered from the beginning.
	thisMachine  = "10.90.0.1"
	proxyAddress = "10.90.0.250"
)

var composeImage = regexp.MustCompile(`image: (cojoin:\S+)`)

// composed is the Compose example in a folder of its own.
type composed struct {
	dir      string
	binary   string // ours
	file     string // compose.yaml's text, with its placeholders replaced
	port     int    // Postgres', on this machine
	provider *provider
}

// compose follows the steps at the head of Compose's file. It signs people up while containers are killed, replaced and upgraded. Then it attacks the
// deployment, as its operators can.
func compose(ctx context.Context, o options) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("the files of secrets get other owners, which only root can give them")
	}
	if err := runProgram(ctx, "docker", "compose", "version"); err != nil {
		return fmt.Errorf("docker with its plugin compose isn't there: %w", err)
	}
	last, err := checkOut(ctx, o)
	if err != nil {
		return err
	}
	logf("the last release is %s", last.name)
	c := &composed{dir: filepath.Join(o.dir, "compose"), binary: o.binary}
	if c.port, err = fleet.FreePort(ctx); err != nil {
		return err
	}
	if err := c.write(); err != nil {
		return err
	}
	for tag, binary := range map[string]string{composeImage.FindStringSubmatch(c.file)[1]: last.binary, composeNext: o.binary} {
		if err := loadImage(ctx, filepath.Join(o.dir, "image.tar"), tag, binary); err != nil {
			return err
		}
	}
	if c.provider, err = openProviderAt("0.0.0.0:0"); err != nil { // containers connect over a bridge of their own
		return err
	}
	defer func() { err = errors.Join(err, c.provider.close(ctx)) }()
	defer func() {
		err = errors.Join(err, c.docker(context.WithoutCancel(ctx), "down", "--volumes", "--timeout", "5"))
	}()
	began := time.Now()
	if err := c.install(ctx); err != nil {
		return err
	}
	logf("installed by its written steps in %s", time.Since(began).Round(100*time.Millisecond))
	if err := c.rehearse(ctx, o); err != nil {
		return err
	}
	return c.attack(ctx)
}

// loadImage builds an image of a binary and loads it into Docker, as the file describes.
func loadImage(ctx context.Context, tar, tag, binary string) error {
	if err := runProgram(ctx, "go", "-C", "tools/image", "run", ".", "-out", tar, "-tag", tag, binary); err != nil {
		return err
	}
	return runProgram(ctx, "docker", "load", "--quiet", "--input", tar)
}

// placeholders are the example's placeholders with an operator's values. Servers refuse to start with placeholders in production.
var placeholders = strings.NewReplacer("example.com", "cojoin.internal", "your_merchant_id", "rehearsal", "your_public_key", "rehearsal", "example_usd", "cojoin_usd",
	"Example, Inc.", "Cojoin, Inc.", "800-555-0100", "800-555-0300")

// write copies the example, with its placeholders replaced and two changes: its proxy has a self-signed certificate and a fixed address.
func (c *composed) write() error {
	if err := os.CopyFS(c.dir, os.DirFS(composeFrom)); err != nil {
		return err
	}
	file := filepath.Join(c.dir, "compose.yaml")
	raw, err := os.ReadFile(file) //nolint:gosec // ours
	if err != nil {
		return err
	}
	c.file = placeholders.Replace(string(raw))
	if err := os.WriteFile(file, []byte(c.file), 0o644); err != nil { //nolint:gosec // holds no secret
		return err
	}
	caddyfile := filepath.Join(c.dir, "Caddyfile")
	site, err := os.ReadFile(caddyfile) //nolint:gosec // ours
	if err != nil {
		return err
	}
	certified := strings.Replace(placeholders.Replace(string(site)), bareDomain+" {", bareDomain+" {\n\ttls /site.crt /site.key", 1)
	return errors.Join(os.WriteFile(caddyfile, []byte(certified), 0o644), c.override(map[string]string{})) //nolint:gosec // read by Caddy's user
}

// override writes this machine's additions to the example, and settings for servers and workers.
func (c *composed) override(settings map[string]string) error {
	settings["SSL_CERT_FILE"] = "/site.crt"
	own := map[string]any{
		"environment": settings, "extra_hosts": []string{bareDomain + ":" + proxyAddress}, "volumes": []string{"./site.crt:/site.crt:ro"},
	}
	raw, err := yaml.Marshal(map[string]any{"services": map[string]any{
		"server": own, "worker": own,
		"postgres": map[string]any{"ports": []string{"127.0.0.1:" + strconv.Itoa(c.port) + ":5432"}},
		"proxy": map[string]any{
			"volumes":  []string{"./site.crt:/site.crt:ro", "./site.key:/site.key:ro"},
			"networks": map[string]any{"front": map[string]string{"ipv4_address": proxyAddress}},
		},
	}})
	if err != nil {
		return err
	}
	// The ports of this machine are its own.
	text := strings.Replace(string(raw), "  proxy:\n", "  proxy:\n    ports: !override []\n", 1)
	return os.WriteFile(filepath.Join(c.dir, "compose.override.yaml"), []byte(text), 0o600)
}

// written returns the steps at the head of the file: those of an installation, which end with everything running, and those of an upgrade.
func (c *composed) written() (install, upgrade []string, err error) {
	var steps []string
	for line := range strings.Lines(c.file) {
		if step, ok := strings.CutPrefix(line, "#   "); ok {
			steps = append(steps, strings.TrimRight(step, "\n"))
		}
	}
	up := slices.Index(steps, "docker compose up -d --wait")
	if up < 8 || len(steps) < up+3 {
		return nil, nil, fmt.Errorf("the steps at the head of compose.yaml aren't understood: %q", steps)
	}
	return steps[:up+1], steps[up+1:], nil
}

// install runs the steps at the head of the file in order.
func (c *composed) install(ctx context.Context) error {
	steps, _, err := c.written()
	if err != nil {
		return err
	}
	// An operator's own files: the provider's key, the mail server, the catalog and, here, the site's certificate.
	given := []string{
		"'" + c.binary + "' catalog export --default | sed '/^demonstration: true$/d' > catalog.yaml",
		"printf %s " + sandbox.DefaultPrivateKey + " > secrets/braintree", "echo smtp://127.0.0.1:1025 > secrets/smtp",
		"openssl req -x509 -newkey rsa:2048 -nodes -days 7 -subj /CN=" + bareDomain + " -addext subjectAltName=DNS:" + bareDomain + " -keyout site.key -out site.crt",
	}
	steps = append(steps[:1:1], append(given, steps[1:]...)...)
	return c.do(ctx, steps)
}

// do runs steps as they are written.
func (c *composed) do(ctx context.Context, steps []string) error {
	return c.run(exec.CommandContext(ctx, "bash", "-c", "set -eu\n"+strings.Join(steps, "\n"))) //nolint:gosec // the example's own
}

// docker runs one of Compose's commands.
func (c *composed) docker(ctx context.Context, args ...string) error {
	return c.run(exec.CommandContext(ctx, "docker", append([]string{"compose"}, args...)...)) //nolint:gosec // this file's
}

func (c *composed) run(cmd *exec.Cmd) error {
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "COMPOSE_PROJECT_NAME="+composeName)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args, " "), err, bytes.TrimSpace(out))
	}
	return nil
}

// attack runs the deployment's attack on itself, with its own settings for production.
func (c *composed) attack(ctx context.Context) error {
	if err := errors.Join(c.override(map[string]string{}), c.docker(ctx, "up", "-d", "--wait")); err != nil {
		return err
	}
	if err := c.docker(ctx, "exec", "-T", "server", "cojoin", "doctor", "--attack"); err != nil {
		return err
	}
	logf("cojoin doctor --attack finds nothing")
	return nil
}

// rehearse signs people up with the provider's sandbox.
func (c *composed) rehearse(ctx context.Context, o options) error {
	if err := errors.Join(c.override(sandboxSettings(c.provider.at(thisMachine))), c.docker(ctx, "up", "-d", "--wait")); err != nil {
		return err
	}
	db, err := c.database()
	if err != nil {
		return err
	}
	b, err := c.proxy()
	if err != nil {
		return err
	}
	return signUpMeanwhile(ctx, o, b, scenarioFile, db, c.provider, []event{
		{"the last release alone", func() error { return nil }},
		{"a server is killed", func() error { return c.kill(ctx, "server") }},
		{"a worker is killed", func() error { return c.kill(ctx, "worker") }},
		{"this release: image, migrate, roles, up", func() error { return c.upgrade(ctx) }},
		{"Postgres is killed", func() error { return c.kill(ctx, "postgres") }},
		{"the proxy is replaced", func() error { return c.docker(ctx, "up", "-d", "--wait", "--no-deps", "--force-recreate", "proxy") }},
	})
}

// upgrade runs the file's steps of an upgrade.
func (c *composed) upgrade(ctx context.Context) error {
	_, steps, err := c.written()
	if err != nil {
		return err
	}
	text := composeImage.ReplaceAllString(c.file, "image: "+composeNext)
	if err := os.WriteFile(filepath.Join(c.dir, "compose.yaml"), []byte(text), 0o600); err != nil {
		return err
	}
	if err := c.do(ctx, steps); err != nil {
		return err
	}
	for service, want := range map[string]int{"server": replicas, "worker": workers} {
		out, err := exec.CommandContext(ctx, "docker", "ps", "--format={{.Image}}", "--filter=label=com.docker.compose.project="+composeName, //nolint:gosec // this file's
			"--filter=label=com.docker.compose.service="+service).Output()
		if err != nil {
			return err
		}
		if images := strings.Fields(string(out)); !slices.Equal(images, slices.Repeat([]string{composeNext}, want)) {
			return fmt.Errorf("%ss after the upgrade run %q", service, images)
		}
	}
	return nil
}

// kill kills a container's process and waits until Docker has restarted it. (Docker doesn't restart a container after "docker kill".)
func (c *composed) kill(ctx context.Context, service string) error {
	inspect := func(what string) (string, error) {
		out, err := exec.CommandContext(ctx, "docker", "inspect", "--format", what, composeName+"-"+service+"-1").Output() //nolint:gosec // this file's
		return strings.TrimSpace(string(out)), err
	}
	before, err := inspect("{{.State.Pid}}")
	if err != nil {
		return err
	}
	if err := runProgram(ctx, "kill", "-KILL", before); err != nil {
		return err
	}
	return until(ctx, service+" starts again", func() error {
		now, err := inspect("{{.State.Running}} {{.State.Pid}}")
		if err == nil && (now == "true "+before || !strings.HasPrefix(now, "true")) {
			err = errors.New("it has not")
		}
		return err
	})
}

// database returns the deployment's database, with its superuser's login.
func (c *composed) database() (*cluster, error) {
	password, err := os.ReadFile(filepath.Join(c.dir, "secrets/database-password"))
	if err != nil {
		return nil, err
	}
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword("postgres", strings.TrimSpace(string(password))),
		Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)), Path: "/cojoin", RawQuery: "sslmode=require",
	}
	return &cluster{name: "Compose's Postgres", database: u.String()}, nil
}

// proxy returns a balancer that sends calls to Caddy, by the site's name.
func (c *composed) proxy() (*balancer, error) {
	certificate, err := os.ReadFile(filepath.Join(c.dir, "site.crt"))
	if err != nil {
		return nil, err
	}
	known := x509.NewCertPool()
	known.AppendCertsFromPEM(certificate)
	b := newBalancer()
	b.proxy.Transport = &http.Transport{
		MaxIdleConnsPerHost: 64, ResponseHeaderTimeout: 40 * time.Second, TLSClientConfig: &tls.Config{RootCAs: known},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(proxyAddress, "443"))
		},
	}
	b.only([]*url.URL{{Scheme: "https", Host: bareDomain}})
	return b, nil
}
