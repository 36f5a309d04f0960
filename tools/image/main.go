// Command image puts the binary into a container image, without a container engine and without a base image: the binary is static, so it only needs
// the root certificates. The source, the Go toolchain and this module's versions determine the image: two machines build the same digest.
//
//	image -out cojoin-image.tar -tag cojoin:0.1.0 bin/linux-amd64/cojoin     for docker load and podman load
//	image -push -tag registry.example.com/cojoin:0.1.0 bin/linux-amd64/cojoin
package main

import (
	"archive/tar"
	"bytes"
	"debug/buildinfo"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// user is the id that the image runs as. It has no name, no password and no home.
const user = "65532:65532"

func main() {
	if err := run(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, args []string) error {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	out := flags.String("out", "", "the file to write, for docker load and podman load")
	tag := flags.String("tag", "", "the image's name, such as registry.example.com/cojoin:0.1.0")
	push := flags.Bool("push", false, "push to the registry that the name begins with, with the login of ~/.docker/config.json")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 || *tag == "" || (*out == "") == !*push {
		return errors.New("usage: image -tag <name> (-out <file> | -push) <binary>")
	}
	ref, err := name.NewTag(*tag)
	if err != nil {
		return err
	}
	img, files, err := build(flags.Arg(0))
	if err != nil {
		return err
	}
	if *push {
		err = remote.Write(ref, img, remote.WithAuthFromKeychain(authn.DefaultKeychain))
	} else {
		err = tarball.WriteToFile(*out, ref, img)
	}
	if err != nil {
		return err
	}
	return report(w, ref, img, files)
}

// file is one file of the image.
type file struct {
	name string
	mode int64
	data []byte
}

// build returns the image of the binary, and its files. The binary must be static and built for Linux.
func build(binary string) (v1.Image, []file, error) {
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, nil, err
	}
	arch, err := architecture(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", binary, err)
	}
	files := []file{
		{"etc/ssl/certs/ca-certificates.crt", 0o444, roots()},
		{"usr/local/bin/cojoin", 0o555, data},
	}
	archive, err := archive(files)
	if err != nil {
		return nil, nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(archive)), nil })
	if err != nil {
		return nil, nil, err
	}
	img, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		return nil, nil, err
	}
	config, err := img.ConfigFile()
	if err != nil {
		return nil, nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture = "linux", arch
	config.Config = v1.Config{
		User: user, WorkingDir: "/", Entrypoint: []string{"/usr/local/bin/cojoin"}, Cmd: []string{"serve"},
		Env: []string{"PATH=/usr/local/bin"}, ExposedPorts: map[string]struct{}{"8080/tcp": {}},
	}
	img, err = mutate.ConfigFile(img, config)
	return img, files, err
}

// architecture returns the binary's architecture, as images name it.
func architecture(binary []byte) (string, error) {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return "", err
	}
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if set["GOOS"] != "linux" || set["CGO_ENABLED"] != "0" {
		return "", errors.New("built for " + set["GOOS"] + " with CGO_ENABLED=" + set["CGO_ENABLED"] + "; the image needs GOOS=linux CGO_ENABLED=0")
	}
	return set["GOARCH"], nil
}

// roots returns the certificates that the Go project takes from Mozilla's list, as PEM. It omits those with a constraint, because a file can't
// express one.
func roots() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer takes every write
		}
	}
	return b.Bytes()
}

// archive returns the files as a tar, owned by root and without times, so that it depends on the files alone.
func archive(files []file) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.data)), Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close() // writes the end; without it tar and container engines report a broken archive
	return b.Bytes(), err
}

// report prints the image's files, size, user and digest.
func report(w io.Writer, ref name.Tag, img v1.Image, files []file) error {
	digest, err := img.Digest()
	if err != nil {
		return err
	}
	manifest, err := img.Manifest()
	if err != nil {
		return err
	}
	config, err := img.ConfigFile()
	if err != nil {
		return err
	}
	packed := manifest.Config.Size
	for _, l := range manifest.Layers {
		packed += l.Size
	}
	for _, f := range files {
		fmt.Fprintf(w, "%o %9d /%s\n", f.mode, len(f.data), f.name)
	}
	_, err = fmt.Fprintf(w, "%s for %s/%s, %.1f MB compressed, runs as %s\n%s\n", ref, config.OS, config.Architecture, float64(packed)/1e6, config.Config.User, digest)
	return err
}
