-- name: LatestCatalogVersion :one
SELECT coalesce(max(version), 0)::integer FROM catalog_versions;

-- name: GetCatalogVersion :one
SELECT * FROM catalog_versions WHERE version = @version;

-- name: ListCatalogVersions :many
SELECT version, sha256, note, applied_at FROM catalog_versions ORDER BY version DESC LIMIT 100;

-- name: InsertCatalogVersion :execrows
-- version is the next number that the caller saw. Of two concurrent calls one inserts nothing.
INSERT INTO catalog_versions (version, body, sha256, note, applied_at)
VALUES (@version, @body, @sha256, @note, @applied_at)
ON CONFLICT DO NOTHING;
