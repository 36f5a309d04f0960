-- +goose Up
-- The last number that a seller gave to a receipt or a credit note of a year. The row is changed in the transaction that uses the number, so
-- that none is left out: who wants the next one waits for that transaction.
CREATE TABLE document_numbers (
    seller text NOT NULL,
    kind   text NOT NULL CHECK (kind IN ('receipt', 'credit_note')),
    year   smallint NOT NULL,
    last   integer NOT NULL CHECK (last > 0),
    PRIMARY KEY (seller, kind, year)
);
