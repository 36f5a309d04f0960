package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/machine"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/site"
)

type installFlags struct {
	domain, binary, databaseURL string
	catalog                     string
	set, secrets                []string
	trial, ownAuthority, dryRun bool
}

func newInstallCommand() *cobra.Command {
	var f installFlags
	cmd := &cobra.Command{
		Use:   "install",
		Short: "Install it on this Debian machine, with database, services and certificates",
		Long: `Install the product on this machine: Debian with systemd, as root. It installs Postgres and Caddy, and creates a database with three
logins (for migrations, servers and workers), secrets, services and the reverse proxy's site. Then it migrates, starts two
servers and a worker, and checks them. Caddy gets the certificate and renews it.

Running it again skips finished steps: run it again after a mistake, or with a newer program to upgrade.
--dry-run prints the same steps as shell commands, and does nothing. The configuration is written once: edit
/etc/cojoin/cojoin.yaml afterwards.

Before it changes anything, it lists the settings that are missing, wrong or left from the demonstration, and needs your own catalog
of packages, prices and taxes: --catalog. With payment.environment=sandbox no money is taken, and it goes on without them.

With --trial no money is taken: the payment provider is the sandbox, mails stay in the outbox, and sign-ups are
made from this machine.`,
		Example: `  cojoin install --domain join.example.com --set origins=https://www.example.com --catalog catalog.yaml \
    --set payment.environment=production --set payment.merchantId=… --set payment.publicKey=… --set payment.merchantAccounts.USD=… \
    --set 'seller.name=…' --set 'seller.address=… | …' --set support.email=… --set support.phones.default=… \
    --set links.terms=… --set links.privacy=… --set links.help=… --set links.contact=… \
    --secret braintree=key.txt --secret smtp=smtp.txt --set 'mail.from=Example <no-reply@example.com>'
  cojoin install --domain join.example.com --trial --own-authority
  cojoin install --domain join.example.com --trial --dry-run`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return install(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.domain, "domain", "", "public name of the sign-up, e.g. join.example.com")
	flags.StringArrayVar(&f.set, "set", nil, "a setting as name=value, see: cojoin config show; may be repeated")
	flags.StringArrayVar(&f.secrets, "secret", nil, "a secret's file as braintree=FILE (private key) or smtp=FILE (smtp://user:password@host:587); may be repeated")
	flags.StringVar(&f.catalog, "catalog", "", "`FILE` with packages, prices and taxes, see: cojoin catalog export --default")
	flags.StringVar(&f.databaseURL, "database-url-file", "", "file with the address of a database elsewhere (default: Postgres is installed here)")
	flags.StringVar(&f.binary, "binary", "", "program to install (default: this one)")
	flags.BoolVar(&f.trial, "trial", false, "take no money: sandbox and outbox in place of payment provider and mail server")
	flags.BoolVar(&f.ownAuthority, "own-authority", false, "certificates of Caddy's own authority, for a name that the internet can't reach")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the steps as shell commands, and do nothing")
	_ = cmd.MarkFlagRequired("domain")
	return cmd
}

func install(cmd *cobra.Command, f installFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	steps := machine.Install(o)
	if f.dryRun {
		printSteps(cmd.OutOrStdout(), steps)
		return nil
	}
	if err := fitMachine("dpkg", "apt-get", "systemctl"); err != nil {
		return err
	}
	if err := takeSteps(cmd.Context(), cmd.OutOrStdout(), steps); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "\nhttps://%s/app/join is ready. Its settings are in %s/cojoin.yaml; its log: journalctl -u 'cojoin-*'\n", o.Domain, machine.Folder)
	fmt.Fprintf(cmd.OutOrStdout(), "Back up %s/secrets/secret: without it the encrypted data can't be read.\n", machine.Folder)
	return nil
}

