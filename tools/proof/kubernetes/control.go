package kubernetes

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// programs are what tools/kubernetes names, by the command that each becomes.
var programs = map[string]string{
	"etcd":                    "go.etcd.io/etcd/server/v3",
	"helm":                    "helm.sh/helm/v3/cmd/helm",
	"kube-apiserver":          "k8s.io/kubernetes/cmd/kube-apiserver",
	"kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
	"kube-scheduler":          "k8s.io/kubernetes/cmd/kube-scheduler",
}

// Build builds the programs in a folder, from the product's checkout. The first time takes minutes.
func Build(ctx context.Context, root, dir string) error {
	for name, from := range programs {
		//nolint:gosec // the programs above
		build := exec.CommandContext(ctx, "go", "build", "-modfile="+filepath.Join(root, "tools/kubernetes/go.mod"), "-ldflags=-s -w", "-o", filepath.Join(dir, name), from)
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("kubernetes: build %s: %w: %s", name, err, out)
		}
	}
	return nil
}

// network is where pods and services have their addresses. Loopback's own can't be used: endpoints may not have them.
const (
	// Pods is the range that the machine has to have on its loopback interface.
	Pods     = "10.244.0.0/16"
	services = "10.96.0.0/16"
	own      = "10.244.0.1"
)

// Cluster is a Kubernetes that runs. Its logs are in its folder.
type Cluster struct {
	*API
	// Config is the path of a kubeconfig with all rights.
	Config string

	dir       string // of the programs and their files
	processes []*fleet.Process
}

// Start starts a cluster whose programs [Build] has put into the folder.
func Start(ctx context.Context, dir string) (c *Cluster, err error) {
	c = &Cluster{dir: dir, Config: filepath.Join(dir, "kubeconfig")}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Stop())
		}
	}()
	etcd, err := fleet.FreeAddr(ctx)
	if err != nil {
		return c, err
	}
	peers, err := fleet.FreeAddr(ctx)
	if err != nil {
		return c, err
	}
	port, err := fleet.FreePort(ctx)
	if err != nil {
		return c, err
	}
	token := rand.Text()
	key, err := signingKey()
	if err != nil {
		return c, err
	}
	server := fmt.Sprintf("https://127.0.0.1:%d", port)
	certificate := filepath.Join(dir, "certificates", "apiserver.crt")
	for name, content := range map[string]string{
		"tokens.csv": token + ",rehearsal,rehearsal,system:masters\n", "accounts.key": key, "kubeconfig": kubeconfig(server, certificate, token),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return c, err
		}
	}
	accounts := filepath.Join(dir, "accounts.key")
	start := func(name string, args ...string) (*fleet.Process, error) {
		p, err := fleet.Start(fleet.Program{Name: name, Dir: dir, Argv: append([]string{filepath.Join(dir, name)}, args...), Env: os.Environ()})
		if err == nil {
			c.processes = append(c.processes, p)
		}
		return p, err
	}
	store, err := start("etcd", "--data-dir="+filepath.Join(dir, "etcd-data"), "--unsafe-no-fsync",
		"--listen-client-urls=http://"+etcd, "--advertise-client-urls=http://"+etcd, "--listen-peer-urls=http://"+peers)
	if err != nil {
		return c, err
	}
	if err := store.Answers(ctx, "http://"+etcd+"/readyz"); err != nil {
		return c, err
	}
	apiserver, err := start("kube-apiserver", "--etcd-servers=http://"+etcd, "--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", port),
		"--advertise-address="+own, "--service-cluster-ip-range="+services, "--cert-dir="+filepath.Dir(certificate), "--token-auth-file="+filepath.Join(dir, "tokens.csv"),
		"--authorization-mode=RBAC", "--service-account-key-file="+accounts, "--service-account-signing-key-file="+accounts, "--service-account-issuer="+server,
		"--disable-admission-plugins=TaintNodesByCondition") // the node says itself that it is ready
	if err != nil {
		return c, err
	}
	if c.API, err = newAPI(ctx, server, certificate, token, apiserver); err != nil {
		return c, err
	}
	if _, err := start("kube-controller-manager", "--kubeconfig="+c.Config, "--service-account-private-key-file="+accounts, "--leader-elect=false", "--secure-port=0",
		"--controllers=*,-node-lifecycle-controller"); err != nil {
		return c, err
	}
	_, err = start("kube-scheduler", "--kubeconfig="+c.Config, "--leader-elect=false", "--secure-port=0")
	return c, err
}

// Stop ends all programs.
func (c *Cluster) Stop() error {
	var all []error
	for i := len(c.processes) - 1; i >= 0; i-- {
		all = append(all, c.processes[i].Stop())
	}
	c.processes = nil
	return errors.Join(all...)
}

// Helm runs a helm command to its end.
func (c *Cluster) Helm(ctx context.Context, args ...string) error {
	helm := exec.CommandContext(ctx, filepath.Join(c.dir, "helm"), append(args, "--kubeconfig="+c.Config)...) //nolint:gosec // ours
	helm.Env = append(os.Environ(), "HELM_CACHE_HOME="+c.dir, "HELM_CONFIG_HOME="+c.dir, "HELM_DATA_HOME="+c.dir)
	if out, err := helm.CombinedOutput(); err != nil {
		return fmt.Errorf("kubernetes: helm %s: %w: %s", args[0], err, out)
	}
	return nil
}

func signingKey() (string, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", fmt.Errorf("kubernetes: %w", err)
	}
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return "", fmt.Errorf("kubernetes: %w", err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der})), nil
}

func kubeconfig(server, certificate, token string) string {
	return fmt.Sprintf(`apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: %q, certificate-authority: %q } }]
users: [{ name: u, user: { token: %q } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
`, server, certificate, token)
}
