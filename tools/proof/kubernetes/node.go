package kubernetes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sync"
	"time"
)

const (
	nodeName = "node-1"
	// lookEvery is how often the node looks which pods are its own.
	lookEvery = 150 * time.Millisecond
)

// Node is the machine that the pods run on.
type Node struct {
	api *API
	dir string // a folder for each pod, and the logs

	mu     sync.Mutex
	images map[string]image
	pods   map[string]*running // by uid
	number int
	all    sync.WaitGroup
}

// image is the folder of an image's files, and its command.
type image struct {
	dir        string
	entrypoint []string
}

// NewNode registers a node that has no images yet.
func NewNode(ctx context.Context, api *API, dir string) (*Node, error) {
	n := &Node{api: api, dir: dir, images: map[string]image{}, pods: map[string]*running{}}
	if err := os.MkdirAll(dir, 0o711); err != nil { //nolint:gosec // pods run as another user
		return nil, fmt.Errorf("kubernetes: %w", err)
	}
	err := api.Do(ctx, http.MethodPost, "/api/v1/nodes", map[string]any{
		"metadata": map[string]any{"name": nodeName, "labels": map[string]string{"kubernetes.io/hostname": nodeName}},
	}, nil)
	if err != nil {
		return nil, err
	}
	room := map[string]string{"cpu": "16", "memory": "32Gi", "pods": "100"}
	return n, api.Do(ctx, http.MethodPatch, "/api/v1/nodes/"+nodeName+"/status", map[string]any{"status": map[string]any{
		"capacity": room, "allocatable": room, "conditions": []map[string]string{{"type": "Ready", "status": "True"}},
	}}, nil)
}

// Load takes an image from the archive that container engines load, and runs it under a name.
func (n *Node) Load(ctx context.Context, archive, name string) error {
	n.mu.Lock()
	dir := filepath.Join(n.dir, fmt.Sprintf("image-%d", len(n.images)+1))
	n.mu.Unlock()
	files := filepath.Join(dir, "files")
	if err := os.MkdirAll(files, 0o755); err != nil { //nolint:gosec // as in the image
		return fmt.Errorf("kubernetes: %w", err)
	}
	if err := untar(ctx, archive, dir); err != nil {
		return err
	}
	var manifest []struct {
		Config string
		Layers []string
	}
	if err := readJSON(filepath.Join(dir, "manifest.json"), &manifest); err != nil {
		return err
	}
	var config struct{ Config struct{ Entrypoint []string } }
	if err := readJSON(filepath.Join(dir, manifest[0].Config), &config); err != nil {
		return err
	}
	for _, layer := range manifest[0].Layers {
		if err := untar(ctx, filepath.Join(dir, layer), files); err != nil {
			return err
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.images[name] = image{files, config.Config.Entrypoint}
	return nil
}

// Run starts, watches and ends pods until the context ends; then it ends all of them.
func (n *Node) Run(ctx context.Context) error {
	defer n.all.Wait()
	var last error
	for ; ctx.Err() == nil; pause(ctx, lookEvery) {
		last = n.look(ctx)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.pods {
		r.end()
	}
	if errors.Is(last, context.Canceled) {
		return nil
	}
	return last
}

func (n *Node) look(ctx context.Context) error {
	var list struct{ Items []Pod }
	if err := n.api.Do(ctx, http.MethodGet, "/api/v1/pods?fieldSelector=spec.nodeName%3D"+nodeName, nil, &list); err != nil {
		return err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	there := map[string]bool{}
	for _, pod := range list.Items {
		there[pod.Metadata.UID] = true
		r := n.pods[pod.Metadata.UID]
		if r == nil {
			n.number++
			r = n.newRunning(pod, fmt.Sprintf("10.244.1.%d", 1+n.number%250))
			n.pods[pod.Metadata.UID] = r
			n.all.Go(func() { r.run(context.WithoutCancel(ctx)) })
		}
		if pod.Metadata.DeletionTimestamp != nil {
			r.end()
		}
	}
	for uid, r := range n.pods {
		if !there[uid] { // taken away by force
			r.end()
			delete(n.pods, uid)
		}
	}
	return nil
}

// Kill kills the container of a pod, as the kernel does when memory runs out. The node starts it again.
func (n *Node) Kill(pod string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, r := range n.pods {
		if r.pod.Metadata.Name == pod && r.kill() {
			return nil
		}
	}
	return fmt.Errorf("kubernetes: no container of %s runs", pod)
}

// secret writes a secret's files where a container expects them.
func (n *Node) secret(ctx context.Context, namespace, name string, files map[string]string, dir string, group int) error {
	var secret struct{ Data map[string][]byte }
	if err := n.api.Do(ctx, http.MethodGet, path.Join("/api/v1/namespaces", namespace, "secrets", name), nil, &secret); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // the files in it are the group's alone
		return fmt.Errorf("kubernetes: %w", err)
	}
	if len(files) == 0 {
		for key := range secret.Data {
			files[key] = key
		}
	}
	for key, file := range files {
		content, ok := secret.Data[key]
		if !ok {
			return fmt.Errorf("kubernetes: the secret %s has no key %s", name, key)
		}
		file := filepath.Join(dir, file)
		if err := errors.Join(os.WriteFile(file, content, 0o440), os.Chown(file, 0, group)); err != nil { //nolint:gosec // as the chart says
			return fmt.Errorf("kubernetes: %w", err)
		}
	}
	return nil
}

func untar(ctx context.Context, archive, dir string) error {
	//nolint:gosec // our own archive
	if out, err := exec.CommandContext(ctx, "tar", "-xf", archive, "-C", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("kubernetes: tar: %w: %s", err, out)
	}
	return nil
}

func readJSON(file string, into any) error {
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return fmt.Errorf("kubernetes: %w", err)
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
