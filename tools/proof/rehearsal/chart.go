package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/tools/proof/fleet"
	"github.com/cojoin/cojoin/tools/proof/kubernetes"
)

const (
	chartDir = "examples/deploy/helm"
	// inOwnNetwork names the folder with everything that was built, for the process that has a network of its own.
	inOwnNetwork = "COJOIN_REHEARSAL_DIR"
	// images of both releases; the node has them, and asks no registry.
	repository       = "registry.example.com/cojoin"
	lastTag, nextTag = "last", "next"
	// rolledOut is how long Helm waits for an installation, an upgrade and the way back.
	rolledOut = "--timeout=5m"
)

// chart installs the chart on a Kubernetes by its written command, and upgrades it, loses and evicts pods, changes a setting and
// rolls back while people sign up and pay. It builds everything while there still is a network, and goes on in one of its own, where
// pods have addresses.
func chart(ctx context.Context, o options) error {
	if os.Geteuid() != 0 {
		return errors.New("a network of its own can only be made by root")
	}
	tell("building etcd, Kubernetes and Helm")
	programs := filepath.Join(o.dir, "kubernetes")
	if err := os.Mkdir(programs, 0o700); err != nil {
		return err
	}
	if err := kubernetes.Build(ctx, ".", programs); err != nil {
		return err
	}
	last, err := checkOut(ctx, o)
	if err != nil {
		return err
	}
	tell("the last release is %s", last.name)
	for tag, binary := range map[string]string{lastTag: last.binary, nextTag: o.binary} {
		if err := runProgram(ctx, "go", "-C", "tools/image", "run", ".", "-out", filepath.Join(o.dir, tag+".tar"), "-tag", repository+":"+tag, binary); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	own := exec.CommandContext(ctx, "unshare", append([]string{"--net", "sh", "-c", "ip link set lo up && ip address add " + kubernetes.Pods + ` dev lo && exec "$0" "$@"`, self}, os.Args[1:]...)...) //nolint:gosec // ourselves
	own.Stdout, own.Stderr = os.Stdout, os.Stderr
	own.Env = append(os.Environ(), inOwnNetwork+"="+o.dir)
	return own.Run()
}

// installation is the chart on a cluster.
type installation struct {
	cluster *kubernetes.Cluster
	node    *kubernetes.Node
	values  string // the file
}

// onKubernetes is the rehearsal in its own network.
func onKubernetes(ctx context.Context, o options) (err error) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	db, err := chartDatabase(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.stop(false)) }()
	provider, err := openProvider()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, provider.close(ctx)) }()
	began := time.Now()
	i := &installation{values: filepath.Join(o.dir, "values.yaml")}
	if i.cluster, err = kubernetes.Start(ctx, filepath.Join(o.dir, "kubernetes")); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.cluster.Stop()) }()
	tell("Kubernetes answers after %s", time.Since(began).Round(100*time.Millisecond))
	if i.node, err = kubernetes.NewNode(ctx, i.cluster.API, filepath.Join(o.dir, "node")); err != nil {
		return err
	}
	for _, tag := range []string{lastTag, nextTag} {
		if err := i.node.Load(ctx, filepath.Join(o.dir, tag+".tar"), repository+":"+tag); err != nil {
			return err
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- i.node.Run(running) }()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	if err := i.prepare(ctx, db, provider); err != nil {
		return err
	}
	began = time.Now()
	if err := i.helm(ctx, "install", lastTag); err != nil {
		return err
	}
	tell("installed in %s", time.Since(began).Round(100*time.Millisecond))
	b := newBalancer()
	go i.route(running, b)
	if err := signUpMeanwhile(ctx, o, b, scenarioFile, db, provider, i.events(ctx)); err != nil {
		return err
	}
	if err := i.cluster.Helm(ctx, "uninstall", "cojoin", "--wait"); err != nil {
		return err
	}
	return i.nothingLeft(ctx)
}

// chartDatabase makes a database with three logins, as the Compose example does.
func chartDatabase(ctx context.Context, o options) (*cluster, error) {
	db, err := newCluster(ctx, o.dir, "database", newPassword())
	if err != nil {
		return nil, err
	}
	if err := errors.Join(db.create(ctx), db.start(ctx, "max_connections=200")); err != nil {
		return nil, err
	}
	for _, sql := range []string{
		"CREATE ROLE cojoin_serve NOLOGIN", "CREATE ROLE cojoin_work NOLOGIN", "CREATE ROLE cojoin_report NOLOGIN",
		"CREATE ROLE cojoin_owner LOGIN PASSWORD '" + db.password + "'", "ALTER DATABASE postgres OWNER TO cojoin_owner",
		"CREATE ROLE cojoin_web LOGIN PASSWORD '" + db.password + "' IN ROLE cojoin_serve", "CREATE ROLE cojoin_jobs LOGIN PASSWORD '" + db.password + "' IN ROLE cojoin_work",
	} {
		if err := db.query(ctx, sql); err != nil {
			return nil, errors.Join(err, db.stop(false))
		}
	}
	return db, nil
}

// prepare makes the secret that the chart's values ask for, and the values.
func (i *installation) prepare(ctx context.Context, db *cluster, provider *provider) error {
	login := func(name string) string { return strings.Replace(db.url(), "//cojoin:", "//"+name+":", 1) }
	secret := map[string]string{
		"secret": fleet.EncodeSecret(fleet.NewSecret()), "braintree": sandbox.DefaultPrivateKey, "smtp": "smtp://127.0.0.1:1025",
		"operator-token": newPassword() + newPassword(), "metrics-token": newPassword() + newPassword(),
		"database-url-owner": login("cojoin_owner"), "database-url-serve": login("cojoin_web"), "database-url-work": login("cojoin_jobs"),
	}
	if err := i.cluster.Do(ctx, http.MethodPost, "/api/v1/namespaces/default/secrets", map[string]any{
		"metadata": map[string]string{"name": "cojoin"}, "stringData": secret,
	}, nil); err != nil {
		return err
	}
	settings := sandboxSettings(provider.URL)
	settings["COJOIN_TRUSTED_PROXIES"], settings["COJOIN_PUBLIC_URL"] = "127.0.0.1/32", "http://127.0.0.1"
	raw, err := yaml.Marshal(map[string]any{"image": map[string]string{"repository": repository}, "settings": settings})
	if err != nil {
		return err
	}
	return os.WriteFile(i.values, raw, 0o600)
}

