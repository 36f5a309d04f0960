package form

import (
	"bufio"
	"bytes"
	"crypto/sha1" // what lists of breached passwords are published as; nothing is kept secret with it
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/FastFilter/xorfilter"
	"golang.org/x/text/unicode/norm"

	"github.com/cojoin/cojoin/sdk/secret"
)

// PasswordFilter recognises the passwords of a list and holds none of them. It takes about 2.3 bytes for each, and takes one of 65,536 other
// passwords for one of them. It is safe for concurrent use.
type PasswordFilter struct {
	fuse *xorfilter.BinaryFuse[uint16]
}

// commonPasswords is written by tools/passwords.
//
//go:embed data/password.filter
var commonPasswords []byte

// CommonPasswords returns the filter that is shipped: passwords that people make of common words to satisfy rules like [RulePassword].
var CommonPasswords = sync.OnceValue(func() *PasswordFilter {
	f, err := ReadPasswordFilter(commonPasswords)
	if err != nil {
		panic("form: shipped passwords: " + err.Error())
	}
	return f
})

// Has reports whether a password is in the list, as it is typed or in lower case. A nil filter has none.
func (f *PasswordFilter) Has(password secret.Secret) bool {
	if f == nil {
		return false
	}
	typed := NormalizePassword(password).Reveal()
	return f.fuse.Contains(passwordKey(typed)) || f.fuse.Contains(passwordKey(foldCase(typed)))
}

// passwordKey is the beginning of a password's SHA-1.
func passwordKey(password string) uint64 {
	sum := sha1.Sum([]byte(password))
	return binary.BigEndian.Uint64(sum[:])
}

// PasswordListCount is how many lines a list has, and how many of them are in its filter.
type PasswordListCount struct {
	Lines   int `json:"lines"`
	Refused int `json:"refused" doc:"Words that RulePassword refuses anyway"`
	Rare    int `json:"rare" doc:"Hashes that were seen less often than asked for"`
	Kept    int `json:"kept"`
}

// MakePasswordFilter makes a filter of a list with one password on each line: in plain text, or as its SHA-1 in hexadecimal, which a colon and
// how often it was seen may follow, as in the list of Have I Been Pwned. Of these, only hashes that were seen at least as often as seen says are
// kept; of plain words, only those that [RulePassword] lets through, in lower case.
func MakePasswordFilter(list io.Reader, seen int) (*PasswordFilter, PasswordListCount, error) {
	var count PasswordListCount
	var keys []uint64
	lines := bufio.NewScanner(list)
	for lines.Scan() {
		line := strings.TrimSuffix(lines.Text(), "\r")
		if line == "" {
			continue
		}
		count.Lines++
		key, times, isHash := hashedPassword(line)
		switch {
		case isHash && times < seen:
			count.Rare++
		case isHash:
			keys = append(keys, key)
		case !RulePassword.allows(line):
			count.Refused++
		default:
			keys = append(keys, passwordKey(foldCase(norm.NFC.String(line))))
		}
	}
	if err := lines.Err(); err != nil {
		return nil, count, fmt.Errorf("line %d: %w", count.Lines+1, err)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if count.Kept = len(keys); count.Kept == 0 {
		return nil, count, errors.New("the list holds no password that could be chosen")
	}
	fuse, err := xorfilter.NewBinaryFuse[uint16](keys)
	if err != nil {
		return nil, count, fmt.Errorf("make filter: %w", err)
	}
	return &PasswordFilter{fuse}, count, nil
}

// allows reports whether a value breaks none of the rule's checks.
func (r *Rule) allows(value string) bool {
	_, code, _ := r.Apply(value)
	return code == ""
}

// hashedPassword reads a line like 7C4A8D09CA3762AF61E59520943DC26494F8941B:42542807; without a count it was seen any number of times.
func hashedPassword(line string) (key uint64, times int, ok bool) {
	hash, counted, hasCount := strings.Cut(line, ":")
	sum, err := hex.DecodeString(hash)
	if err != nil || len(sum) != sha1.Size {
		return 0, 0, false
	}
	times = int(^uint(0) >> 1)
	if hasCount {
		if times, err = strconv.Atoi(strings.TrimSpace(counted)); err != nil {
			return 0, 0, false
		}
	}
	return binary.BigEndian.Uint64(sum), times, true
}

// passwordFilterHead begins the file of a filter; the SHA-256 of all that follows it comes next.
const passwordFilterHead = "cojoin passwords 1\n"

// Bytes is how much memory the filter takes; nil takes none.
func (f *PasswordFilter) Bytes() int64 {
	if f == nil {
		return 0
	}
	return int64(len(f.fuse.Fingerprints)) * 2
}

// Write writes the filter as [ReadPasswordFilter] reads it.
func (f *PasswordFilter) Write(out io.Writer) error {
	var body bytes.Buffer
	if err := f.fuse.Save(&body); err != nil {
		return fmt.Errorf("write filter: %w", err)
	}
	sum := sha256.Sum256(body.Bytes())
	for _, part := range [][]byte{[]byte(passwordFilterHead), sum[:], body.Bytes()} {
		if _, err := out.Write(part); err != nil {
			return fmt.Errorf("write filter: %w", err)
		}
	}
	return nil
}

// ReadPasswordFilter reads what [PasswordFilter.Write] wrote. A file that was cut short or changed is an error.
func ReadPasswordFilter(raw []byte) (*PasswordFilter, error) {
	rest, ok := bytes.CutPrefix(raw, []byte(passwordFilterHead))
	if !ok || len(rest) < sha256.Size {
		return nil, errors.New("is no filter of passwords; make one with: cojoin passwords filter")
	}
	body := rest[sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, errors.New("isn't whole: its checksum differs; copy it again, or make it again with: cojoin passwords filter")
	}
	fuse, err := xorfilter.LoadBinaryFuse[uint16](bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("can't be read: %w", err)
	}
	return &PasswordFilter{fuse}, nil
}