func newUninstallCommand() *cobra.Command {
	var keepData, deleteData, dryRun, yes bool
	cmd := &cobra.Command{
		Use:   "uninstall",
		Short: "Uninstall it from this machine, with its data or without",
		Long: `Stop the services of "cojoin install" and remove them, the program and the reverse proxy's site. Postgres and Caddy stay.

With --keep-data the database, the secrets and the configuration stay, and a new installation uses them. With
--delete-data they are deleted, which can't be undone.`,
		Example: `  cojoin uninstall --keep-data
  cojoin uninstall --delete-data --dry-run`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			steps := machine.Uninstall(deleteData)
			if dryRun {
				printSteps(cmd.OutOrStdout(), steps)
				return nil
			}
			if err := fitMachine("systemctl"); err != nil {
				return err
			}
			if deleteData {
				if err := console.Confirm(cmd, yes, "This deletes every account, sign-up and payment on this machine. Go on?"); err != nil {
					return err
				}
			}
			return takeSteps(cmd.Context(), cmd.OutOrStdout(), steps)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&keepData, "keep-data", false, "keep the database, the secrets and the configuration")
	flags.BoolVar(&deleteData, "delete-data", false, "delete the database, the secrets and the configuration")
	flags.BoolVar(&dryRun, "dry-run", false, "print the steps as shell commands, and do nothing")
	console.YesFlag(cmd, &yes)
	cmd.MarkFlagsOneRequired("keep-data", "delete-data")
	cmd.MarkFlagsMutuallyExclusive("keep-data", "delete-data")
	return cmd
}

// options checks the flags and writes the configuration. It must be valid before any change to the machine.
func (f installFlags) options() (machine.Options, error) {
	o := machine.Options{Domain: f.domain, Binary: f.binary, DatabaseURL: f.databaseURL, Catalog: f.catalog, Trial: f.trial, OwnAuthority: f.ownAuthority, Secrets: map[string]string{}}
	if strings.Trim(strings.ToLower(f.domain), "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" || !strings.Contains(f.domain, ".") {
		return o, console.Usagef("--domain %q is not a name like join.example.com", f.domain)
	}
	if o.Binary == "" {
		self, err := os.Executable()
		if err != nil {
			return o, err
		}
		o.Binary = self
	}
	for _, given := range f.secrets {
		name, file, ok := strings.Cut(given, "=")
		if !ok || file == "" || (name != "braintree" && name != "smtp") {
			return o, console.Usagef("--secret %q is neither braintree=FILE nor smtp=FILE", given)
		}
		o.Secrets[name] = file
	}
	var catalog *price.Catalog
	if f.catalog != "" {
		raw, err := os.ReadFile(f.catalog)
		if err != nil {
			return o, console.Usagef("%w", err)
		}
		if catalog, err = price.ParseCatalog(raw); err != nil {
			return o, console.Usagef("%s: %w", f.catalog, err)
		}
	}
	there, err := os.ReadFile(filepath.Join(machine.Folder, "cojoin.yaml"))
	switch {
	case f.dryRun || errors.Is(err, os.ErrNotExist):
		o.Config, err = f.config()
	case err == nil && len(f.set) > 0:
		return o, console.Usagef("%s/cojoin.yaml is there already: change it there, and run this again without --set", machine.Folder)
	case err == nil:
		o.Config = string(there)
	}
	if err != nil {
		return o, err
	}
	s, err := f.sound(o)
	if err != nil || string(there) != "" && !f.dryRun { // a running installation checks that at its start, by its sales
		return o, err
	}
	return o, ready(s, catalog)
}

// ready rejects values of the demonstration before the first sale.
func ready(s *setting.Config, catalog *price.Catalog) error {
	left := s.Leftovers(catalog)
	switch {
	case s.Environment != site.EnvironmentProduction:
		return nil
	case catalog == nil:
		left = append(left, site.Leftover{
			Setting: "catalog", Found: "there is none but the demonstration's, whose prices, taxes and public coupons are invented",
			Mend: "edit a copy (cojoin catalog export --default > catalog.yaml), remove its line demonstration: true, and name it with --catalog",
		})
	default:
		left = append(left, setting.CatalogLeftovers(catalog)...)
	}
	if site.StartOf(left, s.RealMoney(), false) == site.StartRefused {
		return stack.Refusal(left)
	}
	return nil
}

// config returns the text of the configuration.
func (f installFlags) config() (string, error) {
	values := map[string]string{
		"environment": "production", "publicUrl": "https://" + f.domain, "trustedProxies": "127.0.0.1/32", "payment.provider": "braintree",
	}
	if f.trial {
		values["environment"], values["payment.provider"] = "development", "sandbox"
	}
	for _, given := range f.set {
		name, value, ok := strings.Cut(given, "=")
		if !ok {
			return "", console.Usagef("--set %q is not name=value", given)
		}
		for _, d := range setting.Table {
			if d.Secret && (d.Name == name || strings.HasSuffix(d.Name, ".*") && strings.HasPrefix(name, strings.TrimSuffix(d.Name, "*"))) {
				return "", console.Usagef("--set %s: a secret stays out of command lines and of the configuration; see --secret", name)
			}
		}
		values[name] = value
	}
	tree := yaml.MapSlice{}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		tree = graft(tree, strings.Split(name, "."), values[name])
	}
	text, err := yaml.Marshal(tree)
	return "# All settings except the secrets, which are in separate files (see the units). `cojoin config check` reports every mistake;\n" +
		"# `cojoin config show` lists every setting.\n" + string(text), err
}

