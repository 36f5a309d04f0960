package setting

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/user"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/site"
)

// defaultConfigFile is read if it exists and no other file is named.
const defaultConfigFile = "cojoin.yaml"

// Value is a setting's value with its source.
type Value struct {
	Row
	key    string // of a map's entry, else empty
	Value  string
	Source string // for messages: the file, a variable, flag, or default
}

// Label returns the value's name in the file.
func (v Value) Label() string {
	return strings.TrimSuffix(v.Name, "*") + v.key
}

// Sources are the sources of settings; a later one overrides an earlier one.
type Sources struct {
	File  string            // empty: cojoin.yaml if it exists
	Env   []string          // as returned by os.Environ
	Flags map[string]string // by setting name, only those that were set
}

// Load reads and validates all settings. The error lists every mistake with its source.
func Load(src Sources) (*Config, []Value, error) {
	values, mistakes := collect(src)
	s := &Config{}
	for _, v := range values {
		if v.Value == "" {
			continue
		}
		if err := v.read(s, v.key, v.Value); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %s %w", v.Source, v.Label(), err))
		}
	}
	if slices.ContainsFunc(mistakes, unread) { // settings in an unreadable file are neither missing nor the demonstration's
		return nil, values, &console.UsageError{Err: errors.Join(mistakes...)}
	}
	if mistakes = append(mistakes, s.contradictions()...); len(mistakes) > 0 {
		for _, left := range s.Leftovers(nil) { // so that all are in one list
			mistakes = append(mistakes, fmt.Errorf("%s: %s: %s", left.Setting, left.Found, left.Mend))
		}
		return nil, values, &console.UsageError{Err: errors.Join(mistakes...)}
	}
	return s, values, nil
}

// contradictions returns the mistakes that involve several settings.
func (s *Config) contradictions() []error {
	var errs []error
	miss := func(missing bool, what string) {
		if missing {
			errs = append(errs, errors.New(what))
		}
	}
	if s.Environment == site.EnvironmentProduction {
		for _, d := range Table {
			if d.stays.never != nil {
				what := d.stays.never(s)
				miss(what != "", what)
			}
		}
	}
	miss(s.DatabaseURL == "", "databaseUrl is missing: set DATABASE_URL")
	miss(s.PersonKeysURL != "" && s.PersonKeysURL == s.DatabaseURL, "personKeysUrl: is the same as databaseUrl: name another database, or leave it out")
	miss(s.Secret == "", "secret is missing: set COJOIN_SECRET (or secret in the configuration) to the server's secret. "+
		"Only a new installation needs a new one: cojoin install generates it, or openssl rand -base64 32")
	miss(s.AddressProvider == "google" && s.GoogleKey == "", "addresses.googleKey is missing: set COJOIN_ADDRESSES_GOOGLE_KEY")
	miss(s.Analytics == "segment" && s.SegmentKey == "", "analytics.segmentKey is missing: set COJOIN_ANALYTICS_SEGMENT_KEY")
	miss((s.Chat.KeyID == "") != (s.Chat.Secret == ""), "chat.keyId and chat.secret must be set together")
	if s.Provider == "braintree" {
		b := s.Braintree
		miss(b.MerchantID == "", "payment.merchantId is missing")
		miss(b.PublicKey == "", "payment.publicKey is missing")
		miss(b.PrivateKey == "", "payment.privateKey is missing: set COJOIN_PAYMENT_PRIVATE_KEY")
		miss(len(b.MerchantAccounts) == 0, "payment.merchantAccounts is missing: nothing is sold in a currency without a merchant account")
	}
	return errs
}

// collect returns every setting that has a value, in the table's order.
func collect(src Sources) ([]Value, []error) {
	file, mistakes := readConfigFile(src.File)
	env := map[string]string{}
	for _, pair := range src.Env {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	var values []Value
	for _, d := range Table {
		if strings.HasSuffix(d.Name, ".*") {
			entries, unread := collectMap(d, file, env)
			values, mistakes = append(values, entries...), append(mistakes, unread...)
			continue
		}
		v := Value{Row: d, Value: d.fallback, Source: "default"}
		if found, ok := file.take(d.Name); ok {
			v.Value, v.Source = found, file.name
		}
		if found, source, err := fromEnv(d, env); err != nil {
			mistakes = append(mistakes, err)
		} else if source != "" {
			v.Value, v.Source = found, source
		}
		if found, ok := src.Flags[d.Name]; ok {
			v.Value, v.Source = found, "flag"
		}
		values = append(values, v)
	}
	for _, name := range file.rest() {
		mistakes = append(mistakes, fmt.Errorf("%s: there is no setting %s", file.name, name))
	}
	for name := range env {
		if strings.HasPrefix(name, "COJOIN_") && !KnownVariable(name) {
			hint := ""
			if _, pod := env["KUBERNETES_SERVICE_HOST"]; pod { // a Kubernetes service named cojoin-something gives every pod such variables
				hint = "; if Kubernetes makes it of a service's name, the pod needs enableServiceLinks: false"
			}
			mistakes = append(mistakes, fmt.Errorf("%s: there is no setting with this variable%s", name, hint))
		}
	}
	return values, mistakes
}

// collectMap returns a map's entries: from the file, then from variables like COJOIN_LINKS_terms, with
// the key in its own case as the last part. For a secret, a variable that ends in _FILE names the file with the secret.
func collectMap(d Row, file *configFile, env map[string]string) (values []Value, mistakes []error) {
	prefix := strings.TrimSuffix(d.Name, "*")
	byKey := map[string]Value{}
	for _, name := range file.names(prefix) {
		value, _ := file.take(name)
		key := strings.TrimPrefix(name, prefix)
		byKey[key] = Value{Row: d, key: key, Value: value, Source: file.name}
	}
	for _, name := range slices.Sorted(maps.Keys(env)) { // so that the file's variable wins, as it does for other settings
		key, ok := strings.CutPrefix(name, d.Variable()+"_")
		if !ok || key == "" {
			continue
		}
		v := Value{Row: d, key: key, Value: env[name], Source: name}
		if of, isFile := strings.CutSuffix(key, "_FILE"); d.Secret && isFile {
			if env[name] == "" {
				continue
			}
			text, err := secretFile(name, env[name])
			if err != nil {
				mistakes = append(mistakes, err)
				continue
			}
			v.key, v.Value = of, text
		}
		byKey[v.key] = v
	}
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		values = append(values, byKey[key])
	}
	return values, mistakes
}

