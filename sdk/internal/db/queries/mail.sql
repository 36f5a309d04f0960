-- name: MailDelivered :one
SELECT EXISTS (SELECT 1 FROM mail_deliveries WHERE key = @key)::boolean;

-- name: RecordMailDelivery :exec
-- The mail has left: waiting for the disk would not bring it back. If a crash loses the row, the job runs again and mails a second
-- time, as it does if the crash comes a moment earlier.
INSERT INTO mail_deliveries (key, kind, sent_at)
SELECT @key, @kind, @now FROM set_config('synchronous_commit', 'off', true) ON CONFLICT (key) DO NOTHING;
