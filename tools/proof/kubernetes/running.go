package kubernetes

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// running is a pod that the node runs.
type running struct {
	node    *Node
	pod     Pod
	address string
	began   time.Time
	ended   chan struct{} // closed once it is to end
	once    sync.Once

	mu       sync.Mutex
	process  *fleet.Process // of the container, while it runs
	started  time.Time
	ready    bool
	restarts int
}

func (n *Node) newRunning(pod Pod, address string) *running {
	return &running{node: n, pod: pod, address: address, began: time.Now(), ended: make(chan struct{})}
}

func (r *running) end() { r.once.Do(func() { close(r.ended) }) }

// kill reports whether there was a container to kill.
func (r *running) kill() bool {
	r.mu.Lock()
	p := r.process
	r.mu.Unlock()
	if p == nil {
		return false
	}
	p.Kill()
	return true
}

func (r *running) ending() bool {
	select {
	case <-r.ended:
		return true
	default:
		return false
	}
}

// run runs the pod to its end, and tells the API server how it goes.
func (r *running) run(ctx context.Context) {
	phase := r.containers(ctx)
	if r.ending() {
		_ = r.node.api.Do(ctx, http.MethodDelete, r.path(), map[string]any{"gracePeriodSeconds": 0}, nil) // taken away by force: it is gone already
		return
	}
	r.tell(ctx, phase)
	<-r.ended
	_ = r.node.api.Do(ctx, http.MethodDelete, r.path(), map[string]any{"gracePeriodSeconds": 0}, nil)
}

// containers runs the pod's containers, and gives the phase that the pod ends in.
func (r *running) containers(ctx context.Context) string {
	r.tell(ctx, "Pending")
	for i := range r.pod.Spec.InitContainers {
		for !r.ending() {
			if err := r.runOnce(ctx, &r.pod.Spec.InitContainers[i], false); err == nil {
				break
			}
			if r.pod.Spec.RestartPolicy == "Never" {
				return "Failed"
			}
			r.again(ctx)
		}
	}
	for !r.ending() {
		err := r.runOnce(ctx, &r.pod.Spec.Containers[0], true)
		switch {
		case r.pod.Spec.RestartPolicy == "Never" && err == nil:
			return "Succeeded"
		case r.pod.Spec.RestartPolicy == "Never":
			return "Failed"
		}
		r.again(ctx)
	}
	return "Running"
}

// again counts a restart. As on a real node it comes after a while.
func (r *running) again(ctx context.Context) {
	r.mu.Lock()
	r.restarts++
	r.mu.Unlock()
	pause(ctx, time.Second)
}

// runOnce runs a container once. The error says how it ended.
func (r *running) runOnce(ctx context.Context, c *container, main bool) error {
	program, err := r.program(ctx, c)
	if err != nil {
		return err
	}
	p, err := fleet.Start(program)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.process, r.started = p, time.Now()
	r.mu.Unlock()
	watching, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	if main {
		r.tell(ctx, "Running")
		watch.Go(func() { r.watch(watching, c) })
	}
	select {
	case <-p.Ended():
	case <-r.ended:
		_ = p.Stop() // SIGTERM, and SIGKILL after a little more than the pod's 40 s
	}
	stop()
	watch.Wait()
	r.mu.Lock()
	r.process = nil
	r.mu.Unlock()
	r.setReady(ctx, false)
	return p.Err()
}

// watch asks the container's probes, and tells when it is ready and when not.
func (r *running) watch(ctx context.Context, c *container) {
	if p := c.StartupProbe; p != nil {
		for !r.asks(ctx, c, p) {
			if pause(ctx, every(p)); ctx.Err() != nil {
				return
			}
		}
	}
	if c.ReadinessProbe == nil {
		r.setReady(ctx, true)
		return
	}
	for failed := 0; ctx.Err() == nil; pause(ctx, every(c.ReadinessProbe)) {
		if r.asks(ctx, c, c.ReadinessProbe) {
			failed = 0
			r.setReady(ctx, true)
		} else if failed++; failed >= c.ReadinessProbe.FailureThreshold {
			r.setReady(ctx, false)
		}
	}
}

func every(p *probe) time.Duration { return time.Duration(p.PeriodSeconds) * time.Second }

func (r *running) asks(ctx context.Context, c *container, p *probe) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(max(1, p.TimeoutSeconds))*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s:%d%s", r.address, c.port(p), p.HTTPGet.Path), nil)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode >= 200 && res.StatusCode < 400
}

func (r *running) setReady(ctx context.Context, ready bool) {
	r.mu.Lock()
	same := r.ready == ready
	r.ready = ready
	r.mu.Unlock()
	if !same {
		r.tell(ctx, "Running")
	}
}

func (r *running) path() string {
	return path.Join("/api/v1/namespaces", r.pod.Metadata.Namespace, "pods", r.pod.Metadata.Name)
}

