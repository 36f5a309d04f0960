-- name: InsertQuote :exec
INSERT INTO quotes (tax_id, registration_id, catalog_version, tax_version, input, steps, evidence, code_ids, currency,
    tax_minor, total_minor, created_at, expires_at)
VALUES (@tax_id, @registration_id, @catalog_version, @tax_version, @input, @steps, @evidence, @code_ids, @currency,
    @tax_minor, @total_minor, @created_at, @expires_at);

-- name: GetQuote :one
SELECT * FROM quotes WHERE tax_id = @tax_id AND registration_id = @registration_id;

-- name: PurgeQuotes :execrows
DELETE FROM quotes WHERE tax_id IN (SELECT q.tax_id FROM quotes q WHERE q.expires_at < @before LIMIT @most);
