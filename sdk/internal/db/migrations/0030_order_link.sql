-- +goose Up
-- Codes, coupons and batches were laid before orders were; what they name has to exist.
ALTER TABLE subscription_codes ADD FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE coupon_uses ADD FOREIGN KEY (order_id) REFERENCES orders (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE orders ADD FOREIGN KEY (code_batch_id) REFERENCES code_batches (id) DEFERRABLE INITIALLY DEFERRED;

-- +goose Down
ALTER TABLE orders DROP CONSTRAINT orders_code_batch_id_fkey;
ALTER TABLE coupon_uses DROP CONSTRAINT coupon_uses_order_id_fkey;
ALTER TABLE subscription_codes DROP CONSTRAINT subscription_codes_order_id_fkey;
