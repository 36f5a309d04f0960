package main

import (
	"archive/tar"
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// program returns a small program for Linux, built like the product.
func program(t *testing.T, environment ...string) string {
	t.Helper()
	dir := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/p\n\ngo 1.26.0\n"), 0o600),
		os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() { println(\"runs\") }\n"), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", "p", ".")
	build.Dir = dir
	build.Env = append(append(os.Environ(), "GOOS=linux", "GOFLAGS=-buildvcs=false"), environment...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "p")
}

func TestImage(t *testing.T) {
	binary := program(t, "CGO_ENABLED=0")
	var first, second strings.Builder
	out := filepath.Join(t.TempDir(), "image.tar")
	if err := run(&first, []string{"-tag", "cojoin:0.1.0", "-out", out, binary}); err != nil {
		t.Fatal(err)
	}
	img, err := tarball.ImageFromPath(out, nil)
	if err != nil {
		t.Fatal(err)
	}
	config, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	got := config.Config
	if config.OS != "linux" || config.Architecture != runtime.GOARCH || got.User != "65532:65532" || !slices.Equal(got.Entrypoint, []string{"/usr/local/bin/cojoin"}) || !slices.Equal(got.Cmd, []string{"serve"}) {
		t.Errorf("got %s/%s %+v, want linux/%s that runs cojoin serve as 65532", config.OS, config.Architecture, got, runtime.GOARCH)
	}

	contents := unpack(t, img)
	if want, err := os.ReadFile(binary); err != nil || contents["0555 usr/local/bin/cojoin"] != string(want) {
		t.Error("the image has another binary", err)
	}
	delete(contents, "0555 usr/local/bin/cojoin")
	trusted := contents["0444 etc/ssl/certs/ca-certificates.crt"]
	delete(contents, "0444 etc/ssl/certs/ca-certificates.crt")
	if len(contents) != 0 {
		t.Errorf("the image has more than the binary and the roots: %v", contents)
	}
	count := 0
	for block, rest := pem.Decode([]byte(trusted)); block != nil; block, rest = pem.Decode(rest) {
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			t.Error(err)
		}
		count++
	}
	if count < 100 {
		t.Errorf("got %d roots of trust, want more than 100", count)
	}

	// The same source, built and packed again, is the same image.
	if err := run(&second, []string{"-tag", "cojoin:0.1.0", "-out", filepath.Join(t.TempDir(), "again.tar"), program(t, "CGO_ENABLED=0")}); err != nil {
		t.Fatal(err)
	}
	digest, err := img.Digest()
	if err != nil || first.String() != second.String() || !strings.HasSuffix(first.String(), digest.String()+"\n") {
		t.Errorf("got, the first time\n%s\nand the second time\n%s\nwant the digest %s at the end of both; %v", &first, &second, digest, err)
	}
}

// unpack returns the contents of the image's only layer, by mode and name.
func unpack(t *testing.T, img v1.Image) map[string]string {
	t.Helper()
	layers, err := img.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("got %d layers, want 1; %v", len(layers), err)
	}
	r, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive)%512 != 0 || !bytes.HasSuffix(archive, make([]byte, 1024)) {
		t.Error("the layer's archive has no end: Go reads it, tar and container engines don't")
	}
	contents := map[string]string{}
	for files := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return contents
		}
		data, readErr := io.ReadAll(files)
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		contents[fmt.Sprintf("%#o %s", header.Mode, header.Name)] = string(data)
	}
}

func TestPush(t *testing.T) {
	server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	defer server.Close()
	tag := strings.TrimPrefix(server.URL, "http://") + "/cojoin:0.1.0"
	var output strings.Builder
	if err := run(&output, []string{"-push", "-tag", tag, program(t, "CGO_ENABLED=0")}); err != nil {
		t.Fatal(err)
	}
	ref, err := name.ParseReference(tag)
	if err != nil {
		t.Fatal(err)
	}
	img, err := remote.Image(ref, remote.WithContext(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	if digest, err := img.Digest(); err != nil || !strings.HasSuffix(output.String(), digest.String()+"\n") {
		t.Errorf("the registry has %s, and the command printed\n%s\n%v", digest, &output, err)
	}
}

// An image of such a binary would build but not start.
func TestRejectsUnrunnableBinary(t *testing.T) {
	err := run(io.Discard, []string{"-tag", "cojoin:0.1.0", "-out", filepath.Join(t.TempDir(), "x.tar"), program(t, "CGO_ENABLED=1")})
	if err == nil || !strings.HasSuffix(err.Error(), "built for linux with CGO_ENABLED=1; the image needs GOOS=linux CGO_ENABLED=0") {
		t.Errorf("got %v", err)
	}
}
