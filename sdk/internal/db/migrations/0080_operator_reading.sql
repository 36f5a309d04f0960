-- +goose Up
-- Who looks at people's sign-ups and at professionals leaves a trace: what was asked for and how much of it
-- came back, never what was searched for.
CREATE TABLE operator_readings (
    id      uuid PRIMARY KEY,
    what    text NOT NULL CHECK (what IN ('registrations', 'registration', 'professionals')),
    subject uuid,
    rows    integer NOT NULL CHECK (rows >= 0),
    at      timestamptz NOT NULL
);
CREATE INDEX operator_readings_at ON operator_readings (at);
CREATE TRIGGER operator_readings_append_only BEFORE UPDATE OR DELETE ON operator_readings
    FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- +goose Down
DROP TABLE operator_readings;
