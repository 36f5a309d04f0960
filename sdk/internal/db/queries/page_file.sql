-- name: PublishPageFile :exec
-- The name says what is in it: only when it was last a release's is new.
INSERT INTO page_files (name, content, published_at) VALUES (@name, @content, @now)
ON CONFLICT (name) DO UPDATE SET published_at = EXCLUDED.published_at WHERE page_files.published_at < EXCLUDED.published_at;

-- name: GetPageFile :one
SELECT content FROM page_files WHERE name = @name;

-- name: DeleteOldPageFiles :execrows
DELETE FROM page_files WHERE name IN (SELECT p.name FROM page_files p WHERE p.published_at < @before ORDER BY p.published_at LIMIT @batch);
