package argon2id

import (
	"bytes"
	"runtime"
	"sync"
	"testing"

	"golang.org/x/crypto/argon2"
	"pgregory.net/rapid"
)

// Every hash equals argon2's own, in new memory and in memory reused from other secrets.
func TestKeyMatchesArgon2(t *testing.T) {
	pools := map[uint32]*Pool{}
	rapid.Check(t, func(t *rapid.T) {
		memory := rapid.Uint32Range(1, 300).Draw(t, "memory")
		if pools[memory] == nil {
			pools[memory] = New(memory, 1)
		}
		secret, salt := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "secret"), rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "salt")
		time, threads := rapid.Uint32Range(1, 4).Draw(t, "time"), rapid.Uint8Range(1, 3).Draw(t, "threads")
		length := rapid.Uint32Range(4, 100).Draw(t, "length")
		want := argon2.IDKey(secret, salt, time, memory, threads, length)
		for range 2 {
			if got := pools[memory].Key(secret, salt, time, memory, threads, length); !bytes.Equal(got, want) {
				t.Fatalf("got %x, want %x", got, want)
			}
		}
	})
}

// Memory is reused: repeated hashes leave no garbage of their size. Hashes are correct even if more run concurrently than the pool has memory for.
func TestMemoryIsReused(t *testing.T) {
	const memory = 1024
	pool := New(memory, 2)
	if pool.free == nil {
		t.Fatal("the pool doesn't support this version of argon2")
	}
	want := argon2.IDKey([]byte("secret"), []byte("salt"), 1, memory, 1, 32)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := pool.Key([]byte("secret"), []byte("salt"), 1, memory, 1, 32); !bytes.Equal(got, want) {
				t.Errorf("got %x, want %x", got, want)
			}
		})
	}
	all.Wait()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 10 {
		pool.Key([]byte("secret"), []byte("salt"), 1, memory, 1, 32)
	}
	runtime.ReadMemStats(&after)
	if left := after.TotalAlloc - before.TotalAlloc; left > memory<<10 {
		t.Errorf("ten hashes of %d KiB leave %d KiB of garbage", memory, left>>10)
	}
	close(pool.free)
	for blocks := range pool.free {
		for i := range blocks {
			if blocks[i] != (block{}) {
				t.Fatal("the hashed password is still in memory")
			}
		}
	}
}
