-- name: InsertQuote :exec
-- Its transaction doesn't wait for the disk and writes nothing else: after a crash that loses a quote, the client requests another.
INSERT INTO quotes (tax_id, registration_id, catalog_version, tax_version, input, steps, evidence, code_ids, currency,
    tax_minor, total_minor, created_at, expires_at)
SELECT @tax_id, @registration_id, @catalog_version, @tax_version, @input, @steps, @evidence, @code_ids, @currency,
    @tax_minor, @total_minor, @created_at, @expires_at FROM set_config('synchronous_commit', 'off', true);

-- name: GetQuote :one
SELECT * FROM quotes WHERE tax_id = @tax_id AND registration_id = @registration_id;
