package person

import (
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	mostAtHand = 10_000           // keys, some 2 MB
	keepAtHand = 10 * time.Minute // from the last read of the database; limits the delay of an erasure by another process
)

// cache holds the recently used keys, so that a step of a sign-up needn't read its person's key. A key deleted by this process leaves the cache
// immediately, one deleted by another process within keepAtHand. The deletion also empties the data sealed under the key.
type cache struct {
	keys *lru.Cache[uuid.UUID, atHand]
	now  func() time.Time
}

type atHand struct {
	key   Key
	until time.Time
}

func newCache() *cache {
	keys, err := lru.New[uuid.UUID, atHand](mostAtHand)
	if err != nil { // only for a size below one
		panic(err)
	}
	return &cache{keys: keys, now: time.Now}
}

func (c *cache) get(person uuid.UUID) (Key, bool) {
	found, ok := c.keys.Get(person)
	if !ok || !c.now().Before(found.until) {
		return Key{}, false
	}
	return found.key, true
}

func (c *cache) put(person uuid.UUID, key Key) {
	c.keys.Add(person, atHand{key: key, until: c.now().Add(keepAtHand)})
}

func (c *cache) drop(persons []uuid.UUID) {
	for _, person := range persons {
		c.keys.Remove(person)
	}
}
