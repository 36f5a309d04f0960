-- name: ReplacePageFiles :exec
-- Pages of the last published release may still be open. Their files are kept from now on as long as those of any earlier release.
UPDATE page_files SET published_at = @replaced
WHERE published_at = (SELECT max(n.published_at) FROM page_files n);

-- name: PublishPageFile :exec
-- A file's name contains its hash, so an existing row only gets the new time.
INSERT INTO page_files (name, content, published_at) VALUES (@name, @content, @now)
ON CONFLICT (name) DO UPDATE SET published_at = EXCLUDED.published_at WHERE page_files.published_at < EXCLUDED.published_at;

-- name: GetPageFile :one
SELECT content FROM page_files WHERE name = @name;
