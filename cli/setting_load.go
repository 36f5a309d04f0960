package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/sdk/site"
)

// defaultConfigFile is read if it exists and no other file is named.
const defaultConfigFile = "cojoin.yaml"

// settingValue is a setting's value as found.
type settingValue struct {
	setting
	key    string // of a map's entry, else empty
	value  string
	source string // where it was found, for messages: the file, a variable, a flag, or default
}

// label returns the value's name in the file.
func (v settingValue) label() string {
	return strings.TrimSuffix(v.name, "*") + v.key
}

// settingSources are the sources of settings; a later one overrides an earlier one.
type settingSources struct {
	file  string            // empty: cojoin.yaml if it exists
	env   []string          // as returned by os.Environ
	flags map[string]string // by setting name, only those that were set
}

// loadSettings reads and validates all settings. The error lists every mistake with its source.
func loadSettings(src settingSources) (*settings, []settingValue, error) {
	values, mistakes := collectSettings(src)
	s := &settings{}
	for _, v := range values {
		if v.value == "" {
			continue
		}
		if err := v.read(s, v.key, v.value); err != nil {
			mistakes = append(mistakes, fmt.Errorf("%s: %s %w", v.source, v.label(), err))
		}
	}
	if !slices.ContainsFunc(mistakes, unread) { // what a file holds that can't be read isn't missing
		mistakes = append(mistakes, s.contradictions()...)
	}
	if len(mistakes) > 0 {
		return nil, values, &usageError{errors.Join(mistakes...)}
	}
	return s, values, nil
}

// contradictions returns the mistakes that involve several settings.
func (s *settings) contradictions() []error {
	var errs []error
	miss := func(missing bool, what string) {
		if missing {
			errs = append(errs, errors.New(what))
		}
	}
	production := s.environment == site.EnvironmentProduction
	miss(s.databaseURL == "", "databaseUrl is missing: set DATABASE_URL")
	miss(s.personKeysURL != "" && s.personKeysURL == s.databaseURL, "personKeysUrl: is the same as databaseUrl: name another database, or leave it out")
	miss(s.secret == "", "secret is missing: set COJOIN_SECRET, generated with: openssl rand -base64 32")
	miss(production && s.provider == "sandbox", "payment.provider: the sandbox takes no money and can't be used in production")
	miss(production && s.killAt != "", "dev.killAt: can't be used in production")
	miss(production && s.pauseAt != "", "dev.pauseAt: can't be used in production")
	miss(production && s.smtp == "", "mail.smtp is missing: set COJOIN_MAIL_SMTP")
	miss(production && !strings.HasPrefix(s.publicURL, "https://"), "publicUrl must start with https:// in production")
	miss(production && s.addressProvider == "sandbox", "addresses.provider: the sandbox's addresses are made up and can't be used in production")
	miss(s.addressProvider == "google" && s.googleKey == "", "addresses.googleKey is missing: set COJOIN_ADDRESSES_GOOGLE_KEY")
	miss(s.analytics == "segment" && s.segmentKey == "", "analytics.segmentKey is missing: set COJOIN_ANALYTICS_SEGMENT_KEY")
	miss((s.chat.KeyID == "") != (s.chat.Secret == ""), "chat.keyId and chat.secret must be set together")
	if s.provider == "braintree" {
		b := s.braintree
		miss(b.merchantID == "", "payment.merchantId is missing")
		miss(b.publicKey == "", "payment.publicKey is missing")
		miss(b.privateKey == "", "payment.privateKey is missing: set COJOIN_PAYMENT_PRIVATE_KEY")
		miss(len(b.merchantAccounts) == 0, "payment.merchantAccounts is missing: nothing is sold in a currency without a merchant account")
	}
	return errs
}

