package bench

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of /proc's processor times: Linux reports 100 a second to every program.
const tick = time.Second / 100

// errNoProc is the error on systems without /proc.
var errNoProc = errors.New("bench: this needs Linux's /proc to measure processor time and memory")

// cpuOf returns the processor time of a process, its children, and its ended children.
func cpuOf(pid int) (time.Duration, error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, errNoProc
	}
	// The name in brackets may hold blanks; the fields after it are counted from the state, the third.
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	var used time.Duration
	for _, at := range []int{11, 12, 13, 14} { // utime, stime, and both of waited-for children
		n, err := strconv.ParseInt(fields[at], 10, 64)
		if err != nil {
			return 0, fmt.Errorf("bench: /proc/%d/stat: %w", pid, err)
		}
		used += time.Duration(n) * tick
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)) // gone, or none
	for _, child := range strings.Fields(string(children)) {
		id, err := strconv.Atoi(child)
		if err != nil {
			return 0, fmt.Errorf("bench: children of %d: %w", pid, err)
		}
		if more, err := cpuOf(id); err == nil { // it may have ended in between
			used += more
		}
	}
	return used, nil
}

// ownCPU returns the processor time of this process, without its children.
func ownCPU() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("bench: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// machineCPU returns the processor time of the whole machine since its start.
func machineCPU() (time.Duration, error) {
	raw, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, errNoProc
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	fields := strings.Fields(line) // cpu user nice system idle iowait irq softirq steal …
	if len(fields) < 9 {
		return 0, errNoProc
	}
	var used time.Duration
	for i, f := range fields[1:9] {
		if i == 3 || i == 4 {
			continue
		}
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("bench: /proc/stat: %w", err)
		}
		used += time.Duration(n) * tick
	}
	return used, nil
}

// residentOf returns a process's resident memory in bytes, and its maximum so far.
func residentOf(pid int) (now, most int64, err error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, errNoProc
	}
	for line := range strings.Lines(string(raw)) {
		name, value, _ := strings.Cut(line, ":")
		var kib int64
		if name == "VmRSS" || name == "VmHWM" {
			if _, err := fmt.Sscanf(value, "%d kB", &kib); err != nil {
				return 0, 0, fmt.Errorf("bench: /proc/%d/status: %w", pid, err)
			}
		}
		switch name {
		case "VmRSS":
			now = kib << 10
		case "VmHWM":
			most = kib << 10
		}
	}
	return now, most, nil
}
