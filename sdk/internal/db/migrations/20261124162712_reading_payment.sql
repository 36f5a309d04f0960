-- +goose Up
-- The evidence about a disputed payment is a reading of its payer's data.
ALTER TABLE operator_readings DROP CONSTRAINT operator_readings_what_check;
ALTER TABLE operator_readings ADD CONSTRAINT operator_readings_what_check
    CHECK (what IN ('registrations', 'registration', 'professionals', 'professional', 'invitations', 'invitation', 'code_batches', 'payment')) NOT VALID;