// collectSettings returns every setting that has a value, in the table's order.
func collectSettings(src settingSources) ([]settingValue, []error) {
	file, mistakes := readConfigFile(src.file)
	env := map[string]string{}
	for _, pair := range src.env {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	var values []settingValue
	for _, d := range settingTable {
		if strings.HasSuffix(d.name, ".*") {
			values = append(values, collectMap(d, file, env)...)
			continue
		}
		v := settingValue{setting: d, value: d.fallback, source: "default"}
		if found, ok := file.take(d.name); ok {
			v.value, v.source = found, file.name
		}
		if found, source, err := fromEnv(d, env); err != nil {
			mistakes = append(mistakes, err)
		} else if source != "" {
			v.value, v.source = found, source
		}
		if found, ok := src.flags[d.name]; ok {
			v.value, v.source = found, "flag"
		}
		values = append(values, v)
	}
	for _, name := range file.rest() {
		mistakes = append(mistakes, fmt.Errorf("%s: there is no setting %s", file.name, name))
	}
	for name := range env {
		if strings.HasPrefix(name, "COJOIN_") && !knownVariable(name) {
			mistakes = append(mistakes, fmt.Errorf("%s: there is no setting with this variable", name))
		}
	}
	return values, mistakes
}

// collectMap returns a map's entries: from the file, then from variables like COJOIN_LINKS_terms, whose
// last part is the key with its case.
func collectMap(d setting, file *configFile, env map[string]string) []settingValue {
	prefix := strings.TrimSuffix(d.name, "*")
	byKey := map[string]settingValue{}
	for _, name := range file.names(prefix) {
		value, _ := file.take(name)
		key := strings.TrimPrefix(name, prefix)
		byKey[key] = settingValue{setting: d, key: key, value: value, source: file.name}
	}
	for name, value := range env {
		if key, ok := strings.CutPrefix(name, d.variable()+"_"); ok && key != "" {
			byKey[key] = settingValue{setting: d, key: key, value: value, source: name}
		}
	}
	var values []settingValue
	for _, key := range sortedKeys(byKey) {
		values = append(values, byKey[key])
	}
	return values
}

// fromEnv reads a setting's variable. A secret may be in a file that the variable ending in _FILE names.
func fromEnv(d setting, env map[string]string) (value, source string, err error) {
	name := d.variable()
	if d.secret {
		if path := env[name+"_FILE"]; path != "" {
			raw, err := os.ReadFile(path)
			if err != nil {
				return "", "", fmt.Errorf("%s_FILE: %w", name, readable(err))
			}
			return strings.TrimSpace(string(raw)), name + "_FILE", nil
		}
	}
	if value := env[name]; value != "" {
		return value, name, nil
	}
	return "", "", nil
}

// commandVariables are read by commands and are not settings of the server.
var commandVariables = []string{"COJOIN_OPERATOR", configVariable, serverVariable, tokenVariable, sandboxVariable}

func knownVariable(name string) bool {
	return slices.Contains(commandVariables, name) || slices.ContainsFunc(settingTable, func(d setting) bool {
		v := d.variable()
		return name == v || d.secret && name == v+"_FILE" || strings.HasSuffix(d.name, ".*") && strings.HasPrefix(name, v+"_")
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
		return f, []error{readable(err)}
	}
	var tree map[string]any
	if err := yaml.Unmarshal(raw, &tree); err != nil {
		return f, []error{fmt.Errorf("%s: %s", f.name, yaml.FormatError(err, false, false))}
	}
	flatten("", tree, f.values)
	return f, nil
}

// unread reports whether a mistake is a file that can't be read.
func unread(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path)
}

// readable says who was refused a file, and what to do about it.
func readable(err error) error {
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	who := fmt.Sprintf("user %d", os.Geteuid())
	if u, lookup := user.Current(); lookup == nil {
		who = "user " + u.Username
	}
	return fmt.Errorf("%w for %s, as whom this process runs: let that user read the file and pass through its folders", err, who)
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
	for _, name := range sortedKeys(f.values) {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out
}

// rest returns the names that belong to no setting.
func (f *configFile) rest() []string {
	var out []string
	for _, name := range sortedKeys(f.values) {
		if !f.taken[name] {
			out = append(out, name)
		}
	}
	return out
}

func sortedKeys[K ~string, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
