-- name: ReplacePageFiles :exec
-- Those who have pages of the release that was published last open may need its files from now on as long as those of any earlier one.
UPDATE page_files SET published_at = @replaced
WHERE published_at = (SELECT max(n.published_at) FROM page_files n);

-- name: PublishPageFile :exec
-- The name says what is in it: only when it was last a release's is new.
INSERT INTO page_files (name, content, published_at) VALUES (@name, @content, @now)
ON CONFLICT (name) DO UPDATE SET published_at = EXCLUDED.published_at WHERE page_files.published_at < EXCLUDED.published_at;

-- name: GetPageFile :one
SELECT content FROM page_files WHERE name = @name;