// secretFile reads the file that a variable names.
func secretFile(variable, path string) (string, error) {
	raw, err := os.ReadFile(path) //nolint:gosec // the operator's own
	if err != nil {
		return "", fmt.Errorf("%s: %w", variable, Readable(err))
	}
	return strings.TrimSpace(string(raw)), nil
}

// fromEnv reads a setting's variable. A secret may be in a file: the variable ending in _FILE names it.
func fromEnv(d Row, env map[string]string) (value, source string, err error) {
	name := d.Variable()
	if d.Secret {
		if path := env[name+"_FILE"]; path != "" {
			value, err = secretFile(name+"_FILE", path)
			return value, name + "_FILE", err
		}
	}
	if value := env[name]; value != "" {
		return value, name, nil
	}
	return "", "", nil
}

// commandVariables are read by commands and are not settings of the server.
var commandVariables = []string{"COJOIN_OPERATOR", ConfigVariable, ServerVariable, TokenVariable, SandboxVariable}

// KnownVariable reports whether a setting or a command reads a variable of the environment.
func KnownVariable(name string) bool {
	return slices.Contains(commandVariables, name) || slices.ContainsFunc(Table, func(d Row) bool {
		v := d.Variable()
		return name == v || d.Secret && name == v+"_FILE" || strings.HasSuffix(d.Name, ".*") && strings.HasPrefix(name, v+"_")
	})
}

// configFile holds the file's values by dotted name.
type configFile struct {
	name   string
	values map[string]string
	taken  map[string]bool
}

func readConfigFile(name string) (*configFile, []error) {
	f := &configFile{name: name, values: map[string]string{}, taken: map[string]bool{}}
	explicit := name != ""
	if !explicit {
		f.name = defaultConfigFile
	}
	raw, err := os.ReadFile(f.name)
	switch {
	case errors.Is(err, os.ErrNotExist) && !explicit:
		return f, nil
	case err != nil:
		return f, []error{Readable(err)}
	}
	var tree map[string]any
	if err := yaml.Unmarshal(raw, &tree); err != nil {
		return f, []error{fmt.Errorf("%s: %s", f.name, yaml.FormatError(err, false, false))}
	}
	flatten("", tree, f.values)
	return f, nil
}

// unread reports whether a mistake is an unreadable file.
func unread(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path)
}

// Readable adds the current user and the remedy to a permission error. It returns other errors unchanged.
func Readable(err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	owner := fmt.Sprintf("user %d", os.Geteuid())
	if u, lookup := user.Current(); lookup == nil {
		owner = "user " + u.Username
	}
	return fmt.Errorf("%w for %s, the user of this process: give that user read access to the file and its folders", err, owner)
}

// flatten converts a tree to dotted names; it joins lists with commas.
func flatten(prefix string, value any, into map[string]string) {
	switch v := value.(type) {
	case map[string]any:
		for key, inner := range v {
			flatten(strings.TrimPrefix(prefix+"."+key, "."), inner, into)
		}
	case []any:
		parts := make([]string, len(v))
		for i, p := range v {
			parts[i] = fmt.Sprint(p)
		}
		into[prefix] = strings.Join(parts, ",")
	case nil:
	default:
		into[prefix] = fmt.Sprint(v)
	}
}

func (f *configFile) take(name string) (string, bool) {
	v, ok := f.values[name]
	f.taken[name] = f.taken[name] || ok
	return v, ok
}

// names returns the file's names with a prefix.
func (f *configFile) names(prefix string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out
}

// rest returns the names that belong to no setting.
func (f *configFile) rest() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if !f.taken[name] {
			out = append(out, name)
		}
	}
	return out
}

// OfIdentity lists the settings that belong to one database. A migration compares them with the database.
var OfIdentity = []string{"secret", "secretId", "oldSecrets.*", "payment.provider", "payment.environment", "payment.merchantId"}

// LoadDatabase reads only the settings of the database, of migrations and of lapses, and those in also, for commands that need no others. A url
// replaces the configured database.
func LoadDatabase(file, url string, also ...string) (*Config, error) {
	values, mistakes := collect(Sources{File: file, Env: os.Environ()})
	if len(mistakes) > 0 {
		return nil, &console.UsageError{Err: errors.Join(mistakes...)}
	}
	s := &Config{}
	for _, v := range values {
		named := slices.Contains(append([]string{"databaseUrl", "personKeysUrl", "databaseConnections"}, also...), v.Name)
		if (named || strings.HasPrefix(v.Name, "migrate.") || strings.HasPrefix(v.Name, "lapse.")) && v.Value != "" {
			if err := v.read(s, v.key, v.Value); err != nil {
				return nil, console.Usagef("%s: %s %w", v.Source, v.Label(), err)
			}
		}
	}
	s.DatabaseURL = cmp.Or(secret.Secret(url), s.DatabaseURL)
	if s.DatabaseURL == "" {
		return nil, console.Usagef("no database is configured: set DATABASE_URL, or databaseUrl in the configuration file")
	}
	return s, nil
}
