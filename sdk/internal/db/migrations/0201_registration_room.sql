-- +goose Up
-- Room on each page for the next versions of the rows on it: a step then writes its row beside the old one and no
-- index. Pages that are full stay as they are.
ALTER TABLE registrations SET (fillfactor = 70);

-- +goose Down
ALTER TABLE registrations RESET (fillfactor);
