-- name: InsertInvitation :exec
INSERT INTO invitations (id, family_id, account_id, inviter_account_id, professional_id, state, email, email_key, email_taken,
    phone_country_code, phone_number, phone_key, locale, seat_paid, package_id, created_at, expires_at, updated_at)
VALUES (@id, @family_id, @account_id, @inviter_account_id, @professional_id, 'open', @email, @email_key, @email_taken,
    @phone_country_code, @phone_number, @phone_key, @locale, @seat_paid, @package_id, @now, @expires_at, @now);

-- name: GetInvitation :one
SELECT * FROM invitations WHERE id = @id;

-- name: RenewInvitation :execrows
UPDATE invitations SET expires_at = @expires_at, updated_at = @now WHERE id = @id AND state = 'open';
