// Package deploy checks the files of examples/deploy and examples/ci offline, against the schemas of the programs that read them: Compose,
// Kubernetes, systemd, GitHub Actions. It is a separate module, so that these schemas aren't dependencies of the product.
package deploy

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/coreos/go-systemd/v22/unit"
	"github.com/rhysd/actionlint"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/validation/field"
	kyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

const examples = "../../examples"

// The Compose file has the designed deployment: three servers and two workers that wait for the migration, which waits for Postgres.
func TestCompose(t *testing.T) {
	t.Parallel()
	file := filepath.Join(examples, "deploy/compose/compose.yaml")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	project, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir: filepath.Dir(file), ConfigFiles: []types.ConfigFile{{Filename: file, Content: raw}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		replicas int
		after    string
		when     string
	}{
		"server":  {3, "migrate", types.ServiceConditionCompletedSuccessfully},
		"worker":  {2, "migrate", types.ServiceConditionCompletedSuccessfully},
		"migrate": {1, "postgres", types.ServiceConditionHealthy},
	} {
		service, err := project.GetService(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := service.GetScale(); got != want.replicas {
			t.Errorf("%d of %s, want %d", got, name, want.replicas)
		}
		if got := service.DependsOn[want.after].Condition; got != want.when {
			t.Errorf("%s starts when %s is %q, want %q", name, want.after, got, want.when)
		}
	}
}

// kinds lists the allowed kinds of manifests.
var kinds = map[string]func() any{
	"v1/ConfigMap":                           func() any { return &corev1.ConfigMap{} },
	"v1/Service":                             func() any { return &corev1.Service{} },
	"batch/v1/Job":                           func() any { return &batchv1.Job{} },
	"apps/v1/Deployment":                     func() any { return &appsv1.Deployment{} },
	"policy/v1/PodDisruptionBudget":          func() any { return &policyv1.PodDisruptionBudget{} },
	"autoscaling/v2/HorizontalPodAutoscaler": func() any { return &autoscalingv2.HorizontalPodAutoscaler{} },
	"networking.k8s.io/v1/Ingress":           func() any { return &networkingv1.Ingress{} },
	"networking.k8s.io/v1/NetworkPolicy":     func() any { return &networkingv1.NetworkPolicy{} },
	// The operators' own kinds. A Go module with their types isn't worth a dependency for this check alone.
	"monitoring.coreos.com/v1/PodMonitor":     func() any { return &map[string]any{} },
	"monitoring.coreos.com/v1/PrometheusRule": func() any { return &map[string]any{} },
	"postgresql.cnpg.io/v1/Cluster":           func() any { return &map[string]any{} },
	"postgresql.cnpg.io/v1/Pooler":            func() any { return &map[string]any{} },
	"postgresql.cnpg.io/v1/ScheduledBackup":   func() any { return &map[string]any{} },
}

// Every object of the chart has only fields of its type, and every reference between objects resolves.
func TestKubernetes(t *testing.T) {
	t.Parallel()
	objects, err := render(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	pods, selectors := podsAndSelectors(objects)
	if len(pods) != 3 {
		t.Errorf("%d kinds of pods, want 3", len(pods))
	}
	for _, s := range selectors {
		selects, err := metav1.LabelSelectorAsSelector(s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(pods, func(p corev1.PodTemplateSpec) bool { return selects.Matches(labels.Set(p.Labels)) }) {
			t.Errorf("%s selects no pod", selects)
		}
	}
	for _, p := range pods {
		for _, c := range slices.Concat(p.Spec.InitContainers, p.Spec.Containers) {
			checkContainer(t, c)
		}
	}
}

func podsAndSelectors(objects []any) (pods []corev1.PodTemplateSpec, selectors []*metav1.LabelSelector) {
	for _, o := range objects {
		switch o := o.(type) {
		case *appsv1.Deployment:
			pods = append(pods, o.Spec.Template)
			selectors = append(selectors, o.Spec.Selector)
		case *batchv1.Job:
			pods = append(pods, o.Spec.Template)
		case *policyv1.PodDisruptionBudget:
			selectors = append(selectors, o.Spec.Selector)
		case *corev1.Service:
			selectors = append(selectors, &metav1.LabelSelector{MatchLabels: o.Spec.Selector})
		case *networkingv1.NetworkPolicy:
			selectors = append(selectors, &o.Spec.PodSelector)
		}
	}
	return pods, selectors
}

func decode(t *testing.T, file string) []any {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var objects []any
	for docs := kyaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(raw))); ; {
		doc := make([]byte, 64<<10)
		n, err := docs.Read(doc)
		if err == io.EOF {
			return objects
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		var head metav1.TypeMeta
		if err := yaml.Unmarshal(doc[:n], &head); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		make, ok := kinds[head.APIVersion+"/"+head.Kind]
		if !ok {
			t.Fatalf("%s: the check doesn't cover %s/%s", file, head.APIVersion, head.Kind)
		}
		object := make()
		if err := yaml.UnmarshalStrict(doc[:n], object); err != nil {
			t.Errorf("%s: %s: %v", file, head.Kind, err)
		}
		checkMetadata(t, file, doc[:n])
		objects = append(objects, object)
	}
}

// checkMetadata applies the API server's rules for the metadata of every object, including the operators' own.
func checkMetadata(t *testing.T, file string, doc []byte) {
	t.Helper()
	var object metav1.PartialObjectMetadata
	if err := yaml.Unmarshal(doc, &object); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	object.Namespace = "default" // Helm's
	for _, err := range metavalidation.ValidateObjectMeta(&object.ObjectMeta, true, metavalidation.NameIsDNSLabel, field.NewPath(object.Kind)) {
		t.Errorf("%s: %v", file, err)
	}
}

// checkContainer checks that a container has a read-only file system, can't gain rights, has a resource budget, and that its probes use its own ports.
func checkContainer(t *testing.T, c corev1.Container) {
	t.Helper()
	if s := c.SecurityContext; s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation {
		t.Errorf("%s may write or gain rights", c.Name)
	}
	if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() {
		t.Errorf("%s has no budget", c.Name)
	}
	for _, probe := range []*corev1.Probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
		if probe == nil {
			continue
		}
		if port := probe.HTTPGet.Port.String(); !slices.ContainsFunc(c.Ports, func(p corev1.ContainerPort) bool { return p.Name == port }) {
			t.Errorf("%s has a probe on port %q, which it doesn't have", c.Name, port)
		}
	}
	if c.Name == "server" && (c.ReadinessProbe == nil || c.ReadinessProbe.HTTPGet.Path != "/readyz") {
		t.Error("the server is sent calls before it is ready")
	}
}

// Units parse as systemd units. If systemd is installed, it checks their settings as well.
func TestSystemd(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob(filepath.Join(examples, "deploy/one-machine/*.service"))
	if len(files) != 5 {
		t.Fatalf("%d units, want 5", len(files))
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		options, err := unit.DeserializeOptions(bytes.NewReader(raw))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if !slices.ContainsFunc(options, func(o *unit.UnitOption) bool { return o.Section == "Service" && o.Name == "ExecStart" }) {
			t.Errorf("%s starts nothing", file)
		}
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return
	}
	for _, file := range files {
		cmd := exec.CommandContext(t.Context(), analyze, "verify", "./"+filepath.Base(file))
		cmd.Dir = filepath.Dir(file)
		output, _ := cmd.CombinedOutput()
		for line := range strings.Lines(string(output)) {
			// The binary isn't installed here. Other units of this machine don't matter.
			if strings.Contains(line, "cojoin") && !strings.Contains(line, "is not executable") {
				t.Errorf("%s: %s", file, line)
			}
		}
	}
}

// GitHub can run the workflow.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	var output bytes.Buffer
	linter, err := actionlint.NewLinter(&output, &actionlint.LinterOptions{Shellcheck: "", Pyflakes: ""})
	if err != nil {
		t.Fatal(err)
	}
	found, err := linter.LintFile(filepath.Join(examples, "ci/scenarios.yml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		t.Error(output.String())
	}
}
