// Command container starts a Postgres container with testcontainers and prints its address, one line. The container is removed when standard
// input ends, which also happens when the program that started this one is killed. sdktest runs it where a Docker engine answers; it is a
// module of its own so that the Docker clients are not among the product's dependencies.
//
//	container postgres:17-alpine fsync=off max_connections=200
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/modules/postgres"
)

func main() {
	signal.Ignore(syscall.SIGPIPE) // the parent may be gone when the container is removed and a log line is written
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "container:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) (err error) {
	if len(args) == 0 {
		return errors.New("usage: container <image> [<setting>=<value> …]")
	}
	command := []string{"postgres"}
	for _, setting := range args[1:] {
		command = append(command, "-c", setting)
	}
	c, err := postgres.Run(ctx, args[0], postgres.BasicWaitStrategies(), testcontainers.WithCmd(command...))
	defer func() { err = errors.Join(err, testcontainers.TerminateContainer(c)) }()
	if err != nil {
		return fmt.Errorf("start %s: %w", args[0], err)
	}
	address, err := c.ConnectionString(ctx, "sslmode=disable")
	if err != nil {
		return err
	}
	if _, err := fmt.Println(address); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
