package machine

import (
	"context"
	"fmt"
	"path"
	"strings"

	onemachine "github.com/cojoin/cojoin/examples/deploy/one-machine"
)

// Options describe an installation.
type Options struct {
	// Domain is the public name, e.g. join.example.com. Required.
	Domain string
	// Binary is the program to install. Required.
	Binary string
	// Config is the text of /etc/cojoin/cojoin.yaml. An existing configuration is kept.
	Config string
	// Catalog is the file with packages, prices and taxes to apply. Empty: none.
	Catalog string
	// DatabaseURL is the file with the address of a database elsewhere, with its owner's login. Empty: Postgres is installed
	// here, and each process gets a login of its own.
	DatabaseURL string
	// Secrets are the operator's files by their name below /etc/cojoin/secrets: braintree, smtp.
	Secrets map[string]string
	// Trial takes no money: the payment provider is the sandbox, and mails stay in the outbox.
	Trial bool
	// OwnAuthority makes the reverse proxy sign its own certificates, for a name out of the internet's reach.
	OwnAuthority bool
}

// Step is a part of an installation.
type Step struct {
	Title   string
	Actions []Action
}

// The folders and programs of an installation.
const (
	Folder    = "/etc/cojoin"
	secrets   = Folder + "/secrets"
	units     = "/etc/systemd/system"
	program   = "/usr/local/bin/cojoin"
	site      = "/etc/caddy/cojoin.caddy"
	limits    = "/etc/caddy/cojoin-limits.caddy"
	caddyfile = "/etc/caddy/Caddyfile"
	running   = Folder + "/running.sha256" // hashes of the services' files at their last start; it has hashes of secrets, so only root may read it
	whatRuns  = program + " " + Folder + "/cojoin.yaml " + secrets + "/* " + units + "/cojoin-*.service"
)

// services are the units that run all the time.
func services(trial bool) []string {
	all := []string{"cojoin-serve@1", "cojoin-serve@2", "cojoin-work"}
	if trial {
		all = append([]string{"cojoin-sandbox"}, all...)
	}
	return all
}

// Install returns the steps of an installation. Each may be repeated: it skips finished actions.
func Install(o Options) []Step {
	packages := []string{"caddy"}
	if o.DatabaseURL == "" {
		packages = append(packages, "postgresql")
	}
	// Services are restarted only if one of their files has changed, or one has stopped.
	runs := "sha256sum --check --status " + running + " 2>/dev/null && systemctl is-active --quiet " + strings.Join(services(o.Trial), " ")
	return []Step{
		{"Packages", []Action{Command{
			Args:   []string{"sh", "-c", "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends " + strings.Join(packages, " ")},
			Unless: "dpkg-query -W " + strings.Join(packages, " ") + " >/dev/null 2>&1",
		}}},
		{"Program", []Action{Command{
			Args:   []string{"install", "-m", "0755", o.Binary, program},
			Unless: fmt.Sprintf("cmp -s %s %s", quote(o.Binary), program),
		}}},
		{"Folders and secrets", append([]Action{
			Command{Args: []string{"install", "-d", "-m", "0755", Folder}, Unless: "[ -d " + Folder + " ]"},
			Command{Args: []string{"install", "-d", "-m", "0700", secrets}, Unless: "[ -d " + secrets + " ]"},
		}, o.secrets()...)},
		{"Database", o.database(runs)},
		{"Configuration", []Action{
			File{Path: Folder + "/cojoin.yaml", Mode: 0o644, Text: o.Config, Keep: true},
		}},
		{"Services", append(o.units(), Command{Args: []string{"systemctl", "daemon-reload"}, Unless: runs})},
		{"Migration", append([]Action{Command{Args: []string{"systemctl", "restart", "cojoin-migrate"}, Unless: runs, Unit: "cojoin-migrate"}}, o.limits(runs)...)},
		{"Catalog", o.catalog()},
		{"Start", []Action{
			Command{Args: append([]string{"systemctl", "enable", "--quiet"}, services(o.Trial)...), Unless: runs},
			Command{Args: append([]string{"systemctl", "restart"}, services(o.Trial)...), Unless: runs},
			Command{Args: []string{"sh", "-c", "install -m 0600 /dev/null " + running + " && sha256sum " + whatRuns + " > " + running}, Unless: runs},
		}},
		{"Reverse proxy", []Action{
			File{Path: site, Mode: 0o644, Text: o.site()},
			Command{Args: []string{"sh", "-c", "echo 'import cojoin.caddy' >> " + caddyfile}, Unless: "grep -qxF 'import cojoin.caddy' " + caddyfile},
			File{Path: limits, Mode: 0o644, Text: shipped("limits.caddy")},
			// Global options must come first, and only once: existing ones are kept.
			Command{
				Args:   []string{"sed", "-i", "1i import cojoin-limits.caddy", caddyfile},
				Unless: "grep -qxF -e 'import cojoin-limits.caddy' -e '{' " + caddyfile,
			},
			Command{Args: []string{"systemctl", "reload-or-restart", "caddy"}, Unit: "caddy"},
		}},
		{"Check", []Action{Command{Args: []string{"systemctl", "start", "cojoin-doctor"}, Unit: "cojoin-doctor"}}},
	}
}

