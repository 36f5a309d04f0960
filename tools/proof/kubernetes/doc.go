// Package kubernetes runs a Kubernetes on one machine without a container engine: etcd, the API server, the controllers and
// the scheduler are the real programs; the one node is ours. It runs each container as a process, in a folder with the
// image's files, as the image's user, at the pod's own address, and asks its probes.
//
// What a real node does and this one doesn't: limits of memory and processors, network policies, volumes other than secrets.
package kubernetes
