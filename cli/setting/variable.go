package setting

// Where `cojoin dev` listens, and "cojoin serve" unless the settings say otherwise.
const (
	DefaultAddr        = "127.0.0.1:8080"
	DefaultPrivateAddr = "127.0.0.1:9080"
)

// The variables that replace a login where nobody can log in, such as in CI.
const (
	ServerVariable = "COJOIN_SERVER"
	TokenVariable  = "COJOIN_TOKEN" //nolint:gosec // a variable's name

	ConfigVariable  = "COJOIN_CONFIG"
	SandboxVariable = "COJOIN_SANDBOX_URL"
)

// DefaultServer is where `cojoin dev` listens.
const DefaultServer = "http://127.0.0.1:8080"