// helm installs or upgrades, and waits until every pod of it runs.
func (i *installation) helm(ctx context.Context, command, tag string, more ...string) error {
	args := []string{command, "cojoin", chartDir, "--values", i.values, "--set", "image.tag=" + tag, "--wait", "--wait-for-jobs", rolledOut}
	if err := i.cluster.Helm(ctx, append(args, more...)...); err != nil {
		return err
	}
	return i.rolledOut(ctx, tag)
}

// rolledOut waits until as many pods run as the chart's values ask for, all of them with the image, and no other is left.
func (i *installation) rolledOut(ctx context.Context, tag string) error {
	return until(ctx, "the pods of "+tag+" run", func() error {
		for component, want := range map[string]int{"server": replicas, "worker": workers} {
			pods, err := i.cluster.Pods(ctx, "app=cojoin,component="+component)
			if err != nil {
				return err
			}
			right := count(pods, func(p kubernetes.Pod) bool { return p.Ready() && p.Image() == repository+":"+tag })
			if right != want || len(pods) != want {
				return fmt.Errorf("%d of %d pods of the %ss, and %d others", right, want, component, len(pods)-right)
			}
		}
		return nil
	})
}

// route sends calls where the service's endpoints say, as each node's proxy does.
func (i *installation) route(ctx context.Context, b *balancer) {
	for ctx.Err() == nil {
		addresses, err := i.cluster.Endpoints(ctx, "cojoin")
		if err == nil {
			var to []*url.URL
			slices.Sort(addresses)
			for _, a := range addresses {
				to = append(to, &url.URL{Scheme: "http", Host: a})
			}
			b.only(to)
		}
		select {
		case <-ctx.Done():
		case <-time.After(probeEvery / 2):
		}
	}
}

// events is the story, in order.
func (i *installation) events(ctx context.Context) []event {
	return []event{
		{"the last release alone", func() error { return nil }},
		{"helm upgrade to this release", func() error { return i.helm(ctx, "upgrade", nextTag) }},
		{"a server's container is killed", func() error { return i.kill(ctx, "server") }},
		{"a worker's container is killed", func() error { return i.kill(ctx, "worker") }},
		{"the node is drained of two servers", func() error { return i.drain(ctx) }},
		{"a setting is mistyped: no pod with it gets ready", func() error {
			if err := i.helm(ctx, "upgrade", nextTag, "--set", "settings.COJOIN_SUPPORT_MAIL=help@example.com", "--timeout=20s"); err == nil {
				return errors.New("nothing refused it")
			}
			return nil
		}},
		{"the setting is put right", func() error {
			return i.helm(ctx, "upgrade", nextTag, "--set", "settings.COJOIN_SUPPORT_EMAIL=help@example.com")
		}},
		{"helm rollback to the last release", func() error {
			if err := i.cluster.Helm(ctx, "rollback", "cojoin", "1", "--wait", "--wait-for-jobs", rolledOut); err != nil {
				return err
			}
			return i.rolledOut(ctx, lastTag)
		}},
	}
}

// kill kills a container; the node starts it again in the same pod.
func (i *installation) kill(ctx context.Context, component string) error {
	pods, err := i.cluster.Pods(ctx, "app=cojoin,component="+component)
	if err != nil {
		return err
	}
	if err := i.node.Kill(pods[0].Metadata.Name); err != nil {
		return err
	}
	err = until(ctx, "the container starts again", func() error {
		pods, err := i.cluster.Pods(ctx, "app=cojoin,component="+component)
		if err == nil && count(pods, func(p kubernetes.Pod) bool { return p.Status.ContainerStatuses[0].RestartCount > 0 }) != 1 {
			err = errors.New("nothing was restarted")
		}
		return err
	})
	if err != nil {
		return err
	}
	return i.rolledOut(ctx, nextTag)
}

// drain evicts two servers at the same time. The budget lets one go; the other may once the first has been replaced.
func (i *installation) drain(ctx context.Context) error {
	pods, err := i.cluster.Pods(ctx, "app=cojoin,component=server")
	if err != nil {
		return err
	}
	if err := i.cluster.Evict(ctx, pods[0].Metadata.Name); err != nil {
		return err
	}
	var refused *kubernetes.Refused
	if err := i.cluster.Evict(ctx, pods[1].Metadata.Name); !errors.As(err, &refused) || refused.Status != http.StatusTooManyRequests {
		return fmt.Errorf("a second server could leave at the same time: %w", err)
	}
	if err := until(ctx, "the second server may leave", func() error { return i.cluster.Evict(ctx, pods[1].Metadata.Name) }); err != nil {
		return err
	}
	return i.rolledOut(ctx, nextTag)
}

// nothingLeft waits until nothing of the chart is there any more.
func (i *installation) nothingLeft(ctx context.Context) error {
	return until(ctx, "nothing is left of the chart", func() error {
		pods, err := i.cluster.Pods(ctx, "app=cojoin,component in (server,worker)")
		if err == nil && len(pods) > 0 {
			err = fmt.Errorf("%d pods", len(pods))
		}
		return err
	})
}
