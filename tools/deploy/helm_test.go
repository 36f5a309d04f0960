package deploy

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
)

// render renders the chart as `helm install` does, schema included, and returns each file's objects.
func render(t *testing.T, values map[string]any) ([]any, error) {
	t.Helper()
	chart, err := loader.Load(filepath.Join(examples, "deploy/helm"))
	if err != nil {
		t.Fatal(err)
	}
	release := chartutil.ReleaseOptions{Name: "cojoin", Namespace: "default", Revision: 7, IsInstall: true}
	all, err := chartutil.ToRenderValues(chart, values, release, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Render(chart, all)
	if err != nil {
		return nil, err
	}
	var objects []any
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, ".yaml") && strings.TrimSpace(files[name]) != "" {
			file := filepath.Join(t.TempDir(), filepath.Base(name))
			if err := os.WriteFile(file, []byte(files[name]), 0o600); err != nil {
				t.Fatal(err)
			}
			objects = append(objects, decode(t, file)...)
		}
	}
	return objects, nil
}

// A changed setting restarts the pods, and nothing else does. The previous settings remain under their own name, for the pods that run with them: a
// failed release must not change them, and Helm neither merges nor deletes objects made by a hook.
func TestChartRestartsForSettings(t *testing.T) {
	t.Parallel()
	settings := func(values map[string]any) string {
		objects, err := render(t, values)
		if err != nil {
			t.Fatal(err)
		}
		var name string
		for _, o := range objects {
			if m, ok := o.(*corev1.ConfigMap); ok {
				name = m.Name
				if m.Immutable == nil || !*m.Immutable || m.Annotations["helm.sh/hook"] != "pre-install,pre-upgrade,pre-rollback" {
					t.Errorf("settings of pods that run may change: %+v", m.ObjectMeta)
				}
			}
		}
		pods := podsOf(objects)
		for _, pod := range pods {
			for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
				if c.EnvFrom[0].ConfigMapRef.Name != name {
					t.Errorf("%s has the settings %s, which aren't this release's", c.Name, c.EnvFrom[0].ConfigMapRef.Name)
				}
			}
		}
		if len(pods) != 3 {
			t.Errorf("%d kinds of pods, want 3", len(pods))
		}
		return name
	}
	before := settings(nil)
	if same := settings(map[string]any{"worker": map[string]any{"replicas": 5}}); same != before {
		t.Errorf("another number of workers restarts pods: %s, %s", before, same)
	}
	if other := settings(map[string]any{"settings": map[string]any{"COJOIN_ORIGINS": "https://other.example.com"}}); other == before {
		t.Error("a changed setting restarts no pod")
	}
}

// Each process logs in to the database with its own login, and servers and workers wait for the migration.
func TestChartLoginsAndOrder(t *testing.T) {
	t.Parallel()
	objects, err := render(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	type process struct{ args, login string }
	got := map[string]process{}
	for _, pod := range podsOf(objects) {
		if links := pod.Spec.EnableServiceLinks; links == nil || *links {
			t.Errorf("%s gets the variables of the service cojoin, which are no settings: it wouldn't start", pod.Labels["component"])
		}
		for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			got[c.Name] = process{strings.Join(c.Args, " "), strings.TrimPrefix(c.Env[0].Value, "/run/secrets/cojoin/database-url-")}
		}
	}
	want := map[string]process{
		"schema": {"migrate", "owner"}, "migrate": {"migrate roles", "owner"},
		"server": {"serve --wait=20m", "serve"}, "worker": {"work --private-addr=0.0.0.0:9080 --wait=20m", "work"},
	}
	if !maps.Equal(got, want) {
		t.Errorf("processes: %v, want %v", got, want)
	}
	for _, o := range objects {
		if job, ok := o.(*batchv1.Job); ok && job.Name != "cojoin-migrate-7" {
			t.Errorf("the migration of each release needs a name of its own: %s", job.Name)
		}
	}
}

// Each pod has the files that its process reads, and no other part of the secret: a compromised server doesn't have the owner's login.
func TestChartSecretsByProcess(t *testing.T) {
	t.Parallel()
	objects, err := render(t, map[string]any{"secretKeys": []any{"database-ca"}})
	if err != nil {
		t.Fatal(err)
	}
	common := []string{"braintree", "database-ca", "metrics-token", "operator-token", "secret", "smtp"}
	want := map[string][]string{
		"migrate": {"database-ca", "database-url-owner"}, "server": append([]string{"database-url-serve"}, common...), "worker": append([]string{"database-url-work"}, common...),
	}
	for _, pod := range podsOf(objects) {
		name := pod.Labels["component"]
		var got, read []string
		for _, item := range pod.Spec.Volumes[0].Secret.Items {
			got = append(got, item.Path)
		}
		for _, c := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			for _, e := range c.Env {
				read = append(read, strings.TrimPrefix(e.Value, "/run/secrets/cojoin/"))
			}
		}
		slices.Sort(got)
		slices.Sort(want[name])
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s finds %v, want %v", name, got, want[name])
		}
		for _, file := range read {
			if !slices.Contains(got, file) {
				t.Errorf("%s reads %s, which it doesn't find", name, file)
			}
		}
	}
}

// With everything enabled, the chart has a database with pooler and backups, and the Prometheus operator's objects with every alert.
func TestChartWithEverything(t *testing.T) {
	t.Parallel()
	objects, err := render(t, map[string]any{
		"image":      map[string]any{"digest": "sha256:" + strings.Repeat("0a", 32)},
		"monitoring": map[string]any{"enabled": true},
		"postgres":   map[string]any{"enabled": true, "backup": map[string]any{"destination": "s3://bucket/cojoin"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, pod := range podsOf(objects) {
		if image := pod.Spec.Containers[0].Image; image != "registry.example.com/cojoin@sha256:"+strings.Repeat("0a", 32) {
			t.Errorf("the digest isn't used: %s", image)
		}
	}
	found := map[string]bool{}
	for _, o := range objects {
		if custom, ok := o.(*map[string]any); ok {
			found[(*custom)["kind"].(string)] = true
			if (*custom)["kind"] == "PodMonitor" {
				job, _ := (*custom)["spec"].(map[string]any)["jobLabel"].(string)
				for _, pod := range podsOf(objects) {
					if pod.Labels[job] != "cojoin" {
						t.Errorf("the alert CojoinDown selects the job cojoin, but %s has the job %q", pod.Labels["component"], pod.Labels[job])
					}
				}
			}
			if (*custom)["kind"] == "PrometheusRule" && len((*custom)["spec"].(map[string]any)["groups"].([]any)) < 3 {
				t.Error("the chart hasn't the alerts")
			}
		}
	}
	for _, kind := range []string{"Cluster", "Pooler", "ScheduledBackup", "PodMonitor", "PrometheusRule"} {
		if !found[kind] {
			t.Errorf("no %s", kind)
		}
	}
}

// The chart rejects unknown and impossible values before anything is installed.
func TestChartRefusesValues(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]map[string]any{
		"a mistyped name":      {"sever": map[string]any{"replicas": 3}},
		"a mistyped inner one": {"server": map[string]any{"replica": 3}},
		"a setting's own name": {"settings": map[string]any{"publicUrl": "https://join.example.com"}},
		"no replicas":          {"worker": map[string]any{"replicas": 0}},
		"a short digest":       {"image": map[string]any{"digest": "sha256:1234"}},
	} {
		if _, err := render(t, values); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func podsOf(objects []any) []corev1.PodTemplateSpec {
	pods, _ := podsAndSelectors(objects)
	return pods
}
