-- name: MailDelivered :one
SELECT EXISTS (SELECT 1 FROM mail_deliveries WHERE key = @key)::boolean;

-- name: RecordMailDelivery :exec
-- Doesn't wait for the disk: the email has already left. If a crash loses the row, the job runs again and sends the email twice, the same as after a
-- crash just before this statement.
INSERT INTO mail_deliveries (key, kind, sent_at)
SELECT @key, @kind, @now FROM set_config('synchronous_commit', 'off', true) ON CONFLICT (key) DO NOTHING;
