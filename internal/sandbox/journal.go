package sandbox

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// record is one line of a ledger's file: the new state of one object. An object's last line counts.
type record struct {
	Transaction     *transaction `json:"transaction,omitempty"`
	Customer        *customer    `json:"customer,omitempty"`
	Method          *method      `json:"method,omitempty"`
	Nonce           *nonce       `json:"nonce,omitempty"`
	DeletedMethod   string       `json:"deletedMethod,omitempty"`
	DeletedCustomer string       `json:"deletedCustomer,omitempty"`
	Key             []byte       `json:"key,omitempty"` // of the hash that recognizes equal cards, and of fingerprints
}

// journal is a ledger's append-only file.
type journal struct{ file *os.File }

// maxLine is the longest accepted line of the file, in bytes.
const maxLine = 4 << 20

// openJournal opens the file, replays it into the ledger and returns the file's key. One process at a time
// can open it.
func openJournal(path string, l *ledger, newKey []byte) (key []byte, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sandbox: the ledger's file: %w", err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	if err := lockFile(file); err != nil {
		return nil, fmt.Errorf("sandbox: another sandbox uses the ledger's file %s: %w", path, err)
	}
	good := int64(0) // length of the complete lines
	lines := bufio.NewReaderSize(file, 64<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) { // drops a last line cut off by a crash
			break
		}
		if err != nil {
			return nil, fmt.Errorf("sandbox: %s: %w", path, err)
		}
		if len(line) > maxLine {
			return nil, fmt.Errorf("sandbox: %s isn't a ledger: it has a line of %d bytes", path, len(line))
		}
		var r record
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			return nil, fmt.Errorf("sandbox: %s isn't a ledger, or it is damaged at byte %d: %w", path, good, err)
		}
		l.replay(r)
		if len(r.Key) > 0 {
			key = r.Key
		}
		good += int64(len(line))
	}
	if err := file.Truncate(good); err != nil {
		return nil, fmt.Errorf("sandbox: %s: %w", path, err)
	}
	if _, err := file.Seek(good, io.SeekStart); err != nil {
		return nil, fmt.Errorf("sandbox: %s: %w", path, err)
	}
	l.journal = &journal{file}
	if key == nil {
		key = newKey
		l.write(record{Key: key})
	}
	return key, l.err
}

func (l *ledger) replay(r record) {
	switch {
	case r.Transaction != nil:
		r.Transaction.completeDisputes()
		if old, there := l.transactions[r.Transaction.ID]; there {
			*old = *r.Transaction // keeps its place in the order
		} else {
			l.saveTransaction(r.Transaction)
		}
	case r.Customer != nil:
		l.saveCustomer(r.Customer)
	case r.Method != nil:
		l.saveMethod(r.Method)
	case r.Nonce != nil:
		l.saveNonce(r.Nonce)
	case r.DeletedMethod != "":
		l.deleteMethod(r.DeletedMethod)
	case r.DeletedCustomer != "":
		l.deleteCustomer(r.DeletedCustomer)
	}
}

// append adds a line without fsync: the file must survive a crash of the process, not of the machine.
func (j *journal) append(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("sandbox: the ledger's file: %w", err)
	}
	return nil
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