// graft puts a value into a tree.
func graft(tree yaml.MapSlice, path []string, value string) yaml.MapSlice {
	if len(path) == 1 {
		return append(tree, yaml.MapItem{Key: path[0], Value: value})
	}
	if last := len(tree) - 1; last >= 0 && tree[last].Key == path[0] {
		if inner, ok := tree[last].Value.(yaml.MapSlice); ok {
			tree[last].Value = graft(inner, path[1:], value)
			return tree
		}
	}
	return append(tree, yaml.MapItem{Key: path[0], Value: graft(nil, path[1:], value)})
}

// sound reports every mistake in the configuration. It uses the given secrets, and stand-ins for the secrets that the
// installation generates.
func (f installFlags) sound(o machine.Options) (*setting.Config, error) {
	file, err := os.CreateTemp("", "cojoin-*.yaml")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.WriteString(o.Config)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	env := []string{"DATABASE_URL=postgres://cojoin_web@127.0.0.1/cojoin", "COJOIN_SECRET=" + strings.Repeat("c2VjcmV0", 6)}
	for name, variable := range map[string]string{"braintree": "COJOIN_PAYMENT_PRIVATE_KEY", "smtp": "COJOIN_MAIL_SMTP"} {
		given, there := o.Secrets[name], filepath.Join(machine.Folder, "secrets", name)
		switch _, err := os.Stat(there); {
		case given != "" && f.dryRun: // the file may be on another machine
			env = append(env, variable+"=smtp://mail.internal")
		case given != "":
			env = append(env, variable+"_FILE="+given)
		case err == nil:
			env = append(env, variable+"_FILE="+there)
		}
	}
	s, _, err := setting.Load(setting.Sources{File: file.Name(), Env: env})
	if err != nil {
		return nil, console.Usagef("%s", strings.ReplaceAll(err.Error(), file.Name(), machine.Folder+"/cojoin.yaml"))
	}
	return s, nil
}

// fitMachine rejects a machine without root rights or without one of the programs.
func fitMachine(programs ...string) error {
	if os.Geteuid() != 0 {
		return errors.New("this changes the machine: run it as root, or show its steps with --dry-run")
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s is missing: this command needs Debian with systemd; examples/deploy has Compose and Kubernetes", name)
		}
	}
	return nil
}

// printSteps prints the steps as a shell script.
func printSteps(out io.Writer, steps []machine.Step) {
	fmt.Fprintln(out, "set -eu")
	for _, step := range steps {
		fmt.Fprintf(out, "\n# %s\n", step.Title)
		for _, action := range step.Actions {
			fmt.Fprintln(out, action.Shell())
		}
	}
}

// takeSteps takes the steps and prints each result. It skips finished actions.
func takeSteps(ctx context.Context, out io.Writer, steps []machine.Step) error {
	paint := console.NewPainter(out)
	for _, step := range steps {
		fmt.Fprintf(out, "%s … ", step.Title)
		did, err := step.Take(ctx)
		if err != nil {
			fmt.Fprintln(out, paint.Bad("failed"))
			return fmt.Errorf("%s: %w", step.Title, err)
		}
		if did == 0 {
			fmt.Fprintln(out, paint.Soft("nothing to do"))
			continue
		}
		fmt.Fprintln(out, paint.Good("done"))
	}
	return nil
}