// tell writes the pod's status.
func (r *running) tell(ctx context.Context, phase string) {
	r.mu.Lock()
	yes := map[bool]string{true: "True", false: "False"}
	state := map[string]any{"running": map[string]any{"startedAt": r.started.UTC().Format(time.RFC3339)}}
	switch phase {
	case "Pending":
		state = map[string]any{"waiting": map[string]any{"reason": "PodInitializing"}}
	case "Succeeded", "Failed":
		state = map[string]any{"terminated": map[string]any{"exitCode": map[string]int{"Succeeded": 0, "Failed": 1}[phase]}}
	}
	c := r.pod.Spec.Containers[0]
	status := map[string]any{
		"phase": phase, "podIP": r.address, "podIPs": []map[string]string{{"ip": r.address}}, "startTime": r.began.UTC().Format(time.RFC3339),
		"conditions": []map[string]string{
			{"type": "PodScheduled", "status": "True"}, {"type": "Initialized", "status": yes[phase != "Pending"]},
			{"type": "ContainersReady", "status": yes[r.ready]}, {"type": "Ready", "status": yes[r.ready]},
		},
		"containerStatuses": []map[string]any{{
			"name": c.Name, "image": c.Image, "imageID": c.Image, "ready": r.ready, "started": r.ready, "restartCount": r.restarts, "state": state,
		}},
	}
	r.mu.Unlock()
	_ = r.node.api.Do(ctx, http.MethodPatch, r.path()+"/status", map[string]any{"status": status}, nil) // it may be gone
}

// program is a container as a process: in a folder with the image's files and the secrets, as the pod's user.
func (r *running) program(ctx context.Context, c *container) (fleet.Program, error) {
	r.node.mu.Lock()
	from, ok := r.node.images[c.Image]
	r.node.mu.Unlock()
	if !ok {
		return fleet.Program{}, fmt.Errorf("kubernetes: the node has no image %s", c.Image)
	}
	name := r.pod.Metadata.Name + "-" + c.Name
	root := filepath.Join(r.node.dir, name)
	user := r.pod.Spec.SecurityContext
	if user.RunAsUser == nil || user.FSGroup == nil {
		return fleet.Program{}, errors.New("kubernetes: a pod that says no user isn't run")
	}
	if err := os.RemoveAll(root); err != nil {
		return fleet.Program{}, err
	}
	//nolint:gosec // our own folders
	if out, err := exec.CommandContext(ctx, "cp", "-al", from.dir, root).CombinedOutput(); err != nil {
		return fleet.Program{}, fmt.Errorf("kubernetes: %w: %s", err, out)
	}
	for _, mount := range c.VolumeMounts {
		for _, v := range r.pod.Spec.Volumes {
			if v.Name == mount.Name && v.Secret != nil {
				files := map[string]string{}
				for _, item := range v.Secret.Items {
					files[item.Key] = item.Path
				}
				if err := r.node.secret(ctx, r.pod.Metadata.Namespace, v.Secret.SecretName, files, filepath.Join(root, mount.MountPath), *user.FSGroup); err != nil {
					return fleet.Program{}, err
				}
			}
		}
	}
	env, err := r.environment(ctx, c)
	if err != nil {
		return fleet.Program{}, err
	}
	argv := append([]string{}, from.entrypoint...)
	for _, a := range c.Args {
		argv = append(argv, at(r.address, a))
	}
	id := uint32(*user.RunAsUser) //nolint:gosec // an id
	return fleet.Program{Name: name, Dir: r.node.dir, Argv: argv, Env: env, As: &syscall.SysProcAttr{
		Chroot: root, Credential: &syscall.Credential{Uid: id, Gid: 0, Groups: []uint32{uint32(*user.FSGroup)}}, //nolint:gosec // an id
	}}, nil
}

// environment is what a container finds: the services, the settings of the config map, and its own.
func (r *running) environment(ctx context.Context, c *container) ([]string, error) {
	env := []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOSTNAME=" + r.pod.Metadata.Name}
	if links := r.pod.Spec.EnableServiceLinks; links == nil || *links {
		var services struct {
			Items []struct {
				Metadata struct{ Name string }
				Spec     struct {
					ClusterIP string
					Ports     []struct{ Port int }
				}
			}
		}
		if err := r.node.api.Do(ctx, http.MethodGet, path.Join("/api/v1/namespaces", r.pod.Metadata.Namespace, "services"), nil, &services); err != nil {
			return nil, err
		}
		for _, s := range services.Items {
			name, port := strings.ToUpper(strings.ReplaceAll(s.Metadata.Name, "-", "_")), s.Spec.Ports[0].Port
			env = append(env, name+"_SERVICE_HOST="+s.Spec.ClusterIP, fmt.Sprintf("%s_SERVICE_PORT=%d", name, port), fmt.Sprintf("%s_PORT=tcp://%s:%d", name, s.Spec.ClusterIP, port))
		}
	}
	for _, from := range c.EnvFrom {
		var settings struct{ Data map[string]string }
		if err := r.node.api.Do(ctx, http.MethodGet, path.Join("/api/v1/namespaces", r.pod.Metadata.Namespace, "configmaps", from.ConfigMapRef.Name), nil, &settings); err != nil {
			return nil, err
		}
		for key, value := range settings.Data {
			env = append(env, key+"="+at(r.address, value))
		}
	}
	for _, e := range c.Env {
		env = append(env, e.Name+"="+at(r.address, e.Value))
	}
	return env, nil
}
