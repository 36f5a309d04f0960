-- name: MailDelivered :one
SELECT EXISTS (SELECT 1 FROM mail_deliveries WHERE key = @key)::boolean;

-- name: RecordMailDelivery :exec
INSERT INTO mail_deliveries (key, kind, sent_at) VALUES (@key, @kind, @now) ON CONFLICT (key) DO NOTHING;
