// Package argon2id computes argon2id hashes in reused memory. It runs the code of golang.org/x/crypto/argon2, which allocates new memory for each
// hash. At 19 MiB each, the garbage collector and the system's pages then cost a server about as much as all other work for a sign-up
// (golang.org/issue/36634 requests a fix).
package argon2id

import (
	"encoding/binary"
	_ "unsafe" // for go:linkname

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/blake2b"
)

// These are argon2's own, under their names there. If a later version renames one, linking fails. If one changes its behavior, New doesn't use them,
// and the test fails.
type (
	block [128]uint64
	seed  [blake2b.Size + 8]byte
)

//go:linkname initHash golang.org/x/crypto/argon2.initHash
func initHash(password, salt, key, data []byte, time, memory, threads, keyLen uint32, mode int) seed

//go:linkname blake2bHash golang.org/x/crypto/argon2.blake2bHash
func blake2bHash(out, in []byte)

//go:linkname processBlocks golang.org/x/crypto/argon2.processBlocks
func processBlocks(blocks []block, time, memory, threads uint32, mode int)

//go:linkname extractKey golang.org/x/crypto/argon2.extractKey
func extractKey(blocks []block, memory, threads, keyLen uint32) []byte

const (
	mode      = 2 // argon2id
	oneLane   = 1 // the only supported number of threads
	laneParts = 4 // a lane's length is a multiple of it
)

// Pool hashes with a fixed amount of memory per hash. It never frees its blocks and keeps at most as many as New allows.
type Pool struct {
	memoryKiB uint32
	free      chan []block // nil: use argon2 itself
}

// New returns a pool for hashes of memoryKiB. It keeps memory for atOnce concurrent hashes. More may run, but their memory isn't kept.
func New(memoryKiB uint32, atOnce int) *Pool {
	p := &Pool{memoryKiB: memoryKiB, free: make(chan []block, atOnce)}
	trial := &Pool{memoryKiB: 2 * laneParts, free: make(chan []block, 1)}
	for range 2 { // the second time in reused memory
		if string(trial.Key([]byte("secret"), []byte("some salt"), 2, trial.memoryKiB, oneLane, 32)) !=
			string(argon2.IDKey([]byte("secret"), []byte("some salt"), 2, trial.memoryKiB, oneLane, 32)) {
			p.free = nil
		}
	}
	return p
}

// Key returns the same key as [argon2.IDKey]. It allocates if the amount of memory differs from the pool's, or with more than one thread.
func (p *Pool) Key(secret, salt []byte, time, memoryKiB uint32, threads uint8, keyLen uint32) []byte {
	if p.free == nil || memoryKiB != p.memoryKiB || threads != oneLane || memoryKiB < 2*laneParts || time < 1 {
		return argon2.IDKey(secret, salt, time, memoryKiB, threads, keyLen)
	}
	blocks := p.take()
	defer p.giveBack(blocks)
	h0 := initHash(secret, salt, nil, nil, time, memoryKiB, oneLane, keyLen, mode)
	var first [1024]byte
	for i := range 2 { // a lane's first two blocks; the others follow from them
		binary.LittleEndian.PutUint32(h0[blake2b.Size:], uint32(i)) //nolint:gosec // 0 or 1
		blake2bHash(first[:], h0[:])
		for k := range blocks[i] {
			blocks[i][k] = binary.LittleEndian.Uint64(first[8*k:])
		}
	}
	memory := uint32(len(blocks)) //nolint:gosec // made from a uint32
	processBlocks(blocks, time, memory, oneLane, mode)
	return extractKey(blocks, memory, oneLane, keyLen)
}

// take returns zeroed memory: the hash relies on zeros.
func (p *Pool) take() []block {
	select {
	case blocks := <-p.free:
		return blocks
	default:
		return make([]block, p.memoryKiB/laneParts*laneParts)
	}
}

// giveBack clears the memory. A hash starts from zeros, and leftover memory would reveal the secret sooner than the hash.
func (p *Pool) giveBack(blocks []block) {
	clear(blocks)
	select {
	case p.free <- blocks:
	default:
	}
}
