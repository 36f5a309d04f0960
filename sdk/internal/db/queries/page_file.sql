-- name: PublishPageFile :exec
-- The name says what is in it: only when it was last a release's is new.
INSERT INTO page_files (name, content, published_at) VALUES (@name, @content, @now)
ON CONFLICT (name) DO UPDATE SET published_at = EXCLUDED.published_at WHERE page_files.published_at < EXCLUDED.published_at;

-- name: GetPageFile :one
SELECT content FROM page_files WHERE name = @name;
