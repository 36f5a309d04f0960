package setting

// The addresses of `cojoin dev`, and the defaults of `cojoin serve`.
const (
	DefaultAddr        = "127.0.0.1:8080"
	DefaultPrivateAddr = "127.0.0.1:9080"
)

// The variables of commands. The server and the token replace a login where none is possible, such as in CI.
const (
	ServerVariable = "COJOIN_SERVER"
	TokenVariable  = "COJOIN_TOKEN" //nolint:gosec // a variable's name

	ConfigVariable  = "COJOIN_CONFIG"
	SandboxVariable = "COJOIN_SANDBOX_URL"
)

// DefaultServer is the URL of `cojoin dev`.
const DefaultServer = "http://127.0.0.1:8080"