// catalog applies the operator's catalog before the services start. Applying the current catalog changes nothing.
func (o Options) catalog() []Action {
	if o.Catalog == "" {
		return nil
	}
	return []Action{Command{Args: []string{
		"env", "COJOIN_CONFIG=" + Folder + "/cojoin.yaml", "DATABASE_URL_FILE=" + secrets + "/database-url-owner", program, "catalog", "apply", o.Catalog, "--note", "installed",
	}}}
}

// Uninstall returns the steps that remove an installation. deleteData deletes the database, the secrets and the
// configuration for good.
func Uninstall(deleteData bool) []Step {
	names := append(services(true), "cojoin-migrate")
	steps := []Step{
		{"Services", append([]Action{
			Command{Args: []string{"sh", "-c", "systemctl disable --quiet --now " + strings.Join(names, " ") + " 2>/dev/null || true"}},
			Command{Args: []string{"sh", "-c", "rm -f " + units + "/cojoin-*.service"}},
		}, Command{Args: []string{"systemctl", "daemon-reload"}})},
		{"Reverse proxy", []Action{
			Command{Args: []string{"sh", "-c", "[ ! -e " + caddyfile + " ] || sed -i -E '/^import cojoin(-limits)?[.]caddy$/d' " + caddyfile}},
			Command{Args: []string{"rm", "-f", site, limits}},
			Command{Args: []string{"sh", "-c", "! systemctl is-active --quiet caddy || systemctl reload caddy"}},
		}},
		{"Program", []Action{Command{Args: []string{"rm", "-f", program}}}},
	}
	if deleteData {
		steps = append(steps, Step{"Data", []Action{
			Command{Args: []string{"runuser", "-u", "postgres", "--", "psql", "-qX", "-v", "ON_ERROR_STOP=1"}, Input: dropDatabase, Unless: "! command -v psql >/dev/null"},
			Command{Args: []string{"rm", "-rf", Folder}},
		}})
	}
	return steps
}

// secrets generates the installation's own secrets and copies the operator's.
func (o Options) secrets() []Action {
	var all []Action
	for _, name := range []string{"secret", "operator-token", "metrics-token"} {
		all = append(all, Secret{path.Join(secrets, name)})
	}
	for _, name := range []string{"braintree", "smtp"} {
		at := path.Join(secrets, name)
		switch from := o.Secrets[name]; {
		case from != "":
			all = append(all, Handed{From: from, Path: at})
		default: // the units name the file; an empty one leaves the setting unset
			all = append(all, File{Path: at, Mode: 0o600, Keep: true})
		}
	}
	return all
}

// units returns the systemd units.
func (o Options) units() []Action {
	names := []string{"cojoin-migrate.service", "cojoin-serve@.service", "cojoin-work.service", "cojoin-doctor.service"}
	if o.Trial {
		names = append(names, "cojoin-sandbox.service")
	}
	all := make([]Action, len(names))
	for i, name := range names {
		all[i] = File{Path: path.Join(units, name), Mode: 0o644, Text: shipped(name)}
	}
	return all
}

// site returns the reverse proxy's configuration.
func (o Options) site() string {
	text := strings.ReplaceAll(shipped("Caddyfile"), exampleDomain, o.Domain)
	if o.OwnAuthority {
		text = strings.Replace(text, o.Domain+" {\n", o.Domain+" {\n\ttls internal\n", 1)
	}
	return text
}

// exampleDomain is the domain in the shipped files.
const exampleDomain = "join.example.com"

// shipped returns a file of the example folder.
func shipped(name string) string {
	text, err := onemachine.Files.ReadFile(name)
	if err != nil {
		panic("machine: " + err.Error()) // it is embedded
	}
	return string(text)
}

// Take does the step's unfinished actions and returns their number.
func (s Step) Take(ctx context.Context) (did int, err error) {
	for _, action := range s.Actions {
		done, err := action.Done(ctx)
		if err != nil {
			return did, err
		}
		if done {
			continue
		}
		if err := action.Do(ctx); err != nil {
			return did, err
		}
		did++
	}
	return did, nil
}
