package kubernetes

import (
	"strings"
	"time"
)

// Pod is what of a pod is needed here.
type Pod struct {
	Metadata struct {
		Name, Namespace, UID string
		DeletionTimestamp    *time.Time
	}
	Spec struct {
		RestartPolicy              string
		EnableServiceLinks         *bool // missing: true
		SecurityContext            struct{ RunAsUser, FSGroup *int }
		InitContainers, Containers []container
		Volumes                    []struct {
			Name   string
			Secret *struct {
				SecretName string
				Items      []struct{ Key, Path string } // none: all keys
			}
		}
	}
	Status struct {
		Phase             string
		ContainerStatuses []struct {
			Ready        bool
			RestartCount int
		}
	}
}

// Ready reports whether calls may be routed to the pod.
func (p *Pod) Ready() bool {
	return p.Metadata.DeletionTimestamp == nil && len(p.Status.ContainerStatuses) > 0 && p.Status.ContainerStatuses[0].Ready
}

// Image is the image of its first container.
func (p *Pod) Image() string { return p.Spec.Containers[0].Image }

type container struct {
	Name, Image string
	Args        []string
	Env         []struct{ Name, Value string }
	EnvFrom     []struct {
		ConfigMapRef struct{ Name string }
	}
	VolumeMounts []struct{ Name, MountPath string }
	Ports        []struct {
		Name          string
		ContainerPort int
	}
	StartupProbe, ReadinessProbe *probe
}

type probe struct {
	HTTPGet struct {
		Path string
		Port any // a number or a name
	}
	PeriodSeconds, TimeoutSeconds, FailureThreshold int
}

// port is the number of the probe's port.
func (c *container) port(p *probe) int {
	for _, port := range c.Ports {
		if port.Name == p.HTTPGet.Port {
			return port.ContainerPort
		}
	}
	number, _ := p.HTTPGet.Port.(float64)
	return int(number)
}

// at is a text of the pod with its own address in place of "every address": all pods share one network here.
func at(address, s string) string { return strings.ReplaceAll(s, "0.0.0.0", address) }
